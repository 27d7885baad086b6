// The results of many checks in one archive: a PDF or the evidence bundle of each, and an index. Each is recorded as a
// reading of its own.
import type { Readable } from 'node:stream';
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { ZipEntry } from '../../platform/files/zip-archive.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { readEvidenceBundle } from '../results/evidence-bundle-actions.ts';
import { type ResultsDocument, readResultsDocument } from '../results/results-document-actions.ts';
import type { FileCheck } from './check-file-actions.ts';
import { type CheckListWish, checkListFilter, lightOf, lookedFor } from './check-list-actions.ts';
import { type CheckSort, findListedChecks, type ListedCheckRow } from './check-list-queries.ts';

export const MOST_ARCHIVED = 100;

/** An order of the archive, for its index. */
export interface ArchivedOrder
  extends Pick<FileCheck, 'orderId' | 'firstName' | 'lastName' | 'status' | 'isRestricted' | 'light' | 'completedAt'> {
  /** Null if it has no results to read, or they were not ready in time. */
  readonly file: string | null;
  readonly isLate: boolean;
}

export type ArchiveReader = Caller & OrderScope & Permitted;

/** What an archive has of each order. */
export interface ArchivedKind {
  /** Refuses as `readResultsDocument` does. @param waitMs how long it may take, if not as usual */
  readonly read: (ctx: Ctx, caller: Caller, checkId: string, waitMs?: number) => Promise<ResultsDocument>;
  readonly ending: string;
}

export const resultsKind: ArchivedKind = { read: readResultsDocument, ending: '.pdf' };
export const evidenceKind: ArchivedKind = { read: readEvidenceBundle, ending: '-evidence.zip' };

/** An order that is to be in an archive, and its reader in the account of it. */
export interface ToArchive {
  readonly caller: ArchiveReader;
  readonly row: ListedCheckRow;
}

/** The orders that the wish finds, at most one more than an archive holds. */
export async function findArchived(
  ctx: Ctx,
  caller: ArchiveReader,
  wish: CheckListWish,
  sort: CheckSort,
): Promise<readonly ListedCheckRow[]> {
  demand(caller, 'read_results');
  const filter = await checkListFilter(ctx, caller, wish);
  const rows = await findListedChecks(ctx.db, caller, filter, { sort, limit: MOST_ARCHIVED + 1 });
  if (rows.length > MOST_ARCHIVED) return rows;
  const looked = { ...lookedFor(wish), result: filter.result, sort, file: true };
  recordList(ctx, caller, 'account.checks_listed', { filter: looked, ids: rows.map(({ id }) => id) });
  return rows;
}

/** A job makes a document that is not up to date; while others are made before it, it is asked for again. */
const MOST_TRIES = 6;

/** Undefined if the client sees nothing of it: of somebody restricted or erased, or with an outcome that is not the decided one. */
async function documentOf(
  ctx: Ctx,
  { caller, row }: ToArchive,
  { read }: ArchivedKind,
  waits: boolean,
): Promise<Readable | 'late' | undefined> {
  for (let tries = 1; tries <= (waits ? MOST_TRIES : 1); tries += 1) {
    try {
      return (await read(ctx, caller, row.id, waits ? undefined : 0)).content;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason !== 'service_unavailable') return undefined;
    }
  }
  return 'late';
}

async function indexed(
  ctx: Ctx,
  { caller, row }: ToArchive,
  { file, isLate }: Pick<ArchivedOrder, 'file' | 'isLate'>,
): Promise<ArchivedOrder> {
  const { orderId, status, isRestricted, completedAt, order } = checkOf(
    caller,
    row,
    await keyOfCheck(ctx, caller, row),
    [],
  );
  const { first_name: firstName, last_name: lastName } = order.facts;
  // No reading is recorded of results that are late, so none of them is told.
  const light = isLate ? null : lightOf(row);
  return { orderId, status, isRestricted, firstName, lastName, light, file, isLate, completedAt };
}

/** While the candidate has the form there is nothing to read. */
const hasResults = ({ status, is_restricted }: ListedCheckRow) => status !== 'awaiting_applicant' && !is_restricted;

/**
 * One document after the other, and last the index of what was really written. Once one was late, no other is waited for: they
 * are made meanwhile for whoever downloads again. @param indexOf its content
 */
export async function* archiveOf(
  ctx: Ctx,
  wanted: readonly ToArchive[],
  kind: ArchivedKind,
  indexOf: (orders: readonly ArchivedOrder[]) => AsyncIterable<Uint8Array>,
  waits = true,
): AsyncGenerator<ZipEntry> {
  for (const { caller } of wanted) demand(caller, 'read_results');
  const orders: ArchivedOrder[] = [];
  for (const one of wanted) {
    const isWaitedFor = waits && !orders.some(({ isLate }) => isLate);
    const content = hasResults(one.row) ? await documentOf(ctx, one, kind, isWaitedFor) : undefined;
    const isLate = content === 'late';
    const file = content === undefined || isLate ? null : `VF${one.row.order_id}${kind.ending}`;
    if (file !== null) yield { path: file, content: content as Readable };
    orders.push(await indexed(ctx, one, { file, isLate }));
  }
  yield { path: 'index.csv', content: indexOf(orders) };
}
