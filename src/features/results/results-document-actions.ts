// The results of a check as a PDF; every reading is recorded.
import type { Readable } from 'node:stream';
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { inBatches } from '../../platform/jobs.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { showsOwnResults } from '../checks/candidate-result-mail-actions.ts';
import { readCheck } from '../checks/check-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { refuseChangedOutcomes } from './outcome-check-actions.ts';
import { renderReportDocument } from './report-document.ts';
import { type Results, readResults, revisionOf } from './results-actions.ts';
import { documentOf } from './results-document-rules.ts';
import {
  deleteLinksClosedBefore,
  deleteResultsFiles,
  findResultsFiles,
  isResultsLinkOpen,
  openResultsLinks,
} from './results-document-store.ts';
import { type CurrentResults, makeResultsFile, openResultsFile } from './results-file-actions.ts';

async function current(ctx: Ctx, by: Asker, tenant: Tenant, checkId: string): Promise<CurrentResults> {
  const results = await readResults(ctx, by, tenant, checkId);
  return { results, revision: revisionOf(results) };
}

/** Makes the document for the job; does nothing if the stored one is up to date. */
export async function makeResultsDocument(ctx: Ctx, tenant: Tenant, checkId: string): Promise<void> {
  await refuseChangedOutcomes(ctx, tenant, checkId);
  await makeResultsFile(ctx, 'pdf', await current(ctx, 'system', tenant, checkId), ({ results }) =>
    renderReportDocument(documentOf(results)),
  );
}

export interface ResultsDocument {
  readonly orderId: number;
  readonly content: Readable;
}

/** The look at all results at once, which says what was given and which outcomes it showed. */
export const lookAtFile = ({ check, shown }: Results, as: 'pdf' | 'bundle') => ({
  type: 'check.results_read' as const,
  resourceId: check.id,
  status: check.status,
  applicantId: check.applicantId,
  checkId: check.id,
  detail: { as, shown },
});

/**
 * The results as a PDF, interim until the check is complete. Records the reading, with the outcomes that it shows,
 * before the first byte is sent. Refuses with `not_found`, with `state_does_not_allow` if an outcome is not the one that
 * was decided, and with `service_unavailable` if the document is not ready in time.
 * @param waitMs how long it may take, if not as usual
 */
export async function readResultsDocument(
  ctx: Ctx,
  reader: Caller,
  checkId: string,
  waitMs?: number,
): Promise<ResultsDocument> {
  demand(reader, 'read_results');
  const { id } = await readCheck(ctx, reader, checkId);
  await refuseChangedOutcomes(ctx, reader, id);
  const { results, content } = await openResultsFile(ctx, 'pdf', () => current(ctx, reader, reader, id), waitMs);
  await storeEvents(ctx, reader, [lookAtFile(results, 'pdf')]);
  return { orderId: results.check.orderId, content };
}

/**
 * As `readResultsDocument`, for the candidate, as far as their client lets them read their own results; the same document goes
 * into a copy of everything about them. Refuses with `not_found` where it does not, or while the check is not complete.
 */
export async function readOwnResultsDocument(ctx: Ctx, candidate: Caller, checkId: string): Promise<ResultsDocument> {
  demand(candidate, 'read_own_results');
  const check = await readCheck(ctx, candidate, checkId);
  if (!(await showsOwnResults(ctx, candidate, check))) throw new Refusal('not_found');
  await refuseChangedOutcomes(ctx, candidate, check.id);
  const { results, content } = await openResultsFile(ctx, 'pdf', () => current(ctx, 'system', candidate, check.id));
  // What the client was given before is not told by what the candidate read.
  await storeEvents(ctx, candidate, [{ ...lookAtFile(results, 'pdf'), detail: { as: 'pdf' } }]);
  return { orderId: results.check.orderId, content };
}

const openForMs = 15 * 60_000;

/** Opens the results links in a reply without a key for 15 minutes, if the account allows it. */
export function resultsLinksWereGiven(ctx: Ctx, tenant: Tenant, checkIds: readonly string[]): Promise<void> {
  return openResultsLinks(ctx.db, tenant, checkIds, new Date(ctx.now().getTime() + openForMs));
}

export function mayReadBare(ctx: Ctx, tenant: Tenant, checkId: string): Promise<boolean> {
  return isResultsLinkOpen(ctx.db, tenant, checkId, ctx.now());
}

/** The documents of a check show what is deleted now: they are made anew. Returns the names of their files, to be removed. */
export const forgetResultsFiles = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, checkId: string): Promise<string[]> =>
  deleteResultsFiles(ctx.db, tenant, checkId);

/** For the sweep of files: which of these names belong to results documents. */
export const referencedResultsFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findResultsFiles(ctx.db, names);

/** For the pruning job: deletes expired links. Returns how many. */
export const pruneResultsLinks = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  inBatches((limit) => deleteLinksClosedBefore(ctx.db, ctx.now(), limit));
