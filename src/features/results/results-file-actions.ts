// The stored files of a check's results, the PDF and the evidence bundle: a job makes each of them, and again when its
// content would change.
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { FileContent } from '../../platform/files/file-store.ts';
import type { Results } from './results-actions.ts';
import { findResultsFile, type ResultsFileKind, replaceResultsFile } from './results-document-store.ts';

export interface CurrentResults {
  readonly results: Results;
  /** Changes whenever the content of the file would. */
  readonly revision: Buffer;
}

/** The job that makes a file, by its kind. */
const jobs: Readonly<Record<ResultsFileKind, string>> = {
  pdf: 'make_report_document',
  bundle: 'make_evidence_bundle',
};

/** Does nothing if the stored file is up to date. */
export async function makeResultsFile(
  ctx: Ctx,
  kind: ResultsFileKind,
  current: CurrentResults,
  contentOf: (current: CurrentResults) => FileContent | Promise<FileContent>,
): Promise<void> {
  const { results, revision } = current;
  const { tenant, id } = results.check;
  const stored = await findResultsFile(ctx.db, tenant, id, kind);
  if (stored?.revision.equals(revision)) return;
  const fileId = ctx.newId();
  await ctx.files.write(fileId, await contentOf(current), results.key);
  const file = { checkId: id, kind, file_id: fileId, revision, madeAt: ctx.now() };
  const replaced = await replaceResultsFile(ctx.db, tenant, file);
  if (replaced !== undefined) await ctx.files.remove(replaced);
}

const usualWaitMs = 10_000;
const lookEveryMs = 200;

/** The file with this revision; if there is none, enqueues its job and waits for a while. */
async function currentFile(
  ctx: Ctx,
  kind: ResultsFileKind,
  { results, revision }: CurrentResults,
  waitMs: number,
): Promise<string> {
  const { tenant, id } = results.check;
  for (let waited = 0; waited <= waitMs; waited += lookEveryMs) {
    const stored = await findResultsFile(ctx.db, tenant, id, kind);
    if (stored?.revision.equals(revision)) return stored.file_id;
    if (waited === 0) {
      const payload = { accountId: tenant.accountId, environment: tenant.environment, checkId: id };
      await ctx.jobs.add(ctx.db, jobs[kind], payload, { key: `${jobs[kind]} ${id}` });
    }
    await sleep(lookEveryMs);
  }
  throw new Refusal('service_unavailable', {}, 5);
}

export interface OpenResultsFile {
  readonly results: Results;
  readonly content: Readable;
}

/**
 * Tries again with the newer file if the file is replaced between finding and opening it. Refuses with
 * `service_unavailable` if the file is not ready in time.
 */
export async function openResultsFile(
  ctx: Ctx,
  kind: ResultsFileKind,
  read: () => Promise<CurrentResults>,
  waitMs = usualWaitMs,
  isSecond = false,
): Promise<OpenResultsFile> {
  const current = await read();
  const { results } = current;
  try {
    return { results, content: await ctx.files.read(await currentFile(ctx, kind, current, waitMs), results.key) };
  } catch (error) {
    if (isSecond || (error as { code?: unknown }).code !== 'file_missing') throw error;
    return openResultsFile(ctx, kind, read, waitMs, true);
  }
}
