// Monitoring at the desk: the follow-ups that wait for a person, and the part of a report's page on which they are recorded.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { listDeadlines } from '../../../features/deadlines/deadline-actions.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import {
  listFollowUps,
  monitoringDeadline,
  readMonitoring,
  stopMonitoring,
} from '../../../features/monitoring/monitor-actions.ts';
import { endOf } from '../../../features/report-types/monitored-end-rules.ts';
import { isCheckedAnew, monitorPlan, monitorPlans } from '../../../features/report-types/monitoring.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readNotes } from '../../../features/reports/note-actions.ts';
import { isToDecideAnew } from '../../../features/reports/outcome-actions.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { recheckTexts } from '../../shared/history-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ReportPanel } from '../report/report-panel.ts';

export const monitoringPanel: ReportPanel = {
  place: 'below',
  template: 'desk/monitoring/monitoring-panel.njk',
  async model(ctx, { caller, check, report }, user) {
    const monitoring = await readMonitoring(ctx, caller, { checkId: check.id, reportId: report.id });
    if (monitoring === undefined) return undefined;
    const deadlines = await listDeadlines(ctx, caller, check.id);
    const next = deadlines.find(({ kind, subjectId }) => kind === monitoringDeadline.kind && subjectId === report.id);
    const isToFollowUp = monitoring.followUpSince !== null && report.status === 'complete';
    return {
      words: monitoring.words,
      rechecks: monitoring.rechecks.slice(0, 5).map(({ at, found }) => ({ at, text: recheckTexts[found] })),
      expiresOn: endOf(report.monitor!, report.findings),
      nextAt: next?.dueAt,
      nextOn: next && ukDateOf(next.dueAt),
      moveAction:
        report.status === 'complete' && mayDo(user, 'record_outcomes') && !monitorPlan(report.monitor!).eachList
          ? `/desk/reports/${report.id}/monitoring`
          : undefined,
      isCheckedAnew: isCheckedAnew(report.monitor!),
      followUpSince: isToFollowUp ? monitoring.followUpSince : undefined,
      stopAction: mayDo(user, 'stop_monitoring') ? `/desk/reports/${report.id}/stop-monitoring` : undefined,
      action: isToFollowUp && mayDo(user, 'record_outcomes') ? `/desk/reports/${report.id}/follow-up` : undefined,
    };
  },
};

/** Above the outcome of a report that a change opened again, until it is given anew. */
export const foundChangePanel: ReportPanel = {
  place: 'outcome',
  template: 'desk/monitoring/found-change-panel.njk',
  async model(ctx, { caller, report, key }) {
    if (!report.foundChange || !isOpen(report.status)) return undefined;
    const notes = await readNotes(ctx, caller, { reportIds: [report.id], audience: 'desk', key });
    // Of this change: a source that found one has written no note.
    const said = notes.findLast(({ saysChange, createdAt }) => saysChange && createdAt >= report.reopenedAt!);
    const isAnew = report.monitor !== null && isCheckedAnew(report.monitor);
    return {
      at: report.reopenedAt,
      isCheckedAnew: isAnew,
      text: said?.text,
      isUndecided: await isToDecideAnew(ctx, caller, report),
    };
  },
};

type FollowUpRequest = FastifyRequest<{
  Params: { reportId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const mostShown = 200;

export function monitoringPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    '/desk/follow-ups',
    { permission: 'record_outcomes', menu: 'Follow-ups', byEnvironment: true },
    async (request: FollowUpRequest, reply, user) => {
      const environment = request.query.environment === 'test' ? 'test' : 'live';
      const rows = await listFollowUps(ctx, user, environment, mostShown);
      const names = await readCandidateNames(ctx, user, rows, { list: 'follow_ups' });
      return renderPage(request, reply, 'desk/monitoring/follow-ups.njk', {
        title: 'Follow-ups',
        environment,
        rows: rows.map((row) => ({
          label: reportTypeById(row.report_type_id)!.label,
          order: orderNumber(row.order_id),
          candidate: names.get(row.check_id) ?? '',
          accountName: row.account_name,
          plan: monitorPlans[row.monitor].label,
          permissionEndsOn: row.permission_ends_on,
          since: row.follow_up_since,
          href: `/desk/reports/${row.report_id}`,
        })),
      });
    },
  );

  pages.post(
    '/desk/reports/:reportId/stop-monitoring',
    { permission: 'stop_monitoring' },
    async (request: FollowUpRequest, reply, user) => {
      const { caller, check, report } = await openReport(ctx, user, request.params.reportId);
      await stopMonitoring(ctx, caller, { checkId: check.id, reportId: report.id });
      return reply.redirect(`/desk/reports/${report.id}?done=unmonitored`, 303);
    },
  );
}
