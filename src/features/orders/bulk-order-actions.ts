// Bulk orders: the candidates of a spreadsheet, or the cases that come from another system, are kept encrypted until somebody
// confirms them; then a job places an order for each.

import { type Ctx, inTransaction, ownerOf, type Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { needsApproval } from '../accounts/order-approval-need-actions.ts';
import type { WorkKind } from '../applicants/work-kind-rules.ts';
import type { Arrival } from '../checks/check-placing-actions.ts';
import type { OrderLaw } from '../report-types/legal-limit-rules.ts';
import type { ListGrounds } from '../report-types/list-ground-rules.ts';
import {
  type BulkItem,
  type BulkOrderRow,
  deleteBulkOrder,
  deleteOpenRows,
  deleteUnplacedBulkOrders,
  findBulkOrder,
  findBulkOrdersOf,
  insertBulkOrder,
  markBulkOrderPlaced,
} from './bulk-order-store.ts';
import { findRefusedRows, findWaitingRows, type WaitingRow } from './bulk-row-store.ts';
import type { OrderingCaller } from './order-actions.ts';
import type { Wave } from './order-again-actions.ts';
import { approvalOf, askForApproval, isForCover, mayApprove, type OrderApproval } from './order-approval-actions.ts';
import type { OrderEntry } from './order-body.ts';

export type { BulkItem } from './bulk-order-store.ts';

/** Of one spreadsheet: more take so long to look through that nobody would. */
export const mostCandidates = 1000;

/** Of people who are screened again, whom nobody has to look through. */
export const mostRows = 5000;

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
  /** How they work for the client; undefined if nobody said it. */
  readonly workKind?: WorkKind | undefined;
  readonly isUrgent: boolean;
  /** Why the barred lists are asked, which the interface does not take. */
  readonly listGrounds?: ListGrounds | undefined;
  /** The country of the job and the legal ground. */
  readonly law?: OrderLaw | undefined;
  /** Who gives the facts; the candidate unless it says otherwise. */
  readonly entry?: OrderEntry;
  /** Of a case that is open in another system. */
  readonly arrival?: Arrival;
  /** Of somebody who is screened again: what is ordered anew; the body only says it on pages. */
  readonly again?: RowAgain | undefined;
}

export interface RowAgain {
  readonly checkId: string;
  /** The number of its order, which the row names where nothing is ordered. */
  readonly orderId: number;
  readonly reportIds: readonly string[];
  readonly wave: Wave;
}

type SealedRow = Pick<
  BulkRow,
  'body' | 'startsOn' | 'workKind' | 'isUrgent' | 'listGrounds' | 'law' | 'entry' | 'arrival' | 'again'
>;

export interface BulkOrder {
  readonly id: string;
  readonly items: readonly BulkItem[];
  /** What one of its rows orders, or several, each report type once. */
  readonly ordered: readonly BulkItem[];
  /** The columns of the spreadsheet that are in no order. */
  readonly unreadColumns: readonly string[];
  /** Whether its rows can be changed as they were pasted. */
  readonly hasSheet: boolean;
  /** Its people are screened again. */
  readonly isRenewal: boolean;
  readonly uploadedAt: Date;
  readonly placedAt: Date | null;
  /** Undefined unless approval was asked for, and not taken back. */
  readonly approval: OrderApproval | undefined;
  readonly candidates: number;
  readonly placed: number;
  readonly refused: number;
}

const sealedRow = (environment: string, id: string, rowNumber: number) => sealedId(environment, `${id} ${rowNumber}`);

export const sealRow = (
  key: AccountKey,
  { environment }: Tenant,
  { id, rowNumber }: { readonly id: string; readonly rowNumber: number },
  row: SealedRow,
): Buffer => key.seal('bulk_order_rows.body', sealedRow(environment, id, rowNumber), JSON.stringify(row));

export function openRow(key: AccountKey, tenant: Tenant, id: string, row: WaitingRow): SealedRow {
  const place = sealedRow(tenant.environment, id, row.row_number);
  return JSON.parse(key.open('bulk_order_rows.body', place, row.sealed_body).toString('utf8'));
}

/** What was typed for all the orders, and the pasted rows: empty where a file was too long to come back. */
export interface Sheet {
  readonly typed: Readonly<Record<string, readonly string[]>>;
  readonly pasted: string;
}

interface NewBulkOrder {
  /** Of the page that is sent, which may be sent twice; a new one without it. */
  readonly id?: string;
  readonly items: readonly BulkItem[];
  readonly rows: readonly BulkRow[];
  readonly unreadColumns: readonly string[];
  /** So that the rows can be changed before they are placed. */
  readonly sheet?: Sheet;
  /** The id of the one whose rows were changed to become these. */
  readonly replaces?: string | undefined;
  readonly isRenewal?: boolean;
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
  { id = ctx.newId(), items, rows, unreadColumns, sheet, replaces, isRenewal = false }: NewBulkOrder,
): Promise<string> {
  demand(caller, permissionFor(caller));
  const wanted = rows.map(({ subsidiaryId }) => subsidiaryId);
  if (!ordersFor(caller, wanted)) throw new Refusal('not_permitted');
  const key = await ctx.keys.forAccount(caller.accountId);
  const { accountId, environment, userId } = caller;
  const newOrder = {
    ...{ accountId, environment, userId, id, items, unreadColumns, isRenewal },
    broughtInBy: userId === null ? ownerOf(caller) : null,
    uploadedAt: ctx.now(),
    sealedSheet: sheet === undefined ? null : sealSheet(key, caller, id, sheet),
    rows: rows.map(({ rowNumber, subsidiaryId, statedId, items, ...sealed }) => ({
      ...{ rowNumber, subsidiaryId, statedId, items },
      uniqueKey: ctx.newId(),
      sealedBody: sealRow(key, caller, { id, rowNumber }, sealed),
    })),
  };
  await inTransaction(ctx, async (tx) => {
    if (replaces !== undefined) await replace(tx, caller, replaces);
    await insertBulkOrder(tx.db, newOrder);
  });
  return id;
}

const SHEET = 'bulk_orders.sheet';

const sealSheet = (key: AccountKey, { environment }: Tenant, id: string, sheet: Sheet): Buffer =>
  key.seal(SHEET, sealedId(environment, id), JSON.stringify(sheet));

/** What was discarded meanwhile is gone already. Refuses with `state_does_not_allow` what was placed or asked for: it would be ordered twice. */
async function replace(tx: Ctx, caller: OrderingCaller, id: string): Promise<void> {
  const row = await findBulkOrder(tx.db, caller, id);
  if (row === undefined || !isSeenBy(caller, row)) return;
  if (!(await deleteBulkOrder(tx.db, caller, id))) throw new Refusal('state_does_not_allow');
}

/** Undefined where there is none, or what it is of was placed, waits or is over. */
export async function readSheet(ctx: Ctx, caller: OrderingCaller, id: string): Promise<Sheet | undefined> {
  const row = await ownRow(ctx, caller, id);
  if (!hasSheet(row)) return undefined;
  const key = await ctx.keys.forAccount(caller.accountId);
  return JSON.parse(key.open(SHEET, sealedId(caller.environment, id), row.sealed_sheet!).toString('utf8'));
}

const hasSheet = ({ sealed_sheet, asked_at, decided_at }: BulkOrderRow): boolean =>
  sealed_sheet !== null && (asked_at === null || decided_at !== null);

/** Leaves candidates out of what is neither placed nor waits, also those who were left out before; refuses (rows) to leave out all. */
export async function leaveOutRows(
  ctx: Ctx,
  caller: OrderingCaller,
  id: string,
  rows: readonly number[],
): Promise<void> {
  await ownRow(ctx, caller, id);
  if ((await deleteOpenRows(ctx.db, caller, id, rows)) > 0) return;
  const waiting = await findWaitingRows(ctx.db, caller, id, mostRows);
  if (waiting.some(({ row_number }) => rows.includes(row_number)))
    throw new Refusal('invalid_fields', { rows: ['must leave at least one'] });
}

export const bulkOrderOf = (row: BulkOrderRow, approval: OrderApproval | undefined): BulkOrder => ({
  id: row.id,
  items: row.items,
  ordered: [...new Map(row.ordered.flat().map((item) => [item.report_type_id, item])).values()],
  unreadColumns: row.unread_columns,
  hasSheet: hasSheet(row),
  isRenewal: row.is_renewal,
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

/**
 * Also one that waits for the caller's approval, or was decided, or was sent back to somebody for whom they cover, of subsidiaries
 * that they all see.
 */
export async function seenRow(ctx: Ctx, caller: OrderingCaller, id: string): Promise<BulkOrderRow> {
  demand(caller, permissionFor(caller));
  const row = await findBulkOrder(ctx.db, caller, id);
  if (row === undefined || !(isSeenBy(caller, row) || mayApprove(caller, row) || mayTakeOver(caller, row)))
    throw new Refusal('not_found');
  return row;
}

const mayTakeOver = (caller: OrderingCaller, row: BulkOrderRow): boolean =>
  isForCover(caller, row) && ordersFor(caller, row.subsidiaries);

export const readBulkOrder = async (ctx: Ctx, caller: OrderingCaller, id: string): Promise<BulkOrder> =>
  opened(ctx, caller, await seenRow(ctx, caller, id));

/** Whether the caller sent it before. */
export const isUploaded = async (ctx: Ctx, caller: OrderingCaller, id: string): Promise<boolean> => {
  demand(caller, permissionFor(caller));
  const row = await findBulkOrder(ctx.db, caller, id);
  return row !== undefined && isSeenBy(caller, row);
};

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
  const rows = await findWaitingRows(ctx.db, caller, id, mostRows);
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
