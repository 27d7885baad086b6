// The stored PDF of a check's results: a job makes it, and again when its content would change; every reading is
// recorded.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { readCheck } from '../checks/check-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { refuseChangedOutcomes } from './outcome-check-actions.ts';
import { renderReportDocument } from './report-document.ts';
import { type Results, readResults } from './results-actions.ts';
import { documentOf } from './results-document-rules.ts';
import {
  deleteLinksClosedBefore,
  findResultsDocument,
  findResultsFiles,
  isResultsLinkOpen,
  openResultsLinks,
  replaceResultsDocument,
} from './results-document-store.ts';

/** A hash that changes whenever the document's content would change. */
function revisionOf(results: Results): Buffer {
  const { check, account, files, shown, given, waiting } = results;
  const reports = check.reports.map((report) => [report.id, report.status, waiting.get(report.id)]);
  const about = [check.status, check.result, check.order.facts, check.identityConfirmedAt, reports, shown, given];
  const hashes = files.map(({ sha256, createdAt }) => [sha256, createdAt]);
  return createHash('sha256')
    .update(JSON.stringify([...about, hashes, account]))
    .digest();
}

/** Makes the document for the job; does nothing if the stored one is up to date. */
export async function makeResultsDocument(ctx: Ctx, tenant: Tenant, checkId: string): Promise<void> {
  const results = await readResults(ctx, tenant, checkId);
  const revision = revisionOf(results);
  const stored = await findResultsDocument(ctx.db, tenant, checkId);
  if (stored?.revision.equals(revision)) return;
  await refuseChangedOutcomes(ctx, tenant, checkId);
  const fileId = ctx.newId();
  await ctx.files.write(fileId, await renderReportDocument(documentOf(results)), results.key);
  const replaced = await replaceResultsDocument(ctx.db, tenant, { checkId, fileId, revision, madeAt: ctx.now() });
  if (replaced !== undefined) await ctx.files.remove(replaced);
}

const waitMs = 10_000;
const lookEveryMs = 200;

/** The file with the check's current content; if there is none, enqueues the job and waits for a while. */
async function currentFile(ctx: Ctx, results: Results): Promise<string> {
  const { check } = results;
  const { accountId, environment } = check.tenant;
  const revision = revisionOf(results);
  for (let waited = 0; waited <= waitMs; waited += lookEveryMs) {
    const stored = await findResultsDocument(ctx.db, check.tenant, check.id);
    if (stored?.revision.equals(revision)) return stored.file_id;
    if (waited === 0) {
      const payload = { accountId, environment, checkId: check.id };
      await ctx.jobs.add(ctx.db, 'make_report_document', payload, { key: `report_document ${check.id}` });
    }
    await sleep(lookEveryMs);
  }
  throw new Refusal('service_unavailable', {}, 5);
}

export interface ResultsDocument {
  readonly orderId: number;
  readonly content: Readable;
}

interface OpenDocument {
  readonly results: Results;
  readonly content: Readable;
}

/** Tries again with the newer file if the document is replaced between finding and opening it. */
async function openCurrentFile(ctx: Ctx, tenant: Tenant, checkId: string, isSecond = false): Promise<OpenDocument> {
  const results = await readResults(ctx, tenant, checkId);
  try {
    return { results, content: await ctx.files.read(await currentFile(ctx, results), results.key) };
  } catch (error) {
    if (isSecond || (error as { code?: unknown }).code !== 'file_missing') throw error;
    return openCurrentFile(ctx, tenant, checkId, true);
  }
}

/**
 * The results as a PDF, interim until the check is complete. Records the reading, with the outcomes that it shows,
 * before the first byte is sent. Refuses with `not_found`, with `state_does_not_allow` if an outcome is not the one that
 * was decided, and with `service_unavailable` if the document is not ready in time.
 */
export async function readResultsDocument(ctx: Ctx, reader: Caller, checkId: string): Promise<ResultsDocument> {
  demand(reader, 'read_results');
  const { id } = await readCheck(ctx, reader, checkId);
  await refuseChangedOutcomes(ctx, reader, id);
  const { results, content } = await openCurrentFile(ctx, reader, id);
  const { status, applicantId, orderId } = results.check;
  await storeEvents(ctx, reader, [
    {
      type: 'check.results_read',
      resourceId: id,
      status,
      applicantId,
      checkId: id,
      detail: { as: 'pdf', shown: results.shown },
    },
  ]);
  return { orderId, content };
}

const openForMs = 15 * 60_000;

/** Opens the results links in a reply without a key for 15 minutes, if the account allows it. */
export function resultsLinksWereGiven(ctx: Ctx, tenant: Tenant, checkIds: readonly string[]): Promise<void> {
  return openResultsLinks(ctx.db, tenant, checkIds, new Date(ctx.now().getTime() + openForMs));
}

export function mayReadBare(ctx: Ctx, tenant: Tenant, checkId: string): Promise<boolean> {
  return isResultsLinkOpen(ctx.db, tenant, checkId, ctx.now());
}

/** For the sweep of files: which of these names belong to results documents. */
export const referencedResultsFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findResultsFiles(ctx.db, names);

/** For the pruning job: deletes expired links. Returns how many. */
export const pruneResultsLinks = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  inBatches((limit) => deleteLinksClosedBefore(ctx.db, ctx.now(), limit));
