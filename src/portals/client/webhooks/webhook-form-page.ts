// The forms to add and change a webhook of either interface. They keep what was typed, and show every problem at its field.
import type { Ctx, Environment } from '../../../context.ts';
import { otherNotifiedEvents, subscribableEvents } from '../../../features/events/event-types.ts';
import { orderEventNames } from '../../../features/webhooks/order-event-types.ts';
import type { OrderWebhookArguments } from '../../../features/webhooks/order-webhook.ts';
import { changeOrderWebhook, createOrderWebhook } from '../../../features/webhooks/order-webhook-actions.ts';
import { interfacesFor, readSubscription, type Subscription } from '../../../features/webhooks/subscription-actions.ts';
import {
  type WebhookArguments,
  type WebhookInterface,
  webhookEnvironments,
} from '../../../features/webhooks/webhook.ts';
import { registerWebhook, updateWebhook } from '../../../features/webhooks/webhook-actions.ts';
import { type AddressNote, highestRate } from '../../../features/webhooks/webhook-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { idIn, type WebhookRequest } from '../../shared/webhooks/webhook-place.ts';
import { checkEventTexts, interfaceTexts, orderEventTexts } from '../../shared/webhooks/webhook-texts.ts';
import { showSecret } from './secret-page.ts';
import {
  hrefOf,
  liveCallerOf,
  type Reader,
  readerOf,
  secretIn,
  textIn,
  ticksIn,
  webhooksFrame,
  webhooksPath,
} from './webhook-request.ts';

interface WebhookForm {
  readonly url: string;
  readonly events: readonly string[];
  /** v1 only. */
  readonly token: string;
  /** These v2 only. */
  readonly environments: readonly string[];
  readonly enabled: boolean;
  readonly ordered: boolean;
  /** As it was typed. */
  readonly maxPerSecond: string;
}

const readForm = (request: WebhookRequest): WebhookForm => ({
  url: textIn(request, 'url'),
  events: ticksIn(request, 'events'),
  token: secretIn(request, 'token'),
  environments: ticksIn(request, 'environments'),
  enabled: ticksIn(request, 'enabled').length > 0,
  ordered: ticksIn(request, 'ordered').length > 0,
  maxPerSecond: textIn(request, 'max_per_second'),
});

const emptyForm = (environment: Environment): WebhookForm => ({
  url: '',
  events: [],
  token: '',
  environments: [environment === 'live' ? 'live' : 'sandbox'],
  enabled: true,
  ordered: false,
  maxPerSecond: '',
});

/** In v2 no ticked event means every event. */
function formOf({ interface: of, webhook }: Subscription, environment: Environment): WebhookForm {
  const form = { ...emptyForm(environment), url: webhook.url, events: webhook.events ?? [] };
  if (of === 'v1') return form;
  const { environments, enabled, ordered, maxPerSecond } = webhook;
  return { ...form, environments, enabled, ordered, maxPerSecond: maxPerSecond?.toString() ?? '' };
}

const orderArguments = ({ url, events, token }: WebhookForm): OrderWebhookArguments => ({
  url,
  events: orderEventNames.map((name) => ({ eventType: name, eventSubscribed: events.includes(name) })),
  token: token === '' ? undefined : token,
});

const checkArguments = ({ token: _, maxPerSecond: typed, ...form }: WebhookForm): WebhookArguments => ({
  ...form,
  // The rules refuse NaN with their own message.
  maxPerSecond: typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : Number.NaN,
});

/** By the interface's field: the form's field, and how a message about it begins. */
const fields: Readonly<Record<string, readonly [field: string, begins: string]>> = {
  callbackUri: ['url', 'The address'],
  url: ['url', 'The address'],
  events: ['events', 'The events'],
  environments: ['environments', 'The environments'],
  max_per_second: ['max_per_second', 'The rate limit'],
};

const formOrder = ['url', 'events', 'environments', 'max_per_second'];

/** The messages of empty fields, instead of the rules' messages. */
const emptyTexts = {
  url: 'Enter the address',
  events: 'Choose at least one event',
  environments: 'Choose live, test or both',
} as const satisfies Partial<Record<keyof WebhookForm, string>>;

function errorsOf(error: unknown, form: WebhookForm): FieldMessages {
  if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
  const empty = (Object.keys(emptyTexts) as (keyof typeof emptyTexts)[]).filter((field) => form[field].length === 0);
  const named = Object.entries(error.fields).map(([path, messages]) => {
    const [field, begins] = fields[path] ?? [path, 'It'];
    const missing = empty.find((one) => one === field);
    const texts = missing === undefined ? messages.map((message) => `${begins} ${message}`) : [emptyTexts[missing]];
    return [field, texts] as const;
  });
  const place = ([field]: (typeof named)[number]) => formOrder.indexOf(field);
  return Object.fromEntries(named.toSorted((one, other) => place(one) - place(other)));
}

interface ShownForm {
  readonly of: WebhookInterface;
  readonly form: WebhookForm;
  readonly errors?: FieldMessages;
  readonly before?: Subscription;
  /** The key of a new v1 webhook, so that a form that is sent twice adds one webhook. */
  readonly webhookKey?: string;
}

function formModel(reader: Reader, { of, form, errors, before, webhookKey }: ShownForm) {
  const { environment } = reader;
  const path = before === undefined ? '/new' : `/${before.webhook.id}/change`;
  const texts = of === 'v1' ? orderEventTexts : checkEventTexts;
  const kept = before?.interface === 'v1' ? before.webhook.events : [];
  return {
    ...webhooksFrame(reader),
    title: before === undefined ? `New webhook: ${interfaceTexts[of].toLowerCase()}` : 'Change this webhook',
    errors,
    of,
    form,
    highestRate,
    otherEvents: otherNotifiedEvents,
    webhookKey,
    isNew: before === undefined,
    hasToken: before?.interface === 'v1' && before.webhook.tokenHash !== null,
    action: hrefOf(environment, path, before === undefined ? { interface: of } : {}),
    back: {
      text: before === undefined ? 'Webhooks' : 'Back to the webhook',
      href: hrefOf(environment, before === undefined ? '' : `/${before.webhook.id}`),
    },
    eventItems: (of === 'v1' ? orderEventNames : subscribableEvents).map((name) => ({
      value: name,
      text: (texts as Readonly<Record<string, string>>)[name],
      hint: { text: kept.includes(name as (typeof kept)[number]) ? `${name}, cannot be removed` : name },
      checked: form.events.includes(name),
    })),
    environmentItems: webhookEnvironments.map((name) => ({
      value: name,
      text: name === 'live' ? 'Live' : 'Test',
      checked: form.environments.includes(name),
    })),
    liveWaits:
      before?.interface === 'v2' && before.webhook.environments.includes('live') && !before.webhook.liveConfirmed,
  };
}

const changePath = `${webhooksPath}/:webhook_id/change`;

const template = 'client/webhooks/webhook-form.njk';

interface Made {
  readonly id: string;
  /** The secret of a new webhook; null where it existed already. */
  readonly secret: string | null;
  readonly note?: string | null;
  /** The banner on the webhook's page. */
  readonly notice: 'changed' | 'unresolved' | 'unchanged';
}

const noticeOf = (note: AddressNote) => (note === null ? 'changed' : 'unresolved');

async function make(ctx: Ctx, request: WebhookRequest, reader: Reader, of: WebhookInterface): Promise<Made> {
  const form = readForm(request);
  if (of === 'v2') {
    const { webhook, token, note } = await registerWebhook(ctx, liveCallerOf(reader), checkArguments(form));
    return { id: webhook.id, secret: token, note, notice: noticeOf(note) };
  }
  const key = webhookKeyIn(request) ?? ctx.newId();
  try {
    const { webhook, signingSecret, note } = await createOrderWebhook(ctx, reader.caller, key, orderArguments(form));
    return { id: webhook.id, secret: signingSecret, note, notice: 'unchanged' };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'already_taken') throw error;
    return { id: key, secret: null, notice: 'unchanged' };
  }
}

function webhookKeyIn(request: WebhookRequest): string | undefined {
  const key = textIn(request, 'webhook_key').toLowerCase();
  return isUuid(key) ? key : undefined;
}

export function webhookFormPages(pages: Pages<'client'>, ctx: Ctx): void {
  const asked = (request: WebhookRequest, reader: Reader): WebhookInterface | undefined => {
    const choices = interfacesFor(reader.caller);
    return choices.length === 1 ? choices[0] : choices.find((one) => one === request.query.interface);
  };

  pages.get(
    `${webhooksPath}/new`,
    { permission: 'manage_webhooks', stepUp: 'secrets' },
    async (request: WebhookRequest, reply, user) => {
      const reader = readerOf(request, user);
      const { environment } = reader;
      const of = asked(request, reader);
      if (of !== undefined) {
        const shown = { of, form: emptyForm(environment), webhookKey: ctx.newId() };
        return renderPage(request, reply, template, formModel(reader, shown));
      }
      const wasSent = request.query.interface !== undefined || request.query.next !== undefined;
      return renderPage(request, reply, 'client/webhooks/webhook-choice.njk', {
        ...webhooksFrame(reader),
        title: 'What should the webhook notify you about?',
        back: { text: 'Webhooks', href: hrefOf(environment) },
        errors: wasSent ? { interface: ['Choose what the webhook should notify you about'] } : undefined,
        action: `${webhooksPath}/new`,
      });
    },
  );

  pages.post(
    `${webhooksPath}/new`,
    // The key of the form names the webhook that was made.
    { permission: 'manage_webhooks', stepUp: 'secrets', isRepeatable: true },
    async (request: WebhookRequest, reply, user) => {
      const reader = readerOf(request, user);
      const of = asked(request, reader);
      if (of === undefined) throw new Refusal('not_found');
      try {
        const { id, secret, note, notice } = await make(ctx, request, reader, of);
        if (secret !== null) return await showSecret(request, reply, reader, { id, secret, note, of, isNew: true });
        return reply.redirect(hrefOf(reader.environment, `/${id}`, { notice }), 303);
      } catch (error) {
        const form = readForm(request);
        const shown = { of, form, errors: errorsOf(error, form), webhookKey: webhookKeyIn(request) ?? '' };
        return renderPage(request, reply.status(422), template, formModel(reader, shown));
      }
    },
  );

  pages.get(changePath, { permission: 'manage_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const before = await readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
    const shown = { of: before.interface, form: formOf(before, reader.environment), before };
    return renderPage(request, reply, template, formModel(reader, shown));
  });

  pages.post(changePath, { permission: 'manage_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const before = await readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
    const { id } = before.webhook;
    const form = readForm(request);
    try {
      const { note } =
        before.interface === 'v1'
          ? await changeOrderWebhook(ctx, reader.caller, id, orderArguments(form))
          : await updateWebhook(ctx, liveCallerOf(reader), id, checkArguments(form));
      return reply.redirect(hrefOf(reader.environment, `/${id}`, { notice: noticeOf(note) }), 303);
    } catch (error) {
      const shown = { of: before.interface, form, before, errors: errorsOf(error, form) };
      return renderPage(request, reply.status(422), template, formModel(reader, shown));
    }
  });
}
