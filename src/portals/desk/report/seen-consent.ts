// Says with the facts of a report that the client entered the order, so that no form asked for consent, and records that the
// signed one was seen.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { recordSeenConsent } from '../../../features/cases/seen-consent-actions.ts';
import { isConsentElsewhere, takesSeenConsent } from '../../../features/checks/seen-consent-rules.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ReportPanel } from './report-panel.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

const permission = 'record_outcomes' as const;

/** Beside what else lacks before somebody outside is asked. */
export const consentWithdrawn = 'The candidate withdrew their consent.';
export const consentUnseen = 'The client entered the order, and nobody has seen the candidate’s signed consent.';

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
    const { reportId } = request.params;
    await recordSeenConsent(ctx, user, reportId);
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=consent_seen`, 303);
  });
}
