// Who works on a report, at the head of its page, with the button that claims or releases it.
import { mayDo } from '../../../features/access/permissions.ts';
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import { findDeskReport } from '../../../features/lists/work-queue-queries.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import type { ReportPanel } from '../report/report-panels.ts';

export const claimPanel: ReportPanel = {
  place: 'work',
  template: 'desk/queue/claim-panel.njk',
  async model(ctx, { report }, user) {
    const found = allowsAction(report.status, 'claim')
      ? await findDeskReport(ctx.db, user.accounts, report.id)
      : undefined;
    if (found === undefined) return undefined;
    const isOwn = found.assignee_id === user.userId;
    return {
      action: `/desk/reports/${report.id}/assignee`,
      assignee: isOwn ? 'you' : (found.assignee_name ?? 'nobody'),
      move: !mayDo(user, 'claim_reports')
        ? undefined
        : isOwn
          ? 'release'
          : found.assignee_id === null && mayWorkOn(user, found)
            ? 'claim'
            : undefined,
    };
  },
};
