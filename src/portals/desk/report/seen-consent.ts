// Says with the facts of a report that the client entered the order, so that no form asked for consent, and records that the
// signed one was seen.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { ownReport } from '../../../features/cases/screening-actions.ts';
import { recordConsentSeen } from '../../../features/checks/seen-consent-actions.ts';
import { isConsentElsewhere, takesSeenConsent } from '../../../features/checks/seen-consent-rules.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ReportPanel } from './report-panels.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

const permission = 'record_outcomes' as const;

/** Beside what else lacks before somebody outside is asked. */
export const consentLacks = 'The client entered the order, and nobody has seen the candidate’s signed consent.';

export const seenConsentPanel: ReportPanel = {
  place: 'facts',
  template: 'desk/report/seen-consent.njk',
  model(_ctx, { check, report, consents }, user) {
    if (!isConsentElsewhere(check, consents)) return undefined;
    const mayRecord = mayDo(user, permission) && takesSeenConsent(check);
    const { consent_seen: seen } = check.order;
    return {
      seen: seen && { ...seen, at: new Date(seen.at) },
      action: mayRecord ? `/desk/reports/${report.id}/consent` : undefined,
    };
  },
};

export function seenConsentPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post(`${reportPath}/consent`, { permission }, async (request: ReportRequest, reply, user) => {
    const { caller, queued } = await ownReport(ctx, user, request.params.reportId);
    await recordConsentSeen(ctx, caller, queued.check_id);
    return reply.redirect(`/desk/reports/${queued.report_id}?done=consent_seen`, 303);
  });
}
