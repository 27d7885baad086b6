// Webhooks on the wire of interface v1: schema, presenter and routes (interface, Webhook v1).
import { orderEventNames } from '../../features/webhooks/order-event-types.ts';
import type { OrderWebhook, OrderWebhookArguments } from '../../features/webhooks/order-webhook.ts';
import {
  type ChangedOrderWebhook,
  changeOrderWebhook,
  createOrderWebhook,
  deleteOrderWebhook,
  listOrderWebhooks,
  listSentNotifications,
  readOrderWebhook,
  type SentNotification,
} from '../../features/webhooks/order-webhook-actions.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { type ApiCall, created, done, ok } from '../shared/route.ts';
import {
  exampleId,
  flag,
  id,
  integer,
  listOf,
  nullableText,
  oneOf,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { queryValue, readArguments, type V1Route } from './route.ts';

const hash = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';
const eventType = oneOf(orderEventNames, { description: 'A type of event.', examples: ['OrderComplete'] });
const WebhookEvent = Type.Object(
  {
    eventType,
    eventSubscribed: flag({ description: 'Whether the webhook is subscribed to it.', examples: [true] }),
  },
  { title: 'WebhookEvent', description: 'A type of event, and whether it triggers the webhook.' },
);
const callbackUri = text({ description: 'Endpoint it is sent to; https.', examples: ['https://example.com/orders'] });
const webhookKey = text({ description: 'Unique reference of the webhook.', examples: [exampleId] });
const example = {
  events: [{ eventType: 'OrderComplete', eventSubscribed: true }],
  authorisationToken: 'test',
  callbackUri: 'https://example.com/orders',
};

/** Any text (interface); it is only hashed, so that far more than anybody's token fits. */
const longestToken = 65_536;

const given = {
  events: listOf(WebhookEvent, { description: 'What triggers it.' }),
  authorisationToken: optional(
    nullableText(
      {
        description:
          'Any text: its SHA-1 goes out as `X-Signature`. On a change, left out or said back as its hash, it stays.',
        examples: ['test'],
      },
      { maxLength: longestToken },
    ),
  ),
  callbackUri,
};
const CreateWebhook = Type.Object(
  {
    webhookKey: optional(
      nullableText({ description: 'A GUID of your choice; ours where left out.', examples: [exampleId] }),
    ),
    ...given,
  },
  { title: 'CreateWebhook', description: 'Where notifications go, and what triggers them.', examples: [example] },
);
const ChangeWebhook = Type.Object(
  { webhookKey, ...given },
  {
    title: 'ChangeWebhook',
    description: 'The webhook, said anew: no event that it is subscribed to may be missing.',
    examples: [{ webhookKey: exampleId, ...example }],
  },
);
const answered = {
  webhookKey,
  events: listOf(WebhookEvent, { description: 'Every type of event.' }),
  authorisationToken: text({ description: 'SHA-1 of the token, empty where there is none.', examples: [hash] }),
  callbackUri,
};
const WebhookReply = Type.Object(answered, { title: 'OrderWebhook', description: 'A webhook.' });
const ChangedReply = Type.Object(
  {
    ...answered,
    note: optional(
      text({
        description: 'Only where the name of the callbackUri does not resolve now: that, and what follows (ours).',
        examples: ['The host name of the url does not resolve now.'],
      }),
    ),
  },
  { title: 'ChangedOrderWebhook', description: 'A webhook as it is now.' },
);
const CreatedReply = Type.Object(
  {
    ...ChangedReply.properties,
    signingSecret: text({
      description: 'Secret of the Standard Webhooks headers; told once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { title: 'CreatedOrderWebhook', description: 'A webhook with its secret.' },
);
const WebhookList = Type.Array(WebhookReply, { title: 'OrderWebhookList', description: 'Webhooks, newest first.' });
const HistoryItem = Type.Object(
  {
    orderId: integer({ description: 'Order that triggered the webhook.', examples: [1001] }),
    eventType,
    callbackUri,
    authorisationToken: text({ description: 'SHA-1 that went out with it.', examples: [hash] }),
    webhookSentDate: timestamp('When the webhook was triggered.'),
  },
  { title: 'WebhookHistory', description: 'A notification.' },
);
const History = Type.Array(HistoryItem, {
  title: 'WebhookHistoryList',
  description: 'What the last 30 days triggered, newest first, at most 10,000.',
});

const presentWebhook = (webhook: OrderWebhook): Static<typeof WebhookReply> => ({
  webhookKey: webhook.id,
  events: orderEventNames.map((name) => ({ eventType: name, eventSubscribed: webhook.events.includes(name) })),
  authorisationToken: webhook.tokenHash ?? '',
  callbackUri: webhook.url,
});

const presentChanged = ({ webhook, note }: ChangedOrderWebhook): Static<typeof ChangedReply> => ({
  ...presentWebhook(webhook),
  ...(note === null ? {} : { note }),
});

const presentSent = (sent: SentNotification): Static<typeof HistoryItem> => ({
  orderId: sent.orderId,
  eventType: sent.eventType,
  callbackUri: sent.url,
  authorisationToken: sent.tokenHash ?? '',
  webhookSentDate: toTimestamp(sent.triggeredAt),
});

const settingsOf = ({
  callbackUri: url = '',
  events = [],
  authorisationToken,
}: Partial<Static<typeof CreateWebhook>>): OrderWebhookArguments => ({
  url,
  events,
  token: authorisationToken ?? undefined,
});

async function create(call: ApiCall) {
  const { given, problems } = readArguments<typeof CreateWebhook>(call);
  const { webhookKey: key, ...rest } = given;
  if (typeof key === 'string' && !isUuid(key)) problems.add('webhookKey', 'is not a GUID');
  const made = await createOrderWebhook(call.ctx, call.caller, key?.toLowerCase(), settingsOf(rest), problems);
  return created({ ...presentChanged(made), signingSecret: made.signingSecret });
}

/** A key that cannot be one is not found, without asking the database. */
function keyOf(text: unknown): string {
  if (text === undefined || text === null || text === '') {
    throw new Refusal('invalid_fields', { webhookKey: ["can't be blank"] });
  }
  if (!isUuid(text)) throw new Refusal('not_found');
  return text.toLowerCase();
}

/** From the query, a body that has it, or a body that is it (decisions, Webhook). */
function namedKey(call: ApiCall): string {
  const body = call.body.json;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    const [, value] = Object.entries(body).find(([name]) => name.toLowerCase() === 'webhookkey') ?? [];
    if (value !== undefined) return keyOf(value);
  }
  return keyOf(queryValue(call, 'webhookKey') ?? (typeof body === 'object' ? undefined : body));
}

const about = { tag: 'Webhooks' } as const;
const url = '/webhooks/webhook';

export const webhookRoutes: readonly V1Route[] = [
  {
    ...about,
    method: 'POST',
    url,
    operationId: 'createOrderWebhook',
    permission: 'manage_webhooks',
    summary: 'Create a webhook',
    body: CreateWebhook,
    status: 201,
    answer: CreatedReply,
    refusals: ['already_taken'],
    prepare: (call) => call.ctx.outgoing.checkUrl(settingsOf(readArguments<typeof CreateWebhook>(call).given).url),
    handle: create,
  },
  {
    ...about,
    method: 'PUT',
    url,
    operationId: 'changeOrderWebhook',
    permission: 'manage_webhooks',
    summary: 'Change a webhook',
    description: 'Events cannot be unsubscribed from: delete the webhook instead.',
    body: ChangeWebhook,
    answer: ChangedReply,
    refusals: ['not_found'],
    async handle(call) {
      const { given, problems } = readArguments<typeof ChangeWebhook>(call);
      const { webhookKey: key, ...rest } = given;
      const changed = await changeOrderWebhook(call.ctx, call.caller, keyOf(key), settingsOf(rest), problems);
      return ok(presentChanged(changed));
    },
  },
  {
    ...about,
    method: 'GET',
    url: `${url}/list`,
    operationId: 'listOrderWebhooks',
    permission: 'read_webhooks',
    summary: 'List the webhooks',
    answer: WebhookList,
    handle: async ({ ctx, caller }) => ok((await listOrderWebhooks(ctx, caller)).map(presentWebhook)),
  },
  {
    ...about,
    method: 'GET',
    url: `${url}/history`,
    operationId: 'listWebhookHistory',
    permission: 'read_webhooks',
    summary: 'List what was sent to the webhooks',
    answer: History,
    handle: async ({ ctx, caller }) => ok((await listSentNotifications(ctx, caller)).map(presentSent)),
  },
  {
    ...about,
    method: 'GET',
    url: `${url}/:WebhookKey`,
    ids: { WebhookKey: 'uuid' },
    operationId: 'readOrderWebhook',
    permission: 'read_webhooks',
    summary: 'Read a webhook',
    answer: WebhookReply,
    handle: async ({ ctx, caller, params }) =>
      ok(presentWebhook(await readOrderWebhook(ctx, caller, params.WebhookKey!))),
  },
  {
    ...about,
    method: 'DELETE',
    url,
    operationId: 'deleteOrderWebhook',
    permission: 'manage_webhooks',
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it; its history stays until its key is used for another webhook.',
    query: Type.Object({ webhookKey: id('Unique reference of the webhook.') }),
    // Or in a body: `{"webhookKey"}`, or the key alone as a JSON string.
    readsBody: true,
    refusals: ['not_found', 'invalid_fields', 'unsupported_media_type'],
    handle: (call) => done(deleteOrderWebhook(call.ctx, call.caller, namedKey(call))),
  },
];
