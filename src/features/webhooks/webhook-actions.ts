// Registers, lists, reads, updates and deletes v2 webhooks, and rotates their secrets.
import { type Authority, type Caller, type Ctx, type Environment, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { EventName } from '../events/event-types.ts';
import {
  type Webhook,
  type WebhookArguments,
  type WebhookEnvironment,
  type WebhookInterface,
  webhookEnvironments,
} from './webhook.ts';
import { markWebhooksDeleted, removeWebhook } from './webhook-deletion-store.ts';
import {
  type AddressNote,
  addressNote,
  argumentProblems,
  liveOnlyProblems,
  liveProblems,
  noteOf,
  overlapProblems,
  settingsOfNew,
  type WebhookSettings,
  webhookAt,
  withArguments,
} from './webhook-rules.ts';
import { newWebhookSecret } from './webhook-secrets.ts';
import {
  findWebhook,
  findWebhookOf,
  findWebhooks,
  insertWebhook,
  lockWebhooks,
  replaceSecret,
  type StoredSettings,
  updateWebhookRow,
  type WebhookRow,
} from './webhook-store.ts';

const storedAs: Readonly<Record<WebhookEnvironment, Environment>> = { live: 'live', sandbox: 'test' };

function toStored(settings: WebhookSettings): StoredSettings {
  return { ...settings, environments: settings.environments.map((environment) => storedAs[environment]) };
}

function toWebhook({
  id,
  url,
  enabled,
  liveConfirmed,
  events,
  ordered,
  maxPerSecond,
  createdAt,
  ...row
}: Omit<WebhookRow, 'sealedSecret' | 'previousSecretUntil'>): Webhook {
  const environments = webhookEnvironments.filter((each) => row.environments.includes(storedAs[each]));
  return { id, url, enabled, environments, liveConfirmed, events, ordered, maxPerSecond, createdAt };
}

/** @param settings what it is subscribed to from now on, by which we later explain why it did not get an event */
function storeWebhookEvent(
  tx: Ctx,
  caller: Caller,
  type: EventName,
  resourceId: string,
  settings?: StoredSettings,
): Promise<void> {
  const { enabled, environments, liveConfirmed, events } = settings ?? {};
  const detail = settings === undefined ? {} : { enabled, environments, liveConfirmed, events };
  return storeEvents(tx, caller, [{ type, resourceId, detail }]);
}

/** Refuses with all problems at once, including the url's address. A name that does not resolve now is checked at each attempt. */
async function refuseInvalid(ctx: Ctx, given: WebhookArguments, of: { readonly isNew: boolean }): Promise<AddressNote> {
  const problems = argumentProblems(given, of);
  const verdict = given.url === undefined || problems.has('url') ? undefined : await ctx.outgoing.checkUrl(given.url);
  if (verdict?.kind === 'refused') problems.add('url', verdict.message);
  problems.refuse('invalid_fields');
  return addressNote(verdict);
}

export interface Changed {
  readonly webhook: Webhook;
  readonly note: string | null;
}

export interface Registered extends Changed {
  /** The secret's text, shown only once; null where the url was registered already. */
  readonly token: string | null;
}

/** A limit, because each status change makes a delivery for every webhook (ours). */
const webhooksAtMost = 100;

/** A url that is registered already updates its webhook (decisions, Webhooks and environments). */
export async function registerWebhook(ctx: Ctx, caller: Caller, given: WebhookArguments): Promise<Registered> {
  demand(caller, 'manage_webhooks');
  const address = await refuseInvalid(ctx, given, { isNew: true });
  const url = given.url!;
  const key = await ctx.keys.forAccount(caller.accountId);
  const { accountId } = caller;
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, accountId);
    const registered = await findWebhooks(tx.db, accountId);
    const before = webhookAt(registered, url);
    if (before !== undefined) return { ...(await change(tx, caller, before, given, address)), token: null };
    if (registered.length >= webhooksAtMost) {
      throw new Refusal('invalid_fields', {
        url: [`is one too many: an account has at most ${webhooksAtMost} webhooks`],
      });
    }
    const id = tx.newId();
    const secret = newWebhookSecret(key, id);
    const settings = settingsOfNew(url, given, caller.environment === 'live');
    const row = { ...toStored(settings), accountId, id, sealedSecret: secret.sealed, createdAt: tx.now() };
    await insertWebhook(tx.db, row);
    await storeWebhookEvent(tx, caller, 'webhook.created', id, row);
    const webhook = toWebhook(row);
    return { webhook, token: secret.text, note: noteOf(webhook, address) };
  });
}

async function change(
  tx: Ctx,
  caller: Caller,
  row: WebhookRow,
  given: WebhookArguments,
  address: AddressNote,
): Promise<Changed> {
  const before = toWebhook(row);
  if (caller.environment !== 'live') liveProblems(before, given).refuse('invalid_fields');
  const settings = withArguments(before, given, caller.environment === 'live');
  if (settings.url !== before.url) {
    const named = webhookAt(await findWebhooks(tx.db, caller.accountId), settings.url);
    if (named !== undefined && named.id !== row.id) {
      throw new Refusal('invalid_fields', { url: ['has already been taken'] });
    }
  }
  const stored = toStored(settings);
  await updateWebhookRow(tx.db, caller.accountId, row.id, stored);
  await storeWebhookEvent(tx, caller, 'webhook.changed', row.id, stored);
  const webhook = { ...before, ...settings };
  return { webhook, note: noteOf(webhook, address) };
}

type WebhookReader = Pick<Caller, 'accountId'> & Authority;

export async function listWebhooks(ctx: Ctx, caller: WebhookReader): Promise<Webhook[]> {
  demand(caller, 'read_webhooks');
  return (await findWebhooks(ctx.db, caller.accountId)).map(toWebhook);
}

export async function readWebhook(ctx: Ctx, caller: WebhookReader, id: string): Promise<Webhook> {
  demand(caller, 'read_webhooks');
  const row = await findWebhook(ctx.db, caller.accountId, id);
  if (row === undefined) throw new Refusal('not_found');
  return toWebhook(row);
}

export async function updateWebhook(ctx: Ctx, caller: Caller, id: string, given: WebhookArguments): Promise<Changed> {
  demand(caller, 'manage_webhooks');
  // Before the arguments are checked: a caller of another account gets 404 whatever the arguments are.
  await readWebhook(ctx, caller, id);
  const address = await refuseInvalid(ctx, given, { isNew: false });
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, caller.accountId);
    const row = await findWebhook(tx.db, caller.accountId, id);
    if (row === undefined) throw new Refusal('not_found');
    return change(tx, caller, row, given, address);
  });
}

function refuseTestKey(caller: Caller, row: WebhookRow, done: 'deleted' | 'rotated'): void {
  if (caller.environment !== 'live') liveOnlyProblems(toWebhook(row), done).refuse('invalid_fields');
}

/** Deletes its deliveries and their attempts too. A webhook that gets live notifications can be deleted with a live key only. */
export function deleteWebhook(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  demand(caller, 'manage_webhooks');
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, caller.accountId);
    const row = await findWebhook(tx.db, caller.accountId, id);
    if (row === undefined) throw new Refusal('not_found');
    refuseTestKey(caller, row, 'deleted');
    await removeWebhook(tx.db, caller.accountId, id);
    await storeWebhookEvent(tx, caller, 'webhook.deleted', id);
  });
}

/** Nothing of the account is delivered any more. Returns how many there were. */
export async function endWebhooks(tx: Ctx, caller: Caller): Promise<number> {
  await lockWebhooks(tx.db, caller.accountId);
  const ended = await markWebhooksDeleted(tx.db, caller.accountId);
  for (const id of ended) await storeWebhookEvent(tx, caller, 'webhook.deleted', id);
  return ended.length;
}

const usualOverlapHours = 24;

export interface Rotated {
  readonly webhook: Webhook;
  readonly token: string;
  /** Until then X-Signature uses the old secret and webhook-signature carries both. */
  readonly overlapUntil: Date;
}

/**
 * A secret that signs live notifications is given to live keys only. At most two secrets sign at a time: while a rotation
 * overlaps, only one without overlap is accepted, for a secret that has leaked.
 */
export async function rotateWebhookSecret(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { overlapHours = usualOverlapHours }: { readonly overlapHours?: number | undefined } = {},
  of: WebhookInterface = 'v2',
): Promise<Rotated> {
  demand(caller, 'manage_webhooks');
  const key = await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await lockWebhooks(tx.db, caller.accountId);
    const row = await findWebhookOf(tx.db, caller, id, of);
    if (row === undefined) throw new Refusal('not_found');
    refuseTestKey(caller, row, 'rotated');
    overlapProblems(overlapHours, row.previousSecretUntil, tx.now()).refuse('invalid_fields');
    const secret = newWebhookSecret(key, row.id);
    const overlapUntil = new Date(tx.now().getTime() + overlapHours * 3_600_000);
    await replaceSecret(tx.db, caller.accountId, id, { sealedSecret: secret.sealed, previousUntil: overlapUntil });
    await storeEvents(tx, caller, [{ type: 'webhook.changed', resourceId: id, detail: { secret_rotated: true } }]);
    return { webhook: toWebhook(row), token: secret.text, overlapUntil };
  });
}
