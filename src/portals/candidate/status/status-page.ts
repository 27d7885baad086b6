// The candidate's page once the form is sent: how far the check is, when it is expected, what waits for the candidate, and
// what they can do.

import { type Ctx, timeFor } from '../../../context.ts';
import { listAppointments } from '../../../features/appointments/appointment-actions.ts';
import { isToCome } from '../../../features/appointments/appointment-rules.ts';
import { missingOfCheck } from '../../../features/candidate-form/document-actions.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { readRefused, readWithdrawal } from '../../../features/candidate-form/withdrawal-actions.ts';
import { listMessages } from '../../../features/cases/candidate-message-actions.ts';
import { answerDueOn } from '../../../features/cases/candidate-message-rules.ts';
import type { Check } from '../../../features/checks/check.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { monitoredReports } from '../../../features/monitoring/monitor-rules.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { certificateDisputes } from '../../../features/report-types/certificate-disputes.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import { isPublished } from '../../../features/reports/report-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { listRestrictionsOf } from '../../../features/restrictions/restriction-actions.ts';
import { restrictionGrounds } from '../../../features/restrictions/restriction-grounds.ts';
import { queryKinds } from '../../../messages/en-queries.ts';
import { say, sayText } from '../../../messages/say.ts';
import { expectedOrder } from '../../shared/expected-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { progressOf } from '../../shared/progress/progress.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';
import { contactPageOf } from '../contact/contact-pages.ts';
import { takesDocuments } from '../documents/document-request.ts';
import { hearingIn } from '../hearing/hearing-view.ts';
import { withdrawnTitle } from '../withdraw/withdraw-page.ts';
import { ownResultsIn } from './own-results.ts';

function titleOf({ status, isRestricted }: Check, withdrewAt: Date | undefined): string {
  if (isRestricted) return say('Your data are restricted');
  if (isOngoing(status)) return say('Your form has been sent');
  if (withdrewAt !== undefined) return say(withdrawnTitle);
  return say(status === 'complete' ? 'Your check is complete' : 'This check has been closed');
}

/** What a candidate may know of a report before the check is complete: not what was found. */
const partOf = ({ id, reportTypeId, name, status }: Check['reports'][number], refused: ReadonlySet<string>) => {
  const ended = refused.has(id) ? 'You refused this part' : 'Not needed any more';
  return {
    label: sayText(reportTypeById(reportTypeId)?.label ?? name),
    text: say(isPublished(status) ? 'Complete' : isOpen(status) ? 'Going on' : ended),
  };
};

/** Of the reports that are complete. */
export const disputesOf = ({ reports }: Check) =>
  certificateDisputes(
    reports
      .filter(({ status }) => isPublished(status))
      .flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []),
  );

/** Those that are agreed and to come. */
async function appointmentsIn(ctx: Ctx, form: OpenForm, check: Check, base: string) {
  const now = timeFor(ctx, form.caller);
  return (await listAppointments(ctx, check, form.key))
    .filter((one) => isToCome(one, now))
    .map(({ id, at }) => ({ at, href: `${base}/appointments/${id}` }));
}

export async function statusModel(ctx: Ctx, request: FormRequest, form: OpenForm) {
  const check = await showCheck(ctx, form.caller, form.link.checkId);
  const base = formBase(request);
  const open = (await listQueries(ctx, check, 'candidate')).filter(({ status }) => status === 'open');
  const isGoingOn = isOngoing(check.status);
  const withdrewAt = await readWithdrawal(ctx, check);
  const refused = await readRefused(ctx, check);
  return {
    ...formModel(request, form, titleOf(check, withdrewAt)),
    withdrewAt,
    order: orderNumber(check.orderId),
    sentAt: check.formCompletedAt,
    completedAt: check.completedAt,
    status: check.status,
    isGoingOn,
    progress: check.isRestricted ? undefined : progressOf(check),
    parts: check.isRestricted || !isGoingOn ? [] : check.reports.map((report) => partOf(report, refused)),
    missing: isGoingOn && !check.isRestricted ? await missingOfCheck(ctx, form, check) : [],
    hasTelephone: contactPageOf(form) !== undefined,
    wasChanged: request.query.changed !== undefined,
    hasRefused: request.query.refused !== undefined,
    wasTold: request.query.told !== undefined,
    ...(await hearingIn(ctx, request, form, check)),
    results: await ownResultsIn(ctx, request, form, check),
    certificateDisputes: disputesOf(check),
    takesDocuments: await takesDocuments(ctx, form),
    isMonitored: monitoredReports(check).length > 0,
    hasEndedMonitoring: request.query.monitoring !== undefined,
    restrictions: (await listRestrictionsOf(ctx, check, form.key)).map((one) => ({
      ...one,
      label: sayText(restrictionGrounds[one.ground].label),
    })),
    isRestricted: check.isRestricted,
    hasAsked: request.query.asked !== undefined,
    messages: (await listMessages(ctx, check, form.key))
      .filter(({ kind }) => kind === 'problem')
      .map((message) => ({ ...message, dueOn: answerDueOn(message) })),
    expected:
      isGoingOn && !check.isRestricted
        ? expectedOrder(await readExpectedDates(ctx, form.caller, check.id), check.reports)
        : undefined,
    appointments: await appointmentsIn(ctx, form, check, base),
    waiting: (check.isRestricted ? [] : open).map(({ id, kind, dueOn }) => ({
      label: sayText(queryKinds[kind].label),
      dueOn,
      href: `${base}/queries/${id}`,
    })),
  };
}

export function statusPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/status', requireSubmitted, async (request, reply, form) =>
    renderPage(request, reply, 'candidate/status/status.njk', await statusModel(ctx, request, form)),
  );
}
