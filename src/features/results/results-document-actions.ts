// The stored PDF of a check's results: a job makes it, and again when its content would change; every reading is
// recorded.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { verdictsIn } from '../assessments/assessment-rules.ts';
import type { Check } from '../checks/check.ts';
import { readCheck } from '../checks/check-actions.ts';
import { worstLight } from '../checks/check-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { type FactRow, factRows } from '../facts/fact-rows-rules.ts';
import { placeholderDob } from '../facts/facts.ts';
import { labelledFindings } from '../report-types/findings-rules.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { published } from '../reports/report-rules.ts';
import { askedBy, factsAsked } from '../requirements/requirement-rules.ts';
import { refuseChangedOutcomes } from './outcome-check-actions.ts';
import { type DocumentedReport, type ReportDocument, renderReportDocument } from './report-document.ts';
import {
  deleteLinksClosedBefore,
  findResultsDocument,
  findResultsFiles,
  isResultsLinkOpen,
  openResultsLinks,
  replaceResultsDocument,
} from './results-document-store.ts';

/** A hash that changes whenever the document's content would change. */
function revisionOf(check: Check): Buffer {
  const shown = check.reports
    .map(published)
    .map((report) => [report.id, report.status, report.result, report.subResult, report.trafficLight]);
  return createHash('sha256')
    .update(JSON.stringify([check.status, check.result, check.order.facts, shown, check.identityConfirmedAt]))
    .digest();
}

/** Facts that the head of the document shows. */
const inHead: readonly string[] = ['name', 'date_of_birth'];

/** The known facts that the report type requires; none while the candidate still fills in the form. */
function statedFor({ order, status, activityYears }: Check, reportTypeId: number): FactRow[] {
  const type = reportTypeById(reportTypeId);
  if (type === undefined || status === 'awaiting_applicant') return [];
  const asked = askedBy(requiresOf([type], activityYears)).filter(({ id }) => !inHead.includes(id));
  return factRows(order.facts, asked.flatMap(factsAsked));
}

function documentedReport(check: Check, report: Report): DocumentedReport {
  const type = reportTypeById(report.reportTypeId);
  const { breakdown, properties, notes } =
    type === undefined ? report.findings : labelledFindings(type, report.findings);
  const { verdicts: _, ...particulars } = properties;
  return {
    label: type?.label ?? report.name,
    status: report.status,
    result: report.result,
    subResult: report.subResult,
    trafficLight: report.trafficLight,
    breakdown,
    properties: particulars,
    verdicts: verdictsIn(properties),
    notes: notes === '' ? [] : [notes],
    stated: statedFor(check, report.reportTypeId),
    createdAt: report.createdAt,
    completedAt: report.completedAt,
  };
}

async function documentOf(ctx: Ctx, check: Check): Promise<ReportDocument> {
  const account = await readAccount(ctx, check.tenant.accountId);
  const { facts } = check.order;
  return {
    orderNumber: `VF${check.orderId}`,
    clientName: account.name,
    candidateName: [facts.first_name, facts.middle_name, facts.last_name].filter((name) => name !== null).join(' '),
    dateOfBirth: facts.dob === placeholderDob ? null : facts.dob,
    isTest: check.tenant.environment === 'test',
    status: check.status,
    result: check.result,
    trafficLight: worstLight(check.reports),
    createdAt: check.createdAt,
    completedAt: check.completedAt,
    isFromCandidate: check.formCompletedAt !== null,
    identity:
      check.identityConfirmedAt === null
        ? null
        : { confirmedAt: check.identityConfirmedAt, verdicts: check.order.identity_evidence?.verdicts ?? [] },
    preparedAt: timeFor(ctx, {
      environment: check.tenant.environment,
      clockOffsetSeconds: account.test_clock_offset_seconds,
    }),
    reports: check.reports.map(published).map((report) => documentedReport(check, report)),
  };
}

/** Makes the document for the job; does nothing if the stored one is up to date. */
export async function makeResultsDocument(ctx: Ctx, tenant: Tenant, checkId: string): Promise<void> {
  const check = await readCheck(ctx, tenant, checkId);
  const revision = revisionOf(check);
  const stored = await findResultsDocument(ctx.db, tenant, checkId);
  if (stored?.revision.equals(revision)) return;
  await refuseChangedOutcomes(ctx, tenant, checkId);
  const { key } = await readApplicant(ctx, tenant, check.applicantId);
  const fileId = ctx.newId();
  await ctx.files.write(fileId, await renderReportDocument(await documentOf(ctx, check)), key);
  const replaced = await replaceResultsDocument(ctx.db, tenant, { checkId, fileId, revision, madeAt: ctx.now() });
  if (replaced !== undefined) await ctx.files.remove(replaced);
}

const waitMs = 10_000;
const lookEveryMs = 200;

/** The file with the check's current content; if there is none, enqueues the job and waits for a while. */
async function currentFile(ctx: Ctx, check: Check): Promise<string> {
  const revision = revisionOf(check);
  for (let waited = 0; waited <= waitMs; waited += lookEveryMs) {
    const stored = await findResultsDocument(ctx.db, check.tenant, check.id);
    if (stored?.revision.equals(revision)) return stored.file_id;
    if (waited === 0) {
      const payload = { ...check.tenant, checkId: check.id };
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

/** Tries again with the newer file if the document is replaced between finding and opening it. */
async function openCurrentFile(ctx: Ctx, check: Check, key: DataKey): Promise<Readable> {
  try {
    return await ctx.files.read(await currentFile(ctx, check), key);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'file_missing') throw error;
    return ctx.files.read(await currentFile(ctx, await readCheck(ctx, check.tenant, check.id)), key);
  }
}

/**
 * The results as a PDF, interim until the check is complete. Records the reading before the first byte is sent.
 * Refuses with `not_found`, with `state_does_not_allow` if an outcome is not the one that was decided, and with
 * `service_unavailable` if the document is not ready in time.
 */
export async function readResultsDocument(ctx: Ctx, reader: Caller, checkId: string): Promise<ResultsDocument> {
  demand(reader, 'read_results');
  const check = await readCheck(ctx, reader, checkId);
  const { key } = await readApplicant(ctx, reader, check.applicantId);
  await refuseChangedOutcomes(ctx, reader, check.id);
  const content = await openCurrentFile(ctx, check, key);
  await storeEvents(ctx, reader, [
    { type: 'check.results_read', resourceId: check.id, status: check.status, applicantId: check.applicantId, checkId },
  ]);
  return { orderId: check.orderId, content };
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
