// The results of many checks in one archive: a PDF of each, and an index. Each PDF is recorded as a reading of its own.
import type { Readable } from 'node:stream';
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { ZipEntry } from '../../platform/files/zip-archive.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { readResultsDocument } from '../results/results-document-actions.ts';
import type { FileCheck } from './check-file-actions.ts';
import { type CheckListWish, checkListFilter, lightOf, lookedFor } from './check-list-actions.ts';
import { type CheckSort, findListedChecks, type ListedCheckRow } from './check-list-queries.ts';

export const MOST_ARCHIVED = 100;

/** An order of the archive, for its index. */
export interface ArchivedOrder
  extends Pick<FileCheck, 'orderId' | 'firstName' | 'lastName' | 'status' | 'isRestricted' | 'light' | 'completedAt'> {
  /** Null if it has no results to read. */
  readonly file: string | null;
}

type ArchiveReader = Caller & OrderScope & Permitted;

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
async function documentOf(ctx: Ctx, caller: Caller, checkId: string): Promise<Readable | undefined> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      return (await readResultsDocument(ctx, caller, checkId)).content;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason !== 'service_unavailable') return undefined;
    }
  }
  return undefined;
}

async function indexed(
  ctx: Ctx,
  caller: ArchiveReader,
  row: ListedCheckRow,
  file: string | null,
): Promise<ArchivedOrder> {
  const { orderId, status, isRestricted, completedAt, order } = checkOf(
    caller,
    row,
    await keyOfCheck(ctx, caller, row),
    [],
  );
  const { first_name: firstName, last_name: lastName } = order.facts;
  return { orderId, status, isRestricted, firstName, lastName, light: lightOf(row), file, completedAt };
}

/** While the candidate has the form there is nothing to read. */
const hasResults = ({ status, is_restricted }: ListedCheckRow) => status !== 'awaiting_applicant' && !is_restricted;

/** One document after the other, and last the index of what was really written. @param indexOf its content */
export async function* archiveOf(
  ctx: Ctx,
  caller: ArchiveReader,
  rows: readonly ListedCheckRow[],
  indexOf: (orders: readonly ArchivedOrder[]) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ZipEntry> {
  demand(caller, 'read_results');
  const orders: ArchivedOrder[] = [];
  for (const row of rows) {
    const content = hasResults(row) ? await documentOf(ctx, caller, row.id) : undefined;
    const path = `VF${row.order_id}.pdf`;
    if (content !== undefined) yield { path, content };
    orders.push(await indexed(ctx, caller, row, content === undefined ? null : path));
  }
  yield { path: 'index.csv', content: indexOf(orders) };
}
