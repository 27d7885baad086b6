// Places the candidates of bulk orders that were confirmed, a batch at a time, and says beforehand for whom it could not.
import { type Ctx, inTransaction, type Tenant, todayFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { scopeOf } from '../access/scope-rules.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { passConfirmation } from '../agency-workers/agency-confirmation-actions.ts';
import { readOrderStopsOf } from '../checks/stopped-order-actions.ts';
import { areOrdersStopped } from '../checks/stopped-order-rules.ts';
import { whileCreditIsHeld } from '../credit-limits/credit-use-actions.ts';
import { passPersonFiles } from '../person-files/person-file-actions.ts';
import { readingOf } from '../request-bodies/body-reader.ts';
import { moveStated } from '../stated-staff/stated-staff-actions.ts';
import { isPlannedDay, plannedDayRule } from '../work-starts/work-start-rules.ts';
import { mostCandidates, openRow, type RefusedCandidate, seenRow } from './bulk-order-actions.ts';
import { type BulkOrderRow, findBulkOrder } from './bulk-order-store.ts';
import { findWaitingRows, type RowOutcome, storeRowOutcomes, type WaitingRow } from './bulk-row-store.ts';
import { isNumberTaken } from './open-case-actions.ts';
import { numberIsTaken } from './open-case-rules.ts';
import { type OrderingCaller, type Submission, submitOrder } from './order-actions.ts';
import { storeApproval } from './order-approval-actions.ts';
import { OrderBody } from './order-body.ts';
import { type Orderable, readOrder, readOrderable } from './order-body-actions.ts';
import { orderRowAgain } from './renewal-wave-actions.ts';

/** Placed in one transaction: more would make the page wait to show how far it is. */
const rowsPerBatch = 20;

interface Placing {
  /** Who approved it, if somebody had to. */
  readonly approvedBy: string | null;
  readonly caller: OrderingCaller;
  readonly key: AccountKey;
  readonly orderable: Orderable;
  readonly id: string;
}

interface ReadRow {
  readonly rowNumber: number;
  readonly subsidiaryId: string | null;
  readonly statedId: string | null;
  readonly submission: Submission;
}

/** Outside of the transaction, because it may ask a name server. */
async function readRow(ctx: Ctx, { caller, key, orderable, id }: Placing, row: WaitingRow): Promise<ReadRow> {
  const {
    body,
    startsOn,
    workKind,
    isUrgent,
    listGrounds,
    law,
    entry = 'candidate',
    arrival,
  } = openRow(key, caller, id, row);
  const json = { UniqueKey: row.unique_key, ...body };
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  // What began elsewhere may be of a subsidiary that has ended since.
  const judge = arrival === undefined ? { ...caller, ...scopeOf(row.subsidiary_id) } : caller;
  const command = await readOrder(ctx, judge, entry, { body: given as OrderBody, problems }, orderable);
  // It may have passed while the order waited.
  if (arrival === undefined && startsOn !== null && !isPlannedDay(startsOn, todayFor(ctx, caller)))
    problems.add('StartsOn', plannedDayRule);
  const submission: Submission = {
    ...{ entry, json, command, problems },
    startsOn: startsOn ?? undefined,
    workKind,
    isUrgent: isUrgent && orderable.urgent !== undefined,
    listGrounds,
    law,
    broughtIn: arrival,
  };
  return { rowNumber: row.row_number, subsidiaryId: row.subsidiary_id, statedId: row.stated_id, submission };
}

/** The key of the row makes it repeatable: of two jobs that place it, the second finds the order of the first. */
async function placeRow(
  tx: Ctx,
  { caller, approvedBy }: Placing,
  row: ReadRow,
  isCreditJudged: boolean,
): Promise<RowOutcome> {
  const { rowNumber, subsidiaryId, statedId, submission } = row;
  const number = submission.broughtIn?.earlier_number;
  if (number !== undefined && (await isNumberTaken(tx, caller, number)))
    return { rowNumber, problems: { EarlierNumber: [numberIsTaken] } };
  try {
    const { check, isNew } = await submitOrder(
      tx,
      { ...caller, ...scopeOf(subsidiaryId) },
      { ...submission, isCreditJudged },
    );
    if (isNew && statedId !== null) {
      const same = { from: statedId, to: check.applicantId };
      await passConfirmation(tx, caller, same);
      await passPersonFiles(tx, caller, same);
      await moveStated(tx, caller, same);
    }
    if (isNew && approvedBy !== null) await storeApproval(tx, caller, check, approvedBy);
    return { rowNumber, checkId: check.id };
  } catch (error) {
    // Refused before anything of it was written.
    if (error instanceof Refusal && error.reason === 'invalid_fields') return { rowNumber, problems: error.fields };
    throw error;
  }
}

const isStopped = ({ caller, orderable }: Placing): boolean => areOrdersStopped(orderable, caller.environment);

/** With the account as it is now: the credit limit is judged once for several rows. */
async function placingNow(ctx: Ctx, placing: Placing): Promise<Placing> {
  return {
    ...placing,
    orderable: { ...placing.orderable, ...(await readOrderStopsOf(ctx, placing.caller.accountId)) },
  };
}

/** Whether the rows that were just placed use up the credit limit, which they had not before. */
const isStopReached = async (tx: Ctx, placing: Placing): Promise<boolean> =>
  !isStopped(placing) && isStopped(await placingNow(tx, placing));

/**
 * The orders and what the rows say of them: all, or none. Refuses with `unknown_report_name` where some of several may be more
 * than the credit limit lets in: each is judged alone then.
 */
async function placeRows(ctx: Ctx, placing: Placing, rows: readonly WaitingRow[]): Promise<void> {
  const read = await Promise.all(rows.map((row) => readRow(ctx, placing, row)));
  const settings = await readAccountSettings(ctx, placing.caller.accountId);
  const place = async (tx: Ctx) => {
    // Together, so that one is encrypted while the database stores another. All settle before the transaction ends.
    const settled = await Promise.allSettled(read.map((row) => placeRow(tx, placing, row, rows.length > 1)));
    const outcomes = await Promise.all(
      settled.map((one) => (one.status === 'fulfilled' ? one.value : Promise.reject(one.reason))),
    );
    if (rows.length > 1 && (await isStopReached(tx, placing))) throw new Refusal('unknown_report_name');
    await storeRowOutcomes(tx.db, placing.caller, placing.id, outcomes);
  };
  await inTransaction(ctx, (tx) => whileCreditIsHeld(tx, placing.caller, settings, place));
}

/** As the user who confirmed it, who was allowed to; each row says its subsidiary. */
function callerOf(tenant: Tenant, row: BulkOrderRow): OrderingCaller {
  const { user_id: userId, brought_in_by: broughtInBy, clock_offset_seconds } = row;
  return {
    ...{ accountId: tenant.accountId, environment: tenant.environment, userId, subsidiaryIds: null },
    actor: broughtInBy ?? `user:${userId}`,
    // Whether it needs approval was asked when they confirmed it.
    permissions: broughtInBy === null ? ['order_checks', 'order_again', 'approve_orders'] : ['order_for_clients'],
    clockOffsetSeconds: tenant.environment === 'test' ? clock_offset_seconds : 0,
  } satisfies OrderingCaller;
}

async function placingOf(ctx: Ctx, tenant: Tenant, row: BulkOrderRow): Promise<Placing> {
  // Whether the user is held to packages was asked when they confirmed it, with their role.
  const orderable = { ...(await readOrderable(ctx, tenant.accountId)), packagesOnly: false };
  return {
    caller: callerOf(tenant, row),
    key: await ctx.keys.forAccount(tenant.accountId),
    orderable,
    id: row.id,
    approvedBy: row.decision === 'approved' ? row.decided_by : null,
  };
}

/** The candidates for whom no order could be placed today, such as of a package that has ended since it was asked for. */
export async function readStaleRows(ctx: Ctx, caller: OrderingCaller, id: string): Promise<RefusedCandidate[]> {
  demand(caller, 'order_checks', 'manage_accounts');
  const row = await seenRow(ctx, caller, id);
  const placing = await placingOf(ctx, caller, row);
  // Who is screened again is judged when they are ordered.
  if (row.is_renewal) return [];
  const waiting = await findWaitingRows(ctx.db, caller, id, mostCandidates);
  const stale: RefusedCandidate[] = [];
  for (let at = 0; at < waiting.length; at += rowsPerBatch) {
    const some = waiting.slice(at, at + rowsPerBatch);
    const read = await Promise.all(some.map((one) => readRow(ctx, placing, one)));
    for (const [place, { rowNumber, submission }] of read.entries()) {
      const { any, fields } = submission.problems;
      if (any) stale.push({ rowNumber, items: some[place]!.items, problems: fields });
    }
  }
  return stale;
}

/** The order and what the row says of it: both, or neither; a refusal leaves nothing of the order. */
async function placeAgain(ctx: Ctx, { caller, key, id, approvedBy }: Placing, row: WaitingRow): Promise<void> {
  const { again } = openRow(key, caller, id, row);
  const by = { ...caller, ...scopeOf(row.subsidiary_id) };
  const refused = await orderRowAgain(ctx, by, again!, async (tx, check) => {
    if (approvedBy !== null) await storeApproval(tx, caller, check, approvedBy);
    await storeRowOutcomes(tx.db, caller, id, [{ rowNumber: row.row_number, checkId: check.id }]);
  });
  if (refused === undefined) return;
  await storeRowOutcomes(ctx.db, caller, id, [{ rowNumber: row.row_number, problems: refused }]);
}

/** Such as where orders were stopped meanwhile, or the orders before it use up the credit limit. */
const isStop = (error: unknown): boolean => error instanceof Refusal && error.reason === 'unknown_report_name';

/** Each by what may be ordered after the one before it, so that it is placed, or says why it is not. */
async function placeOneByOne(ctx: Ctx, tenant: Tenant, row: BulkOrderRow, rows: readonly WaitingRow[]): Promise<void> {
  for (const one of rows) await placeRows(ctx, await placingOf(ctx, tenant, row), [one]);
}

/** Retried after a failure, it goes on with the rows that are left. */
export const placeBulkOrderJob =
  (ctx: Ctx): JobHandler =>
  async (payload) => {
    const { id, ...tenant } = payload as unknown as Tenant & { readonly id: string };
    const row = await findBulkOrder(ctx.db, tenant, id);
    if (row === undefined) return;
    const placing = await placingOf(ctx, tenant, row);
    for (;;) {
      const rows = await findWaitingRows(ctx.db, tenant, id, rowsPerBatch);
      if (rows.length === 0) return;
      if (row.is_renewal) {
        for (const one of rows) await placeAgain(ctx, placing, one);
        continue;
      }
      try {
        await placeRows(ctx, await placingNow(ctx, placing), rows);
      } catch (error) {
        if (!isStop(error)) throw error;
        await placeOneByOne(ctx, tenant, row, rows);
      }
    }
  };
