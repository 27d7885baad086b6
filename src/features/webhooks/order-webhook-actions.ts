// Creates, lists, reads, changes and deletes v1 webhooks, and lists what was sent to them.
import { type Authority, type Caller, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { type Problems, Refusal } from '../../lib/refusal.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { EventName } from '../events/event-types.ts';
import { type OrderEventType, orderEventType } from './order-event-types.ts';
import type { OrderWebhook, OrderWebhookArguments } from './order-webhook.ts';
import {
  eventsOfStored,
  orderWebhookProblems,
  storedEvents,
  subscribedEvents,
  tokenHashAfter,
} from './order-webhook-rules.ts';
import {
  findOrderWebhook,
  findOrderWebhooks,
  findSent,
  insertOrderWebhook,
  type OrderWebhookRow,
  updateOrderWebhook,
} from './order-webhook-store.ts';
import { markWebhookDeleted, purgeDeletedWebhook } from './webhook-deletion-store.ts';
import { type AddressNote, addressNote } from './webhook-rules.ts';
import { newWebhookSecret, openAuthorisationHash, sealAuthorisationHash } from './webhook-secrets.ts';
import { lockWebhooks } from './webhook-store.ts';

function toOrderWebhook(key: AccountKey, row: OrderWebhookRow): OrderWebhook {
  const { id, url, events, sealedAuthorisationHash, createdAt } = row;
  const tokenHash = sealedAuthorisationHash === null ? null : openAuthorisationHash(key, id, sealedAuthorisationHash);
  return { id, url, events: eventsOfStored(events), tokenHash, createdAt };
}

const sealedHash = (key: AccountKey, id: string, hash: string | null) =>
  hash === null ? null : sealAuthorisationHash(key, id, hash);

/** @param subscribed our event types that it is subscribed to from now on, by which we later explain why it did not get an event */
const storeWebhookEvent = (tx: Ctx, caller: Caller, type: EventName, id: string, subscribed?: readonly string[]) =>
  storeEvents(tx, caller, [
    {
      type,
      resourceId: id,
      ...(subscribed === undefined
        ? {}
        : {
            detail: {
              enabled: true,
              environments: [caller.environment],
              liveConfirmed: caller.environment === 'live',
              events: subscribed,
            },
          }),
    },
  ]);

/** Refuses with all problems at once, including the url's address. A name that does not resolve now is checked at each attempt. */
async function refuseInvalid(
  ctx: Ctx,
  given: OrderWebhookArguments,
  before: readonly OrderEventType[],
  found?: Problems,
): Promise<AddressNote> {
  const problems = orderWebhookProblems(given, before, found);
  const verdict = problems.has('callbackUri') ? undefined : await ctx.outgoing.checkUrl(given.url);
  if (verdict?.kind === 'refused') problems.add('callbackUri', verdict.message);
  problems.refuse('invalid_fields');
  return addressNote(verdict);
}

/** A limit, because each status change makes a delivery for every webhook (ours). */
const webhooksAtMost = 100;

export interface ChangedOrderWebhook {
  readonly webhook: OrderWebhook;
  readonly note: AddressNote;
}

export interface CreatedOrderWebhook extends ChangedOrderWebhook {
  /** For the Standard Webhooks headers; shown only once. */
  readonly signingSecret: string;
}

/**
 * @param webhookKey the client's own, in lower case. Refuses with `already_taken` a key that the account has, or had in its
 *   other environment.
 * @param found problems of the arguments, to be reported with all others
 */
export async function createOrderWebhook(
  ctx: Ctx,
  caller: Caller,
  webhookKey: string | undefined,
  given: OrderWebhookArguments,
  found?: Problems,
): Promise<CreatedOrderWebhook> {
  demand(caller, 'manage_webhooks');
  const note = await refuseInvalid(ctx, given, [], found);
  const key = await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, caller.accountId);
    if ((await findOrderWebhooks(tx.db, caller)).length >= webhooksAtMost) {
      throw new Refusal('invalid_fields', {
        callbackUri: [`is one too many: an environment has at most ${webhooksAtMost} webhooks`],
      });
    }
    const id = webhookKey ?? tx.newId();
    const secret = newWebhookSecret(key, id);
    const row = {
      id,
      url: given.url,
      events: storedEvents(subscribedEvents(given)),
      sealedAuthorisationHash: sealedHash(key, id, tokenHashAfter(null, given.token)),
      createdAt: tx.now(),
    };
    const { accountId, environment } = caller;
    await purgeDeletedWebhook(tx.db, caller, id);
    if (!(await insertOrderWebhook(tx.db, { ...row, accountId, environment, sealedSecret: secret.sealed }))) {
      throw new Refusal('already_taken', { webhookKey: ['has already been taken'] });
    }
    await storeWebhookEvent(tx, caller, 'webhook.created', id, row.events);
    return { webhook: toOrderWebhook(key, row), signingSecret: secret.text, note };
  });
}

export async function listOrderWebhooks(ctx: Ctx, reader: Tenant & Authority): Promise<OrderWebhook[]> {
  demand(reader, 'read_webhooks');
  const key = await ctx.keys.forAccount(reader.accountId);
  return (await findOrderWebhooks(ctx.db, reader)).map((row) => toOrderWebhook(key, row));
}

export async function readOrderWebhook(ctx: Ctx, reader: Tenant & Authority, id: string): Promise<OrderWebhook> {
  demand(reader, 'read_webhooks');
  const row = await findOrderWebhook(ctx.db, reader, id);
  if (row === undefined) throw new Refusal('not_found');
  return toOrderWebhook(await ctx.keys.forAccount(reader.accountId), row);
}

/**
 * Replaces all settings. The token may be left out; an event that is subscribed to may not.
 * @param found problems of the arguments, to be reported with all others
 */
export async function changeOrderWebhook(
  ctx: Ctx,
  caller: Caller,
  id: string,
  given: OrderWebhookArguments,
  found?: Problems,
): Promise<ChangedOrderWebhook> {
  demand(caller, 'manage_webhooks');
  // Before the arguments are checked: a caller of another account gets 404 whatever the arguments are.
  const note = await refuseInvalid(ctx, given, (await readOrderWebhook(ctx, caller, id)).events, found);
  const key = await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, caller.accountId);
    const before = await readOrderWebhook(tx, caller, id);
    orderWebhookProblems(given, before.events).refuse('invalid_fields');
    const events = subscribedEvents(given);
    const tokenHash = tokenHashAfter(before.tokenHash, given.token);
    const stored = storedEvents(events);
    const sealedAuthorisationHash = sealedHash(key, before.id, tokenHash);
    await updateOrderWebhook(tx.db, caller, { id, url: given.url, events: stored, sealedAuthorisationHash });
    await storeWebhookEvent(tx, caller, 'webhook.changed', id, stored);
    return { webhook: { ...before, url: given.url, events, tokenHash }, note };
  });
}

/** Its history stays; nothing more is sent to it. */
export function deleteOrderWebhook(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  demand(caller, 'manage_webhooks');
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, caller.accountId);
    if ((await findOrderWebhook(tx.db, caller, id)) === undefined) throw new Refusal('not_found');
    await markWebhookDeleted(tx.db, caller.accountId, id);
    await storeWebhookEvent(tx, caller, 'webhook.deleted', id);
  });
}

export interface SentNotification {
  readonly orderId: number;
  readonly eventType: OrderEventType;
  readonly url: string;
  readonly tokenHash: string | null;
  readonly triggeredAt: Date;
}

const historyMs = 30 * 24 * 3_600_000;
const historyAtMost = 10_000;

/** The notifications of the last 30 days, newest first (interface, Webhook history). */
export async function listSentNotifications(ctx: Ctx, reader: Tenant & Authority): Promise<SentNotification[]> {
  demand(reader, 'read_webhooks');
  const since = new Date(ctx.now().getTime() - historyMs);
  const key = await ctx.keys.forAccount(reader.accountId);
  const rows = await findSent(ctx.db, reader, { since, atMost: historyAtMost });
  return rows.flatMap(({ orderId, type, url, sealedHash, webhookId, createdAt }) => {
    const eventType = orderEventType(type);
    if (eventType === undefined) return [];
    const tokenHash = sealedHash === null ? null : openAuthorisationHash(key, webhookId, sealedHash);
    return [{ orderId, eventType, url, tokenHash, triggeredAt: createdAt }];
  });
}
