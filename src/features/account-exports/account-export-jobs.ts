// The job that makes an export of an account, a part at a time: a ZIP with the PDF and the evidence bundle of each order, and an index.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { CSV_START, type CsvColumns, csvLines } from '../../lib/csv.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type ZipEntry, zipOf } from '../../platform/files/zip-archive.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import type { Permitted } from '../access/permissions.ts';
import { findListedChecks } from '../lists/check-list-queries.ts';
import {
  type ArchivedKind,
  type ArchivedOrder,
  archiveOf,
  evidenceKind,
  MOST_ARCHIVED,
  resultsKind,
  type ToArchive,
} from '../lists/results-archive-actions.ts';
import { makeEvidenceBundle } from '../results/evidence-bundle-actions.ts';
import { makeResultsDocument } from '../results/results-document-actions.ts';
import { keyOfExport, MAKE_EXPORT_PART, MOST_TRIES } from './account-export-actions.ts';
import { advanceExport, countFailure, type ExportRow, findExport, insertPart } from './account-export-store.ts';

/** What would wait for a job of its own is made here. */
const madeHere = (make: typeof makeEvidenceBundle, { read, ...kind }: ArchivedKind): ArchivedKind => ({
  ...kind,
  async read(ctx, caller, checkId, waitMs) {
    await make(ctx, caller, checkId);
    return read(ctx, caller, checkId, waitMs);
  },
});

const pdfs = madeHere(makeResultsDocument, resultsKind);
const bundles = madeHere(makeEvidenceBundle, evidenceKind);

const columns: CsvColumns<ArchivedOrder> = {
  order: ({ orderId }) => `VF${orderId}`,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  status: ({ status }) => status,
  result: ({ light }) => light,
  ended_on: ({ completedAt }) => completedAt && ukDateOf(completedAt),
  pdf: ({ file, orderId }) => file && `pdf/VF${orderId}${resultsKind.ending}`,
  evidence: ({ file }) => file && `evidence/${file}`,
};

async function* indexOf(orders: readonly ArchivedOrder[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START);
  for await (const lines of csvLines(columns, [orders])) yield Buffer.from(lines);
}

async function* entriesOf(ctx: Ctx, wanted: readonly ToArchive[]): AsyncGenerator<ZipEntry> {
  for await (const { path, content } of archiveOf(ctx, wanted, pdfs, indexOf))
    if (path.endsWith(pdfs.ending)) yield { path: `pdf/${path}`, content };
  for await (const { path, content } of archiveOf(ctx, wanted, bundles, indexOf))
    yield { path: path.endsWith(bundles.ending) ? `evidence/${path}` : path, content };
}

/** The looks of an export are recorded of the person who began it. */
const readerOf = (accountId: string, { begun_by: actor }: ExportRow): Caller & OrderScope & Permitted => ({
  accountId,
  environment: 'live',
  subsidiaryId: null,
  clockOffsetSeconds: 0,
  actor,
  permissions: ['read_checks', 'read_results'],
});

/** Makes the next part, and asks for the one after it; or the same again, if somebody had to be removed from it meanwhile. */
export async function makeExportPart(
  ctx: Ctx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  atOnce = MOST_ARCHIVED,
): Promise<void> {
  const row = await findExport(ctx.db, accountId, id);
  if (row === undefined || row.finished_at !== null || row.failed_tries >= MOST_TRIES) return;
  const caller = readerOf(accountId, row);
  const page = { sort: 'oldest', from: row.last_order_id + 1, limit: atOnce } as const;
  const found = await findListedChecks(ctx.db, caller, {}, page);
  const to = found.at(-1)?.order_id ?? row.last_order_id;
  const isLast = found.length < atOnce;
  const fileId = ctx.newId();
  const wanted = found.map((one) => ({ caller, row: one }));
  const stored =
    found.length === 0
      ? undefined
      : await ctx.files.write(fileId, zipOf(entriesOf(ctx, wanted), ctx.now()), await keyOfExport(ctx, accountId, row));
  await inTransaction(ctx, async (tx) => {
    if (!(await advanceExport(tx.db, accountId, row, { to, finishedAt: isLast ? tx.now() : null }))) {
      const now = await findExport(tx.db, accountId, id);
      if (now !== undefined && now.removals !== row.removals && now.last_order_id === row.last_order_id)
        await tx.jobs.add(tx.db, MAKE_EXPORT_PART, { accountId, id });
      return;
    }
    if (stored !== undefined) {
      const part = { file_id: fileId, size: stored.size, orders: found.length, first_order_id: found[0]!.order_id };
      await insertPart(tx.db, accountId, id, { ...part, last_order_id: to });
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
