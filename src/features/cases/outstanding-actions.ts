// Reads what of a report's references and queries its screener must not overlook when they complete it.
import type { Ctx } from '../../context.ts';
import { queryKinds } from '../../messages/en-queries.ts';
import type { Check } from '../checks/check.ts';
import { listQueries } from '../queries/query-actions.ts';
import { discrepancySentences } from '../references/breakdown-rules.ts';
import { compareReference, listReferences } from '../references/reference-actions.ts';
import type { Report } from '../reports/report.ts';

export interface Outstanding {
  /** What has no answer yet, and is withdrawn when the report ends: `the reference about Acme Ltd`. */
  readonly requests: readonly string[];
  /** What referees state otherwise than the candidate, in sentences. */
  readonly discrepancies: readonly string[];
}

export async function readOutstanding(ctx: Ctx, check: Check, { id }: Pick<Report, 'id'>): Promise<Outstanding> {
  const references = await listReferences(ctx, check.tenant, id);
  const queries = (await listQueries(ctx, check)).filter((one) => one.reportId === id && one.status === 'open');
  const answered = references.filter(({ status }) => status === 'answered');
  const discrepancies = await Promise.all(
    answered.map(async (one) => discrepancySentences(one.request.claim, await compareReference(ctx, one))),
  );
  return {
    requests: [
      ...references
        .filter(({ status }) => status === 'requested')
        .map(({ request }) => `the reference about ${request.claim.subject}`),
      ...queries.map(({ addressee, kind }) => `the query to the ${addressee}: ${queryKinds[kind].label}`),
    ],
    discrepancies: discrepancies.flat(),
  };
}
