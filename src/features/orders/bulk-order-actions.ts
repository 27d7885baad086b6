// Bulk orders: the candidates of a spreadsheet, or the cases that come from another system, are kept encrypted until somebody
// confirms them; then a job places an order for each.
import { type Ctx, inTransaction, ownerOf, type Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { inBatches, type JobHandler } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { isInScope, scopeOf } from '../access/scope-rules.ts';
import type { Arrival } from '../checks/check-placing-actions.ts';
import { readingOf } from '../request-bodies/body-reader.ts';
import { moveStated } from '../stated-staff/stated-staff-actions.ts';
import {
  type BulkItem,
  type BulkOrderRow,
  deleteBulkOrder,
  deleteUnplacedBulkOrders,
  findBulkOrder,
  findBulkOrdersOf,
  findRefusedRows,
  findWaitingRows,
  insertBulkOrder,
  markBulkOrderPlaced,
  type RowOutcome,
  storeRowOutcomes,
  type WaitingRow,
} from './bulk-order-store.ts';
import { isNumberTaken } from './open-case-actions.ts';
import { numberIsTaken } from './open-case-rules.ts';
import { type OrderingCaller, type Submission, submitOrder } from './order-actions.ts';
import { approvalOf, askForApproval, mayApprove, type OrderApproval, storeApproval } from './order-approval-actions.ts';
import { needsApproval } from './order-approval-need-actions.ts';
import { OrderBody, type OrderEntry } from './order-body.ts';
import { type Orderable, readOrder, readOrderable } from './order-body-actions.ts';

export type { BulkItem } from './bulk-order-store.ts';

/** Of one spreadsheet: more take so long to look through that nobody would. */
export const mostCandidates = 1000;

const DAY_MS = 24 * 3_600_000;

/** Unless it is placed, nobody needs what was uploaded. */
const KEPT_UNPLACED_MS = 7 * DAY_MS;

/** Whoever was to be screened is not waited for any longer. */
const KEPT_ASKED_MS = 90 * DAY_MS;

/** A client's user, who orders from a spreadsheet. Somebody of the desk, or the operator, brings in open cases for none. */
export interface BulkCaller extends OrderingCaller {
  readonly userId: string;
}

/** A candidate of a spreadsheet. */
export interface BulkRow {
  /** Of the spreadsheet, from 1. */
  readonly rowNumber: number;
  /** The one that the order is for; null for the whole account. */
  readonly subsidiaryId: string | null;
  /** Of somebody of the record of staff who was screened elsewhere, and whom the order is about; null for anybody else. */
  readonly statedId: string | null;
  /** Where the row names reports of its own; null for those of the spreadsheet. */
  readonly items: readonly BulkItem[] | null;
  /** The order in the form of interface v1, without its key. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The planned first day of work; null where none is. */
  readonly startsOn: IsoDate | null;
  readonly isUrgent: boolean;
  /** Who gives the facts; the candidate unless it says otherwise. */
  readonly entry?: OrderEntry;
  /** Of a case that is open in another system. */
  readonly arrival?: Arrival;
}

type SealedRow = Pick<BulkRow, 'body' | 'startsOn' | 'isUrgent' | 'entry' | 'arrival'>;

export interface BulkOrder {
  readonly id: string;
  readonly items: readonly BulkItem[];
  /** What one of its rows orders, or several, each report type once. */
  readonly ordered: readonly BulkItem[];
  /** The columns of the spreadsheet that are in no order. */
  readonly unreadColumns: readonly string[];
  readonly uploadedAt: Date;
  readonly placedAt: Date | null;
  /** Undefined unless approval was asked for, and not taken back. */
  readonly approval: OrderApproval | undefined;
  readonly candidates: number;
  readonly placed: number;
  readonly refused: number;
}

const sealedRow = (environment: string, id: string, rowNumber: number) => sealedId(environment, `${id} ${rowNumber}`);

function openRow(key: AccountKey, tenant: Tenant, id: string, row: WaitingRow): SealedRow {
  const place = sealedRow(tenant.environment, id, row.row_number);
  return JSON.parse(key.open('bulk_order_rows.body', place, row.sealed_body).toString('utf8'));
}

interface NewBulkOrder {
  /** Of the page that is sent, which may be sent twice; a new one without it. */
  readonly id?: string;
  readonly items: readonly BulkItem[];
  readonly rows: readonly BulkRow[];
  readonly unreadColumns: readonly string[];
}

/** A user of some subsidiaries orders for these alone. */
const ordersFor = (caller: OrderingCaller, wanted: readonly (string | null)[]): boolean =>
  wanted.every((id) => isInScope(caller, id));

/** What a user of the client may, and what brings cases into their account. */
const permissionFor = ({ userId }: { readonly userId: string | null }) =>
  userId === null ? 'manage_accounts' : 'order_checks';

/** Keeps the candidates until `placeBulkOrder`; the caller has judged every row. Returns the id. */
export async function uploadBulkOrder(
  ctx: Ctx,
  caller: OrderingCaller,
  { id = ctx.newId(), items, rows, unreadColumns }: NewBulkOrder,
): Promise<string> {
  demand(caller, permissionFor(caller));
  const wanted = rows.map(({ subsidiaryId }) => subsidiaryId);
  if (!ordersFor(caller, wanted)) throw new Refusal('not_permitted');
  const key = await ctx.keys.forAccount(caller.accountId);
  const { accountId, environment, userId } = caller;
  await insertBulkOrder(ctx.db, {
    ...{ accountId, environment, userId, id, items, unreadColumns },
    broughtInBy: userId === null ? ownerOf(caller) : null,
    uploadedAt: ctx.now(),
    rows: rows.map(({ rowNumber, subsidiaryId, statedId, items, ...sealed }) => ({
      ...{ rowNumber, subsidiaryId, statedId, items },
      uniqueKey: ctx.newId(),
      sealedBody: key.seal(
        'bulk_order_rows.body',
        sealedRow(environment, id, rowNumber),
        JSON.stringify(sealed satisfies SealedRow),
      ),
    })),
  });
  return id;
}

export const bulkOrderOf = (row: BulkOrderRow, approval: OrderApproval | undefined): BulkOrder => ({
  id: row.id,
  items: row.items,
  ordered: [...new Map(row.ordered.flat().map((item) => [item.report_type_id, item])).values()],
  unreadColumns: row.unread_columns,
  uploadedAt: row.uploaded_at,
  placedAt: row.placed_at,
  approval,
  candidates: row.candidates,
  placed: row.placed,
  refused: row.refused,
});

/** Of the account, which every reason is sealed for. */
const opened = async (ctx: Ctx, caller: OrderingCaller, row: BulkOrderRow): Promise<BulkOrder> =>
  bulkOrderOf(row, approvalOf(await ctx.keys.forAccount(caller.accountId), caller, row));

/**
 * Only who uploaded a spreadsheet sees it, unless they have been moved to a subsidiary that it is not for; cases of another system
 * are seen by everybody who may bring them in. The orders that come of it are seen like all others.
 */
const isSeenBy = (caller: OrderingCaller, row: BulkOrderRow): boolean =>
  row.user_id === caller.userId && ordersFor(caller, row.subsidiaries);

async function ownRow(ctx: Ctx, caller: OrderingCaller, id: string): Promise<BulkOrderRow> {
  const row = await seenRow(ctx, caller, id);
  if (!isSeenBy(caller, row)) throw new Refusal('not_found');
  return row;
}

/** Also one that waits for the caller's approval, or was decided, of subsidiaries that they all see. */
async function seenRow(ctx: Ctx, caller: OrderingCaller, id: string): Promise<BulkOrderRow> {
  demand(caller, permissionFor(caller));
  const row = await findBulkOrder(ctx.db, caller, id);
  if (row === undefined || !(isSeenBy(caller, row) || mayApprove(caller, row))) throw new Refusal('not_found');
  return row;
}

export const readBulkOrder = async (ctx: Ctx, caller: OrderingCaller, id: string): Promise<BulkOrder> =>
  opened(ctx, caller, await seenRow(ctx, caller, id));

/** The newest of the caller. */
export async function listBulkOrders(ctx: Ctx, caller: OrderingCaller): Promise<BulkOrder[]> {
  demand(caller, permissionFor(caller));
  const rows = await findBulkOrdersOf(ctx.db, caller, caller.userId, 10);
  return Promise.all(rows.filter((row) => isSeenBy(caller, row)).map((row) => opened(ctx, caller, row)));
}

/** The candidates whose order is neither placed nor refused. */
export async function readWaitingRows(ctx: Ctx, caller: OrderingCaller, id: string): Promise<BulkRow[]> {
  await seenRow(ctx, caller, id);
  const key = await ctx.keys.forAccount(caller.accountId);
  const rows = await findWaitingRows(ctx.db, caller, id, mostCandidates);
  return rows.map((row) => ({
    ...{ rowNumber: row.row_number, subsidiaryId: row.subsidiary_id, statedId: row.stated_id, items: row.items },
    ...openRow(key, caller, id, row),
  }));
}

export interface RefusedCandidate {
  readonly rowNumber: number;
  readonly items: readonly BulkItem[] | null;
  /** By field of interface v1. */
  readonly problems: FieldMessages;
}

export async function readRefusedRows(ctx: Ctx, caller: OrderingCaller, id: string): Promise<RefusedCandidate[]> {
  await seenRow(ctx, caller, id);
  const rows = await findRefusedRows(ctx.db, caller, id);
  return rows.map(({ row_number: rowNumber, items, problems }) => ({ rowNumber, items, problems }));
}

/** Confirms the order; a job places it, once it is approved where that is needed. Placing it again changes nothing. */
export async function placeBulkOrder(ctx: Ctx, caller: OrderingCaller, id: string): Promise<void> {
  const row = await ownRow(ctx, caller, id);
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    if (await needsApproval(tx, caller)) return askForApproval(tx, caller, row);
    if (await markBulkOrderPlaced(tx.db, caller, id, tx.now())) await beginPlacing(tx, caller, id);
  });
}

export const beginPlacing = (tx: Ctx, { accountId, environment }: Tenant, id: string): Promise<void> =>
  tx.jobs.add(tx.db, PLACE_BULK_ORDER, { accountId, environment, id });

/** One that was placed, or waits for approval, stays. */
export async function discardBulkOrder(ctx: Ctx, caller: OrderingCaller, id: string): Promise<void> {
  await ownRow(ctx, caller, id);
  await deleteBulkOrder(ctx.db, caller, id);
}

export const pruneBulkOrders = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  inBatches((limit) => {
    const ago = (ms: number) => new Date(ctx.now().getTime() - ms);
    return deleteUnplacedBulkOrders(ctx.db, ago(KEPT_UNPLACED_MS), ago(KEPT_ASKED_MS), limit);
  });

export const PLACE_BULK_ORDER = 'place_bulk_order';

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
  const { body, startsOn, isUrgent, entry = 'candidate', arrival } = openRow(key, caller, id, row);
  const json = { UniqueKey: row.unique_key, ...body };
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  // What began elsewhere may be of a subsidiary that has ended since.
  const judge = arrival === undefined ? { ...caller, ...scopeOf(row.subsidiary_id) } : caller;
  const command = await readOrder(ctx, judge, entry, { body: given as OrderBody, problems }, orderable);
  const submission: Submission = {
    ...{ entry, json, command, problems },
    startsOn: startsOn ?? undefined,
    isUrgent: isUrgent && orderable.urgent !== undefined,
    broughtIn: arrival,
  };
  return { rowNumber: row.row_number, subsidiaryId: row.subsidiary_id, statedId: row.stated_id, submission };
}

/** The key of the row makes it repeatable: of two jobs that place it, the second finds the order of the first. */
async function placeRow(tx: Ctx, { caller, approvedBy }: Placing, row: ReadRow): Promise<RowOutcome> {
  const { rowNumber, subsidiaryId, statedId, submission } = row;
  const number = submission.broughtIn?.earlier_number;
  if (number !== undefined && (await isNumberTaken(tx, caller, number)))
    return { rowNumber, problems: { EarlierNumber: [numberIsTaken] } };
  try {
    const { check, isNew } = await submitOrder(tx, { ...caller, ...scopeOf(subsidiaryId) }, submission);
    if (isNew && statedId !== null) await moveStated(tx, caller, { from: statedId, to: check.applicantId });
    if (isNew && approvedBy !== null) await storeApproval(tx, caller, check, approvedBy);
    return { rowNumber, checkId: check.id };
  } catch (error) {
    // Refused before anything of it was written.
    if (error instanceof Refusal && error.reason === 'invalid_fields') return { rowNumber, problems: error.fields };
    throw error;
  }
}

/** The orders and what the rows say of them: all, or none. */
async function placeRows(ctx: Ctx, placing: Placing, rows: readonly WaitingRow[]): Promise<void> {
  const read = await Promise.all(rows.map((row) => readRow(ctx, placing, row)));
  await inTransaction(ctx, async (tx) => {
    // Together, so that one is encrypted while the database stores another. All settle before the transaction ends.
    const settled = await Promise.allSettled(read.map((row) => placeRow(tx, placing, row)));
    const outcomes = await Promise.all(
      settled.map((one) => (one.status === 'fulfilled' ? one.value : Promise.reject(one.reason))),
    );
    await storeRowOutcomes(tx.db, placing.caller, placing.id, outcomes);
  });
}

/** As the user who confirmed it, who was allowed to; each row says its subsidiary. */
function callerOf(tenant: Tenant, row: BulkOrderRow): OrderingCaller {
  const { user_id: userId, brought_in_by: broughtInBy, clock_offset_seconds } = row;
  return {
    ...{ accountId: tenant.accountId, environment: tenant.environment, userId, subsidiaryIds: null },
    actor: broughtInBy ?? `user:${userId}`,
    // Whether it needs approval was asked when they confirmed it.
    permissions: broughtInBy === null ? ['order_checks', 'approve_orders'] : ['order_for_clients'],
    clockOffsetSeconds: tenant.environment === 'test' ? clock_offset_seconds : 0,
  } satisfies OrderingCaller;
}

/** Retried after a failure, it goes on with the rows that are left. */
export const placeBulkOrderJob =
  (ctx: Ctx): JobHandler =>
  async (payload) => {
    const { id, ...tenant } = payload as unknown as Tenant & { readonly id: string };
    const row = await findBulkOrder(ctx.db, tenant, id);
    if (row === undefined) return;
    const caller = callerOf(tenant, row);
    const key = await ctx.keys.forAccount(tenant.accountId);
    // Whether the user is held to packages was asked when they confirmed it, with their role.
    const orderable = { ...(await readOrderable(ctx, tenant.accountId)), packagesOnly: false };
    const placing = { caller, key, orderable, id, approvedBy: row.decision === 'approved' ? row.decided_by : null };
    for (;;) {
      const rows = await findWaitingRows(ctx.db, tenant, id, rowsPerBatch);
      if (rows.length === 0) return;
      await placeRows(ctx, placing, rows);
    }
  };
