// Until when a report is paused, and the link to pause it until a day.
import { mayDo } from '../../../features/access/permissions.ts';
import { readPauseEnd } from '../../../features/cases/pause-actions.ts';
import { nextReportState } from '../../../features/reports/report-states.ts';
import { actPath } from '../many/many-address.ts';
import type { ReportPanel } from './report-panels.ts';

export const pauseEndPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/pause-end.njk',
  async model(ctx, { caller, report }) {
    const until = await readPauseEnd(ctx, caller, report);
    return until && { until };
  },
};

export const pauseUntilAction: ReportPanel = {
  place: 'more',
  template: 'desk/report/pause-until.njk',
  model: (_ctx, { report }, user) =>
    mayDo(user, 'record_outcomes') && nextReportState(report.status, 'pause') !== undefined
      ? { href: `${actPath('pause')}?reports=${report.id}` }
      : undefined,
};
