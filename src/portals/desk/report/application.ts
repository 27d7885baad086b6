// Says in the head of a report whether the fee of an authority is spent, and records that its application was made.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readFee, recordApplication } from '../../../features/cases/application-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ReportPanel } from './report-panels.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

export const applicationPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/application.njk',
  async model(ctx, { report, caller }, user) {
    if (!allowsAction(report.status, 'record_application')) return undefined;
    const fee = await readFee(ctx, caller, report.id);
    if (fee === undefined) return undefined;
    return { appliedAt: fee.applied_at, isSpent: fee.is_spent, mayRecord: mayDo(user, 'send_out') };
  },
};

export function applicationPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post(`${reportPath}/application`, { permission: 'send_out' }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    const isMade = request.body?.application !== 'not_sent';
    await recordApplication(ctx, user, reportId, isMade);
    const done = isMade ? 'applied' : 'not_applied';
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=${done}`, 303);
  });
}
