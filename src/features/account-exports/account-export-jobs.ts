// The job that makes an export of an account, a part at a time: a ZIP with the PDF and the evidence bundle of each order, and
// an index; or the evidence of people in one part.
import { type Ctx, inTransaction } from '../../context.ts';
import { type ZipEntry, zipOf } from '../../platform/files/zip-archive.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { readEarlierFrom } from '../earlier-cases/earlier-case-actions.ts';
import { findListedChecks } from '../lists/check-list-queries.ts';
import { type ArchiveReader, MOST_ARCHIVED } from '../lists/results-archive-actions.ts';
import { keyOfExport, MAKE_EXPORT_PART, MOST_TRIES } from './account-export-actions.ts';
import {
  advanceExport,
  countFailure,
  type ExportRow,
  findExport,
  insertPart,
  updateMade,
} from './account-export-store.ts';
import { type ArchivedPeople, partEntries, peopleEntries } from './export-archive-actions.ts';
import { chargeQueryEntries, moneyEntries, readmeEntry } from './export-money-actions.ts';

/** The looks of an export are recorded of the person who began it. */
const readerOf = (accountId: string, { begun_by: actor, subsidiary_ids }: ExportRow): ArchiveReader => ({
  accountId,
  environment: 'live',
  subsidiaryIds: subsidiary_ids,
  clockOffsetSeconds: 0,
  actor,
  permissions: ['read_checks', 'read_results', 'read_charges'],
});

/** The orders of a part, and their content. */
interface Part {
  readonly isEmpty: boolean;
  readonly entries: AsyncIterable<ZipEntry>;
  /** How far the export is after it; called when it was written. */
  readonly made: () => {
    readonly orders: number;
    readonly first: number;
    readonly to: number;
    readonly isLast: boolean;
  };
}

/** What is of no order stands in the first part. */
async function* entriesOf(
  ctx: Ctx,
  caller: ArchiveReader,
  part: {
    readonly rows: Awaited<ReturnType<typeof findListedChecks>>;
    readonly cases: Awaited<ReturnType<typeof readEarlierFrom>>;
    readonly isFirst: boolean;
  },
): AsyncGenerator<ZipEntry> {
  const { rows, cases, isFirst } = part;
  yield readmeEntry(isFirst);
  yield* partEntries(
    ctx,
    rows.map((row) => ({ caller, row })),
    cases,
  );
  // With the orders that they are about: the part goes once the candidate of one is erased.
  const seen = rows.filter(({ is_restricted }) => !is_restricted).map(({ id }) => id);
  yield* chargeQueryEntries(ctx, caller, seen, isFirst);
  if (isFirst) yield* moneyEntries(ctx, caller);
}

async function partOfOrders(
  ctx: Ctx,
  caller: ArchiveReader,
  { last_order_id: from }: ExportRow,
  atOnce: number,
): Promise<Part> {
  const orders = await findListedChecks(ctx.db, caller, {}, { sort: 'oldest', from: from + 1, limit: atOnce });
  const earlier = await readEarlierFrom(ctx, caller, { from: from + 1, limit: atOnce });
  // Orders and earlier cases stand in one order, so that a part is between two numbers.
  const found = [...orders.map((row) => row.order_id), ...earlier.map((one) => one.earlier.position)]
    .toSorted((one, other) => one - other)
    .slice(0, atOnce);
  const [first, last] = [found[0] ?? from, found.at(-1) ?? from];
  const rows = orders.filter((row) => row.order_id <= last);
  const cases = earlier.filter((one) => one.earlier.position <= last);
  return {
    isEmpty: found.length === 0,
    entries: entriesOf(ctx, caller, { rows, cases, isFirst: from === 0 }),
    made: () => ({ orders: found.length, first, to: last, isLast: found.length < atOnce }),
  };
}

function partOfPeople(ctx: Ctx, caller: ArchiveReader, { id }: ExportRow, applicantIds: readonly string[]): Part {
  const archived: ArchivedPeople = { people: 0, orderIds: [] };
  const done = (people: number) => updateMade(ctx.db, caller.accountId, id, people);
  return {
    isEmpty: false,
    entries: peopleEntries(ctx, caller, applicantIds, archived, done),
    made: () => {
      const ids = archived.orderIds.toSorted((one, other) => one - other);
      return { orders: ids.length, first: ids[0] ?? 0, to: ids.at(-1) ?? 0, isLast: true };
    },
  };
}

/** Makes the next part, and asks for the one after it; or the same again, if somebody had to be removed from it meanwhile. */
export async function makeExportPart(
  ctx: Ctx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  atOnce = MOST_ARCHIVED,
): Promise<void> {
  const row = await findExport(ctx.db, accountId, id);
  if (row === undefined || row.finished_at !== null || row.failed_tries >= MOST_TRIES) return;
  const caller = readerOf(accountId, row);
  const people = row.applicant_ids;
  const part = people === null ? await partOfOrders(ctx, caller, row, atOnce) : partOfPeople(ctx, caller, row, people);
  const fileId = ctx.newId();
  const stored = part.isEmpty
    ? undefined
    : await ctx.files.write(fileId, zipOf(part.entries, ctx.now()), await keyOfExport(ctx, accountId, row));
  const { orders, first, to, isLast } = part.made();
  await inTransaction(ctx, async (tx) => {
    if (!(await advanceExport(tx.db, accountId, row, { to, finishedAt: isLast ? tx.now() : null }))) {
      const now = await findExport(tx.db, accountId, id);
      if (now !== undefined && now.removals !== row.removals && now.last_order_id === row.last_order_id)
        await tx.jobs.add(tx.db, MAKE_EXPORT_PART, { accountId, id });
      return;
    }
    // Of people there may be files without an order.
    if (stored !== undefined && (orders > 0 || people !== null)) {
      const file = { file_id: fileId, size: stored.size, orders, first_order_id: first, last_order_id: to };
      await insertPart(tx.db, accountId, id, file);
    }
    if (!isLast) await tx.jobs.add(tx.db, MAKE_EXPORT_PART, { accountId, id });
  });
}

export const accountExportJobs = (ctx: Ctx): Readonly<Record<typeof MAKE_EXPORT_PART, JobHandler>> => ({
  async [MAKE_EXPORT_PART](payload) {
    const { accountId, id } = payload as { accountId: string; id: string };
    try {
      await makeExportPart(ctx, { accountId, id });
    } catch (error) {
      if ((await countFailure(ctx.db, accountId, id)) < MOST_TRIES) throw error;
      ctx.log.error('account export failed', { accountId, resourceId: id, error });
    }
  },
});
