// Links to the other reports of the same order.
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { reportTags } from '../../shared/status-tags.ts';
import type { ReportPanel } from './report-panels.ts';

export const otherReports: ReportPanel = {
  place: 'below',
  template: 'desk/report/other-reports.njk',
  model(_ctx, { report, check }) {
    const others = check.reports.filter((other) => other.id !== report.id);
    if (others.length === 0) return undefined;
    return {
      reports: others.map((other) => ({
        label: reportTypeById(other.reportTypeId)!.label,
        tag: reportTags[other.status],
        href: other.requestedAt === null ? undefined : `/desk/reports/${other.id}`,
      })),
    };
  },
};
