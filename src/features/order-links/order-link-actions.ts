// Links that a client gives to candidates: made, listed, stopped, and the orders for who gave their names by them.
import { type Caller, type Ctx, inTransaction, type OrderScope, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { homeOf } from '../access/scope-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { tokenOf } from '../mailed-links/link-tokens.ts';
import {
  type BulkCaller,
  type BulkItem,
  type BulkRow,
  placeBulkOrder,
  uploadBulkOrder,
} from '../orders/bulk-order-actions.ts';
import { type LinkPerson, openPerson } from './link-person.ts';
import { type LinkStanding, linkProblems, standingOf, type TypedLink, WAITING_DAYS } from './order-link-rules.ts';
import {
  countWaitingCandidates,
  deleteCandidatesGivenBefore,
  deleteWaitingCandidates,
  findOrderLink,
  findOrderLinks,
  findWaitingCandidates,
  forgetErased,
  forgetOrdered,
  holdOrderLink,
  insertOrderLink,
  type OrderLinkRow,
  stopOrderLinkRow,
  storeReleased,
} from './order-link-store.ts';

/** More are not listed. */
const LISTED_AT_MOST = 100;

/** What each candidate is ordered, as the inputs of the order form say it. */
type OrderInputs = Readonly<Record<string, readonly string[]>>;

interface Details {
  readonly name: string;
  readonly inputs: OrderInputs;
}

export interface OrderLink extends Details {
  readonly id: string;
  readonly subsidiaryId: string | null;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly lastDay: IsoDate;
  readonly most: number;
  readonly standing: LinkStanding;
  readonly named: number;
  readonly ordered: number;
  readonly waiting: number;
}

const PURPOSE = 'order_links.details';

export function openOrderLink(
  key: AccountKey,
  caller: Pick<Caller, 'environment' | 'clockOffsetSeconds'>,
  ctx: Pick<Ctx, 'now'>,
  row: OrderLinkRow,
): OrderLink {
  const { id, named, ordered, waiting, last_day: lastDay, most_candidates: most } = row;
  const place = sealedId(caller.environment, id);
  const details: Details = JSON.parse(key.open(PURPOSE, place, row.sealed_details).toString('utf8'));
  const isStopped = row.stopped_at !== null || row.is_closed;
  return {
    ...{ id, ...details, lastDay, most, named, ordered, waiting },
    ...{ subsidiaryId: row.subsidiary_id, madeBy: row.created_by_name, madeAt: row.created_at },
    standing: standingOf({ isStopped, lastDay, most, named }, todayFor(ctx, caller)),
  };
}

/** By `name`, `lastDay` and `most`; empty if it can be made. */
export function orderLinkProblems(ctx: Ctx, caller: Caller, typed: TypedLink): FieldMessages {
  demand(caller, 'order_checks');
  return linkProblems(typed, todayFor(ctx, caller)).fields;
}

/** The caller has judged the inputs as an order. Returns the id. */
export async function createOrderLink(
  ctx: Ctx,
  caller: BulkCaller,
  { inputs, ...typed }: TypedLink & { readonly inputs: OrderInputs },
): Promise<string> {
  demand(caller, 'order_checks');
  linkProblems(typed, todayFor(ctx, caller)).refuse('invalid_fields');
  const { accountId, environment, userId } = caller;
  const key = await ctx.keys.forAccount(accountId);
  const id = ctx.newId();
  const details: Details = { name: typed.name.trim(), inputs };
  await inTransaction(ctx, async (tx) => {
    await insertOrderLink(tx.db, {
      ...{ accountId, environment, id, subsidiaryId: homeOf(caller), createdBy: userId, lastDay: typed.lastDay },
      sealedDetails: key.seal(PURPOSE, sealedId(environment, id), JSON.stringify(details)),
      most: Number(typed.most),
      createdAt: timeFor(tx, caller),
    });
    await storeAccountEvent(tx, accountId, caller, {
      type: 'account.order_link_created',
      resourceId: accountId,
      detail: { link_id: id },
    });
  });
  return id;
}

/** Its address: whoever has it may give their name. */
export async function orderLinkUri(ctx: Ctx, caller: Caller, id: string): Promise<string> {
  demand(caller, 'order_checks');
  const { accountId, environment } = caller;
  return `${ctx.settings.candidateUrl}/start/${await tokenOf(ctx, 'order', { accountId, environment, subjectId: id })}`;
}

export async function listOrderLinks(ctx: Ctx, caller: Caller & OrderScope): Promise<OrderLink[]> {
  demand(caller, 'order_checks');
  const key = await ctx.keys.forAccount(caller.accountId);
  return (await findOrderLinks(ctx.db, caller, LISTED_AT_MOST)).map((row) => openOrderLink(key, caller, ctx, row));
}

/** Refuses with `not_found`. */
export async function readOrderLink(ctx: Ctx, caller: Caller & OrderScope, id: string): Promise<OrderLink> {
  demand(caller, 'order_checks');
  const row = await findOrderLink(ctx.db, caller, id);
  if (row === undefined) throw new Refusal('not_found');
  return openOrderLink(await ctx.keys.forAccount(caller.accountId), caller, ctx, row);
}

/** Those who gave their names and wait stay. Stopping it again changes nothing. */
export async function stopOrderLink(ctx: Ctx, caller: Caller & OrderScope, id: string): Promise<void> {
  await readOrderLink(ctx, caller, id);
  await inTransaction(ctx, async (tx) => {
    if (!(await stopOrderLinkRow(tx.db, caller, id, timeFor(tx, caller)))) return;
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.order_link_stopped',
      resourceId: caller.accountId,
      detail: { link_id: id },
    });
  });
}

export interface WaitingCandidate extends LinkPerson {
  readonly id: string;
  readonly givenAt: Date;
  /** Why the order that was released could not be placed, by field of interface v1. */
  readonly problems: FieldMessages | null;
}

/** Those for whom the client has not ordered, in the order in which they came. */
export async function listWaitingCandidates(
  ctx: Ctx,
  caller: Caller & OrderScope,
  linkId: string,
): Promise<WaitingCandidate[]> {
  await readOrderLink(ctx, caller, linkId);
  const key = await ctx.keys.forAccount(caller.accountId);
  const rows = await findWaitingCandidates(ctx.db, caller, linkId);
  return rows.map(({ id, sealed_person, given_at: givenAt, problems }) => ({
    ...{ id, givenAt, problems },
    ...openPerson(key, caller, id, sealed_person),
  }));
}

export async function countWaitingByLinks(ctx: Ctx, caller: Caller & OrderScope): Promise<number> {
  demand(caller, 'order_checks');
  return countWaitingCandidates(ctx.db, caller);
}

/** All of these still wait; whoever was released or refused meanwhile by a colleague makes it refuse. */
async function holdWaiting(tx: Ctx, caller: BulkCaller, linkId: string, ids: readonly string[]): Promise<void> {
  await holdOrderLink(tx.db, caller, linkId);
  const waiting = new Set((await findWaitingCandidates(tx.db, caller, linkId)).map(({ id }) => id));
  if (ids.length === 0 || !ids.every((id) => waiting.has(id))) throw new Refusal('state_does_not_allow');
}

/** Orders for candidates who wait, as for those of a spreadsheet; the caller has judged every row. Returns the bulk order's id. */
export async function releaseCandidates(
  ctx: Ctx,
  caller: BulkCaller,
  linkId: string,
  {
    items,
    rows,
  }: { readonly items: readonly BulkItem[]; readonly rows: readonly (BulkRow & { readonly id: string })[] },
): Promise<string> {
  await readOrderLink(ctx, caller, linkId);
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await holdWaiting(
      tx,
      caller,
      linkId,
      rows.map(({ id }) => id),
    );
    const bulkOrderId = await uploadBulkOrder(tx, caller, { items, rows, unreadColumns: [] });
    await storeReleased(tx.db, caller, bulkOrderId, rows);
    await placeBulkOrder(tx, caller, bulkOrderId);
    return bulkOrderId;
  });
}

/** Nobody is told: nothing was ordered, and everything about them is deleted. */
export async function refuseCandidates(
  ctx: Ctx,
  caller: BulkCaller,
  linkId: string,
  ids: readonly string[],
): Promise<void> {
  await readOrderLink(ctx, caller, linkId);
  await inTransaction(ctx, async (tx) => {
    await holdWaiting(tx, caller, linkId, ids);
    await deleteWaitingCandidates(tx.db, caller, ids);
  });
}

const DAY_MS = 24 * 3_600_000;

/** Forgets the names of those who have an order, the addresses of those who were erased, and who has waited for long. */
export async function pruneLinkCandidates(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - WAITING_DAYS * DAY_MS);
  const ordered = await inBatches((limit) => forgetOrdered(ctx.db, limit));
  const erased = await inBatches((limit) => forgetErased(ctx.db, limit));
  return ordered + erased + (await inBatches((limit) => deleteCandidatesGivenBefore(ctx.db, before, limit)));
}
