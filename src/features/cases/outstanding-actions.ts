// Reads what a screener must not overlook when they give an outcome: evidence, open requests, what referees state otherwise.
import type { Ctx } from '../../context.ts';
import { queryKinds } from '../../messages/en-queries.ts';
import { demand } from '../access/permissions.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import { factsGivenOn } from '../checks/check-rules.ts';
import { listQueries } from '../queries/query-actions.ts';
import { readAttempts } from '../references/attempt-actions.ts';
import { listsToConfirm } from '../references/claim-rules.ts';
import { type ComparedReference, discrepanciesOf, withDifferences } from '../references/entry-difference-rules.ts';
import type { Reference } from '../references/reference.ts';
import { comparedBy, compareReference, listReferences } from '../references/reference-actions.ts';
import { statedBy } from '../references/reference-take-over-actions.ts';
import { isAsked, jobsOf, type Made, newsOf, unaskedPlaces, unconfirmedJobs } from '../references/stated-job-rules.ts';
import { inWritingOf, lacksWriting } from '../references/written-reference-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Findings } from '../reports/report-rules.ts';
import { readEvidencedReports } from '../results/report-evidence-actions.ts';
import { listSupplierRequests } from '../suppliers/supplier-request-actions.ts';
import { readSheet } from '../verifications/sheet-actions.ts';
import { openLabels } from '../verifications/sheet-words-rules.ts';
import type { OpenedReport } from './screening-actions.ts';

export interface Outstanding {
  /** What has no answer yet, and is withdrawn when an outcome is proposed: `the reference about Acme Ltd`. */
  readonly withdraws: readonly string[];
  /** The stated jobs that nobody has confirmed, with what became of the request about each. */
  readonly employments: readonly string[];
  /** The times of the history that the report asks about, and that nothing verifies. */
  readonly periods: readonly string[];
  /** The other requests without an answer. */
  readonly requests: readonly string[];
  /** What referees state otherwise than the candidate, in sentences. */
  readonly discrepancies: readonly string[];
}

type Opened = Pick<OpenedReport, 'caller' | 'check' | 'report'>;

/** None where the outcome lists the jobs one by one: those without a confirmation are named. */
export async function unverifiedPeriods(
  ctx: Ctx,
  { caller, check, report, key }: Opened & Pick<OpenedReport, 'key'>,
): Promise<string[]> {
  demand(caller, 'read_reports');
  if (reportTypeById(report.reportTypeId)!.properties.employments !== undefined) return [];
  const sheet = await readSheet(ctx, check, { key, reader: 'desk', askedBy: [report] });
  return sheet === undefined ? [] : openLabels(sheet);
}

/** Whether a source or a referee has answered, whichever report of the order asked them, or a file is with the report. */
export async function hasEvidence(ctx: Ctx, { caller, check, report }: Opened): Promise<boolean> {
  demand(caller, 'read_reports');
  if ((await readEvidencedReports(ctx, check)).has(report.id)) return true;
  const toConfirm = listsToConfirm(reportTypeById(report.reportTypeId)!);
  return (await listReferences(ctx, check.tenant, report.id)).some(
    ({ status, request }) => status === 'answered' && toConfirm.includes(request.claim.list),
  );
}

const comparedReferences = (ctx: Ctx, references: readonly Reference[]): Promise<ComparedReference[]> =>
  Promise.all(
    references
      .filter(({ status }) => status === 'answered')
      .map(async (one) => ({
        ...{ id: one.id, claim: one.request.claim },
        ...{ by: await comparedBy(ctx, one), comparisons: await compareReference(ctx, one) },
      })),
  );

const byOf = (ctx: Ctx, check: Opened['check']) =>
  comparedBy(ctx, { tenant: check.tenant, request: { statedOn: factsGivenOn(check) } });

/** The findings of an outcome that is given, with what differs by the confirmed values as they are now. */
export async function withCurrentDifferences(
  ctx: Ctx,
  { caller, check, report }: Opened,
  findings: Findings,
): Promise<Findings> {
  demand(caller, 'read_reports');
  const references = await comparedReferences(ctx, await listReferences(ctx, check.tenant, report.id));
  return withDifferences(findings, report.findings, references, await byOf(ctx, check));
}

/** The requests of the order that the report reads, each with the calls that were logged of it. */
const madeRequests = async (ctx: Ctx, { caller, check, report }: Opened): Promise<Made[]> =>
  Promise.all(
    (await listReferences(ctx, check.tenant, report.id)).map(async (one) => ({
      ...{ status: one.status, request: one.request, mailedAt: one.mailedAt },
      calls: (await readAttempts(ctx, caller, one)).length,
    })),
  );

const isSentOut = async (ctx: Ctx, { caller, report, key }: Opened & Pick<OpenedReport, 'key'>): Promise<boolean> =>
  (await listSupplierRequests(ctx, caller, report.id, key)).some(({ status }) => status !== 'cancelled');

/** Whether a referee, or a supplier, was asked about anything of the report. */
export async function isAnybodyAsked(ctx: Ctx, opened: Opened & Pick<OpenedReport, 'key'>): Promise<boolean> {
  demand(opened.caller, 'read_reports');
  return (await madeRequests(ctx, opened)).some(isAsked) || isSentOut(ctx, opened);
}

/** As `unaskedPlaces`; none where a supplier was asked to find out. Calls are recorded with the reference that they are about. */
export async function readUnasked(
  ctx: Ctx,
  opened: Opened & Pick<OpenedReport, 'key'>,
  findings: Findings,
): Promise<number[]> {
  const { caller, check, report } = opened;
  demand(caller, 'read_reports');
  const places = unaskedPlaces(
    jobsOf(reportTypeById(report.reportTypeId)!, statedBy(check)),
    findings,
    await madeRequests(ctx, opened),
  );
  return places.length > 0 && (await isSentOut(ctx, opened)) ? [] : places;
}

/** @param findings of the outcome that is given */
export async function readOutstanding(
  ctx: Ctx,
  opened: Opened & Pick<OpenedReport, 'key'>,
  findings: Findings,
): Promise<Outstanding> {
  const { caller, check, report } = opened;
  demand(caller, 'read_reports');
  const { id } = report;
  const references = await listReferences(ctx, check.tenant, id);
  const queries = (await listQueries(ctx, check)).filter((one) => one.reportId === id && one.status === 'open');
  const compared = await comparedReferences(ctx, references);
  const type = reportTypeById(report.reportTypeId)!;
  const toConfirm = listsToConfirm(type);
  const jobs = unconfirmedJobs(jobsOf(type, statedBy(check)), findings, references);
  const requested = references.filter(({ status }) => status === 'requested');
  const own = requested.filter(({ reportId }) => reportId === id);
  const others = requested
    .filter(({ reportId, request }) => reportId === id || toConfirm.includes(request.claim.list))
    .filter(({ request }) => !jobs.some(({ entryKey }) => entryKey === request.entryKey))
    .filter(({ request }) => newsOf(references, request.entryKey)?.status !== 'answered');
  const referenceTexts = (list: typeof requested) => [
    ...new Set(list.map(({ request }) => `the reference about ${request.claim.subject}`)),
  ];
  const unwritten = references.filter((one) => inWritingOf(one, check.reports) !== undefined);
  const files =
    unwritten.length === 0 ? [] : await listAttachments(ctx, { ...check.tenant, subsidiaryIds: null }, check.orderId);
  const writtenTexts = unwritten
    .filter((one) => one.reportId === id && lacksWriting(one, check.reports, files))
    .map(({ request }) => `the written reference about ${request.claim.subject}, which was taken by telephone`);
  const queryTexts = queries.map(({ addressee, kind }) => `the query to the ${addressee}: ${queryKinds[kind].label}`);
  return {
    withdraws: [...referenceTexts(own), ...queryTexts],
    employments: jobs.map(({ label }) => label),
    periods: await unverifiedPeriods(ctx, opened),
    requests: [...referenceTexts(others), ...writtenTexts, ...queryTexts],
    discrepancies: discrepanciesOf(findings, compared, await byOf(ctx, check)),
  };
}
