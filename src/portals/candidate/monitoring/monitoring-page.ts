// The page on which the candidate withdraws their agreement to the monitoring of complete reports.

import type { Ctx } from '../../../context.ts';
import { withdrawFromMonitoring } from '../../../features/cases/monitoring-agreement-actions.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { readMonitoring } from '../../../features/monitoring/monitor-actions.ts';
import { monitoredReports } from '../../../features/monitoring/monitor-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { say, sayText } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';

export function monitoringPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/monitoring', requireSubmitted, async (request, reply, form) => {
    const check = await showCheck(ctx, form.caller, form.link.checkId);
    const monitored = monitoredReports(check);
    if (monitored.length === 0) return reply.redirect(`${formBase(request)}/status`, 303);
    return renderPage(request, reply, 'candidate/monitoring/monitoring.njk', {
      ...formModel(request, form, say('Do you want the monitoring to end?')),
      reports: await Promise.all(
        monitored.map(async ({ id: reportId, reportTypeId, name }) => ({
          label: sayText(reportTypeById(reportTypeId)?.label ?? name),
          plan: sayText((await readMonitoring(ctx, check.tenant, { checkId: check.id, reportId }))?.words ?? ''),
        })),
      ),
    });
  });

  pages.post('/monitoring', requireSubmitted, async (request, reply, form) => {
    await withdrawFromMonitoring(ctx, form);
    return reply.redirect(`${formBase(request)}/status?monitoring=ended`, 303);
  });
}
