// The job that asks a report's provider, polls for the answer, or cancels the request.
import type { Ctx, Environment } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import type { ProviderSupply } from './provider-supply.ts';
import { workOnRequest } from './request-actions.ts';

export function requestReportJob(ctx: Ctx, supply: ProviderSupply): JobHandler {
  return async (payload) => {
    // Sandbox checks are not run against real databases (interface §Sandbox).
    if (payload.environment !== 'live') return;
    await workOnRequest(ctx, supply, {
      accountId: String(payload.accountId),
      environment: payload.environment as Environment,
      checkId: String(payload.checkId),
      reportId: String(payload.reportId),
    });
  };
}
