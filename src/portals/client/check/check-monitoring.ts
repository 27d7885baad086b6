// The part of a check's page that says which of its reports are monitored, and stops that.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { listDeadlines } from '../../../features/deadlines/deadline-actions.ts';
import { monitoringDeadline, readMonitoring, stopMonitoring } from '../../../features/monitoring/monitor-actions.ts';
import { monitoredReports } from '../../../features/monitoring/monitor-rules.ts';
import { endOf } from '../../../features/report-types/monitored-end-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { isPublished } from '../../../features/reports/report-rules.ts';
import { recheckTexts } from '../../shared/history-words.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { checkPath, requestedCheck } from './requested-check.ts';

/** Of each monitored report; whether it was re-checked only for readers of results. */
export async function monitoredIn(ctx: Ctx, user: ClientUser, check: Check) {
  const monitored = monitoredReports(check);
  if (monitored.length === 0) return [];
  const deadlines = await listDeadlines(ctx, check.tenant, check.id);
  const nextOf = (id: string) =>
    deadlines.find(({ kind, subjectId }) => kind === monitoringDeadline.kind && subjectId === id)?.dueAt;
  const seesResults = mayDo(user, 'read_results') && !check.isRestricted;
  return Promise.all(
    monitored.map(async ({ id, reportTypeId, monitor, status, findings }) => {
      const found = await readMonitoring(ctx, check.tenant, { checkId: check.id, reportId: id });
      const last = seesResults ? found?.rechecks[0] : undefined;
      return {
        label: reportTypeById(reportTypeId)!.label,
        plan: found?.words,
        expiresOn: seesResults && isPublished(status) ? endOf(monitor!, findings) : undefined,
        nextAt: nextOf(id),
        last: last && { at: last.at, text: recheckTexts[last.found] },
        stopAction: mayDo(user, 'stop_monitoring')
          ? `/portal/checks/${check.id}/reports/${id}/stop-monitoring`
          : undefined,
      };
    }),
  );
}

type StopRequest = FastifyRequest<{ Params: { check_id: string; report_id: string } }>;

export function checkMonitoringPages(pages: Pages<'client'>, ctx: Ctx): void {
  pages.post(
    `${checkPath}/reports/:report_id/stop-monitoring`,
    { permission: 'stop_monitoring' },
    async (request: StopRequest, reply, user) => {
      const check = await requestedCheck(ctx, user, request);
      const target = { checkId: check.id, reportId: request.params.report_id.toLowerCase() };
      await stopMonitoring(ctx, callerFor(user, check.tenant.environment), target);
      return reply.redirect(`/portal/checks/${check.id}#monitoring`, 303);
    },
  );
}
