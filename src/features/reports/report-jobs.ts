// The job that hands a report to its provider.
import type { Ctx, Environment } from '../../context.ts';
import type { ReportProvider } from './provider.ts';
import { readReport } from './report-actions.ts';
import { isOpen } from './report-states.ts';

/** @param providers by name */
export function requestReportJob(ctx: Ctx, providers: ReadonlyMap<string, ReportProvider>) {
  return async (payload: Readonly<Record<string, unknown>>): Promise<void> => {
    const tenant = { accountId: String(payload.accountId), environment: payload.environment as Environment };
    const checkId = String(payload.checkId);
    const { report } = await readReport(ctx, tenant, checkId, String(payload.reportId));
    const provider = providers.get(report.provider);
    if (provider === undefined) throw new Error(`no provider is called ${report.provider}`);
    if (isOpen(report.status)) await provider.request(ctx, { ...tenant, checkId, reportId: report.id });
  };
}
