// The jobs that make a results document and an evidence bundle.
import type { Ctx, Environment, Tenant } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { makeEvidenceBundle } from './evidence-bundle-actions.ts';
import { makeResultsDocument } from './results-document-actions.ts';

const jobOf =
  (ctx: Ctx, make: (ctx: Ctx, tenant: Tenant, checkId: string) => Promise<void>): JobHandler =>
  (payload) =>
    make(
      ctx,
      { accountId: String(payload.accountId), environment: payload.environment as Environment },
      String(payload.checkId),
    );

export const resultsJobs = (ctx: Ctx): Readonly<Record<string, JobHandler>> => ({
  make_report_document: jobOf(ctx, makeResultsDocument),
  make_evidence_bundle: jobOf(ctx, makeEvidenceBundle),
});
