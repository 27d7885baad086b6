// Links to the other reports of the same order.
import { findOrderReports } from '../../../features/lists/order-report-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { stateTag } from '../queue/queue-words.ts';
import type { ReportPanel } from './report-panel.ts';

export const otherReports: ReportPanel = {
  place: 'below',
  template: 'desk/report/other-reports.njk',
  async model(ctx, { report, check }, user) {
    const others = (await findOrderReports(ctx.db, user, check.id)).filter((one) => one.report_id !== report.id);
    if (others.length === 0) return undefined;
    return {
      reports: others.map((other) => ({
        label: reportTypeById(other.report_type_id)!.label,
        tag: stateTag(other),
        href: other.requested_at === null ? undefined : `/desk/reports/${other.report_id}`,
      })),
    };
  },
};
