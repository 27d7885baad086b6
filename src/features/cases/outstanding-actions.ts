// Reads what a screener must not overlook when they give an outcome: evidence, open requests, what referees state otherwise.
import type { Ctx } from '../../context.ts';
import { queryKinds } from '../../messages/en-queries.ts';
import { demand } from '../access/permissions.ts';
import { listQueries } from '../queries/query-actions.ts';
import { discrepancySentences } from '../references/breakdown-rules.ts';
import { compareReference, listReferences } from '../references/reference-actions.ts';
import { statedBy } from '../references/reference-take-over-actions.ts';
import { jobsOf, unconfirmedJobs } from '../references/stated-job-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Findings } from '../reports/report-rules.ts';
import { readEvidencedReports } from '../results/report-evidence-actions.ts';
import type { OpenedReport } from './screening-actions.ts';

export interface Outstanding {
  /** What has no answer yet, and is withdrawn when an outcome is proposed: `the reference about Acme Ltd`. */
  readonly withdraws: readonly string[];
  /** The stated jobs that nobody has confirmed, with what became of the request about each. */
  readonly employments: readonly string[];
  /** The other requests without an answer. */
  readonly requests: readonly string[];
  /** What referees state otherwise than the candidate, in sentences. */
  readonly discrepancies: readonly string[];
}

type Opened = Pick<OpenedReport, 'caller' | 'check' | 'report'>;

/** Whether a source or a referee has answered, or a file is with the report. */
export async function hasEvidence(ctx: Ctx, { caller, check, report }: Opened): Promise<boolean> {
  demand(caller, 'read_reports');
  return (await readEvidencedReports(ctx, check)).has(report.id);
}

/** @param findings of the outcome that is given */
export async function readOutstanding(
  ctx: Ctx,
  { caller, check, report }: Opened,
  findings: Findings,
): Promise<Outstanding> {
  demand(caller, 'read_reports');
  const { id } = report;
  const references = await listReferences(ctx, check.tenant, id);
  const queries = (await listQueries(ctx, check)).filter((one) => one.reportId === id && one.status === 'open');
  const answered = references.filter(({ status }) => status === 'answered');
  const discrepancies = await Promise.all(
    answered.map(async (one) => discrepancySentences(one.request.claim, await compareReference(ctx, one))),
  );
  const jobs = unconfirmedJobs(jobsOf(reportTypeById(report.reportTypeId)!, statedBy(check)), findings, references);
  const requested = references.filter(({ status }) => status === 'requested');
  const others = requested.filter(({ request }) => !jobs.some(({ entryKey }) => entryKey === request.entryKey));
  const referenceTexts = (list: typeof requested) =>
    list.map(({ request }) => `the reference about ${request.claim.subject}`);
  const queryTexts = queries.map(({ addressee, kind }) => `the query to the ${addressee}: ${queryKinds[kind].label}`);
  return {
    withdraws: [...referenceTexts(requested), ...queryTexts],
    employments: jobs.map(({ label }) => label),
    requests: [...referenceTexts(others), ...queryTexts],
    discrepancies: discrepancies.flat(),
  };
}
