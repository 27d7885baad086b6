// Webhooks on the wire of interface v2: schema, presenter and routes.
import { subscribableEvents } from '../../features/events/event-types.ts';
import { type Webhook, webhookEnvironments } from '../../features/webhooks/webhook.ts';
import {
  type Changed,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  registerWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../../features/webhooks/webhook-actions.ts';
import { highestRate, listedEvents, longestOverlapHours } from '../../features/webhooks/webhook-rules.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { type ApiCall, argumentsOf, created, done, ok } from '../shared/route.ts';
import {
  flag,
  id,
  integer,
  listOf,
  nullableInteger,
  oneOf,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { listedWhole, type V2Route } from './route.ts';

const environment = oneOf(webhookEnvironments, { description: 'An environment.', examples: ['live'] });
const eventName = oneOf(subscribableEvents, { description: 'An event.', examples: ['check.completed'] });

const settings = {
  url: text({ description: 'Listening URL; https.', examples: ['https://example.com/notifications'] }),
  enabled: flag({
    description:
      'Whether the webhook is active. What happens while it is false is not kept for it: read it with `GET /events`. What was waiting to be sent by then is given up as `webhook_disabled`, and only that can be sent after it, by `POST /webhooks/{webhook_id}/resend`.',
    examples: [true],
  }),
  environments: listOf(environment, { description: 'Environments it gets events of; both by default.' }),
  events: listOf(eventName, {
    description:
      'Events it gets. Where none are named it gets every event: these six, and others such as `check.on_hold` and `report.paused`, which cannot be named; name the six to get no others.',
  }),
};

/** Ours: in a reply only where they are set, so that the others have exactly the interface's keys. */
const ourSettings = {
  ordered: flag({
    description: 'Whether later notifications of a check wait until its earlier ones are delivered or given up.',
    examples: [true],
  }),
  max_per_second: nullableInteger(
    { description: 'Notifications a second at most; null for as many as the endpoint takes.', examples: [10] },
    { minimum: 1, maximum: highestRate },
  ),
};

const UpdateWebhook = Type.Partial(Type.Object({ ...settings, ...ourSettings }), {
  title: 'UpdateWebhook',
  description: 'What changes: what is left out stays.',
  examples: [{ events: ['check.completed'] }],
});
const RegisterWebhook = Type.Object(
  { ...UpdateWebhook.properties, url: settings.url },
  {
    title: 'RegisterWebhook',
    description: 'Where notifications go, and which.',
    examples: [{ url: 'https://example.com/notifications', environments: ['sandbox'] }],
  },
);

const properties = {
  id: id('Identifier of the webhook.'),
  ...settings,
  events: listOf(eventName, {
    description:
      'Events it gets. One that was registered without any gets every status change, and lists these six all the same; set to exactly the six, it stays so. To get the six and no others, name them when it is registered, or name fewer first and the six after that.',
  }),
  ordered: optional(ourSettings.ordered),
  max_per_second: optional(ourSettings.max_per_second),
  href: text({ description: 'URI of the webhook.', examples: ['/v2/webhooks/01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'] }),
};
const token = text({
  description: 'Secret that notifications are signed with; told once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});
/** Ours: only where there is something to say. */
const note = text({
  description:
    'Only where there is something to know: that the name of the url does not resolve now, or that live notifications wait until a live key registers or updates it.',
  examples: ['The host name of the url does not resolve now.'],
});
export const WebhookReply = Type.Object(properties, { title: 'Webhook', description: 'A registered webhook.' });
const ChangedReply = Type.Object(
  { ...properties, note: optional(note) },
  { title: 'ChangedWebhook', description: 'A webhook as it is now.' },
);
const RegisteredReply = Type.Object(
  { ...ChangedReply.properties, token: optional(token) },
  { title: 'RegisteredWebhook', description: 'A webhook with its secret, where it is new.' },
);
const RotatedReply = Type.Object(
  { ...properties, token, overlap_until: timestamp('Until when notifications are signed with the old secret too.') },
  { title: 'RotatedWebhook', description: 'A webhook with its new secret.' },
);
const WebhookList = Type.Object(
  { webhooks: listOf(WebhookReply, { description: 'Webhooks, newest first.' }) },
  { title: 'WebhookList', description: 'The webhooks of the account.' },
);
const rotateSecretArguments = {
  overlap_hours: optional(
    integer(
      {
        description:
          'How long the old secret stays valid; 24 hours by default. While the overlap of an earlier rotation runs, only 0 is taken: it ends both old secrets.',
        examples: [24],
      },
      { minimum: 0, maximum: longestOverlapHours },
    ),
  ),
};
const RotateSecret = Type.Object(rotateSecretArguments, {
  title: 'RotateSecret',
  description: 'How the secret is replaced.',
});

function presentWebhook(webhook: Webhook): Static<typeof WebhookReply> {
  return {
    id: webhook.id,
    url: webhook.url,
    enabled: webhook.enabled,
    environments: [...webhook.environments],
    events: listedEvents(webhook) as Static<typeof WebhookReply>['events'],
    ...(webhook.ordered ? { ordered: true } : {}),
    ...(webhook.maxPerSecond === null ? {} : { max_per_second: webhook.maxPerSecond }),
    href: `/v2/webhooks/${webhook.id}`,
  };
}

const presentChanged = ({ webhook, note: said }: Changed): Static<typeof ChangedReply> => ({
  ...presentWebhook(webhook),
  ...(said === null ? {} : { note: said }),
});

const webhookArguments = <S extends typeof UpdateWebhook | typeof RegisterWebhook>(call: ApiCall) => {
  const { max_per_second: maxPerSecond, ...given } = argumentsOf<S>(call);
  return { ...given, maxPerSecond };
};

const about = { tag: 'Webhooks' } as const;

export const webhookRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'POST',
    url: '/webhooks',
    operationId: 'registerWebhook',
    permission: 'manage_webhooks',
    summary: 'Register a webhook',
    orElse: { status: 200, when: 'The url was registered already: its webhook is updated, and no token told.' },
    body: RegisterWebhook,
    status: 201,
    answer: RegisteredReply,
    prepare: (call) => call.ctx.outgoing.checkUrl(argumentsOf<typeof RegisterWebhook>(call).url),
    async handle(call) {
      const registered = await registerWebhook(call.ctx, call.caller, webhookArguments<typeof RegisterWebhook>(call));
      const reply = presentChanged(registered);
      return registered.token === null ? ok(reply) : created({ ...reply, token: registered.token });
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/webhooks',
    operationId: 'listWebhooks',
    permission: 'read_webhooks',
    summary: 'List the webhooks of the account',
    answer: WebhookList,
    pages: 'whenAsked',
    handle: async (call) =>
      listedWhole(call, 'webhooks', (await listWebhooks(call.ctx, call.caller)).map(presentWebhook)),
  },
  {
    ...about,
    method: 'GET',
    url: '/webhooks/:webhook_id',
    operationId: 'readWebhook',
    permission: 'read_webhooks',
    summary: 'Read a webhook',
    answer: WebhookReply,
    handle: async (call) => ok(presentWebhook(await readWebhook(call.ctx, call.caller, call.params.webhook_id!))),
  },
  {
    ...about,
    method: 'PUT',
    url: '/webhooks/:webhook_id',
    operationId: 'updateWebhook',
    permission: 'manage_webhooks',
    summary: 'Update a webhook',
    description: 'Partial: what is left out stays.',
    body: UpdateWebhook,
    answer: ChangedReply,
    async handle(call) {
      const given = webhookArguments<typeof UpdateWebhook>(call);
      return ok(presentChanged(await updateWebhook(call.ctx, call.caller, call.params.webhook_id!, given)));
    },
  },
  {
    ...about,
    method: 'DELETE',
    url: '/webhooks/:webhook_id',
    operationId: 'deleteWebhook',
    permission: 'manage_webhooks',
    summary: 'Delete a webhook',
    description: 'Its deliveries go with it. One that live notifications go to is deleted with a live key only.',
    refusals: ['invalid_fields'],
    handle: (call) => done(deleteWebhook(call.ctx, call.caller, call.params.webhook_id!)),
  },
  {
    ...about,
    method: 'POST',
    url: '/webhooks/:webhook_id/rotate',
    operationId: 'rotateWebhookSecret',
    permission: 'manage_webhooks',
    summary: 'Rotate the secret of a webhook',
    description:
      'Until the overlap ends webhook-signature carries both secrets, and X-Signature uses the old one: a receiver of X-Signature must accept either.',
    body: RotateSecret,
    answer: RotatedReply,
    async handle(call) {
      const { overlap_hours } = argumentsOf<typeof RotateSecret>(call);
      const { webhook, token, overlapUntil } = await rotateWebhookSecret(
        call.ctx,
        call.caller,
        call.params.webhook_id!,
        {
          overlapHours: overlap_hours,
        },
      );
      return ok({ ...presentWebhook(webhook), token, overlap_until: toTimestamp(overlapUntil) });
    },
  },
];
