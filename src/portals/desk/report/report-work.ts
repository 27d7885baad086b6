// The work on a report in the head of its page: when it is due, for whom it waits, and the form that changes it.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { recordFollowUp } from '../../../features/cases/note-actions.ts';
import { type OpenedReport, planFollowUp } from '../../../features/cases/screening-actions.ts';
import { changeWork, type WorkChange } from '../../../features/cases/work-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { postponesDueDate } from '../../../features/reports/wait-rules.ts';
import { jurisdictionLabels } from '../../../features/working-days/closing-day-rules.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { overdueWords } from '../../shared/due-words.ts';
import { waitingTexts } from '../../shared/history-words.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { text } from '../../shared/sign-in/sign-in-steps.ts';
import { dueAfterStart, isDueAfterStart } from '../../shared/start-words.ts';
import { shownRefused } from './report-drafts.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import type { Show } from './report-view.ts';

export function workModel(
  { report, check, work }: OpenedReport,
  user: UserOf<'desk'>,
  { today, calendar }: { readonly today: IsoDate; readonly calendar: Calendar },
) {
  const { due_on, due_on_is_set, first_due_on, is_priority, is_ordered_urgent, waiting_for, starts_on } = work;
  const isOverdue = due_on !== null && due_on < today && isOpen(report.status) && !postponesDueDate(waiting_for);
  return {
    dueOn: due_on,
    // A day that nobody moved by hand is the one that was agreed.
    firstDueOn: due_on_is_set && first_due_on !== due_on ? first_due_on : null,
    delayReasons: Object.entries(delayReasonWords).map(([value, words]) => ({ value, text: words })),
    afterStart: isOpen(report.status) && isDueAfterStart(due_on, starts_on) ? dueAfterStart : undefined,
    overdue: isOverdue ? overdueWords(due_on, today, calendar) : undefined,
    // That of England and Wales goes without saying.
    countedIn: check.jurisdiction === 'england_and_wales' ? undefined : jurisdictionLabels[check.jurisdiction],
    isPriority: is_priority,
    isOrderedUrgent: is_priority && is_ordered_urgent,
    waiting: waiting_for === null ? undefined : waitingTexts[waiting_for],
    mayChange: allowsAction(report.status, 'plan') && mayDo(user, 'claim_reports'),
  };
}

/** What differs from what the page showed: whatever a colleague has changed since stays. */
function workChangeIn(body: ReportRequest['body']): WorkChange {
  const { due_on, priority, shown_due_on, shown_priority, delay_reason, delay_words, past_meant } = body ?? {};
  const [dueOn, isUrgent] = [typeof due_on === 'string' ? due_on : '', priority === '1'];
  return {
    ...(dueOn !== shown_due_on && {
      dueOn: dueOn || null,
      delay: { reason: text(delay_reason), words: text(delay_words).trim() },
      isPastMeant: past_meant === '1',
    }),
    ...((isUrgent ? '1' : '') !== shown_priority && { priority: isUrgent ? 1 : 0 }),
  };
}

export function workPages(pages: Pages<'desk'>, ctx: Ctx, show: Show): void {
  pages.post(`${reportPath}/work`, { permission: 'claim_reports' }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    try {
      await changeWork(ctx, user, reportId, workChangeIn(request.body));
    } catch (error) {
      return show(request, reply.status(422), await shownRefused(ctx, user, reportId, error));
    }
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=planned`, 303);
  });

  pages.post(
    `${reportPath}/follow-up`,
    { permission: 'record_outcomes', stepUp: 'outcomes' },
    async (request: ReportRequest, reply, user) => {
      const { reportId } = request.params;
      const { found, change } = request.body ?? {};
      const isChange = found !== 'same';
      try {
        await recordFollowUp(ctx, user, reportId, { isChange, change: text(change).trim() });
      } catch (error) {
        return show(request, reply.status(422), await shownRefused(ctx, user, reportId, error));
      }
      return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=${isChange ? 'changed' : 'unchanged'}`, 303);
    },
  );

  pages.post(
    `${reportPath}/monitoring`,
    { permission: 'record_outcomes' },
    async (request: ReportRequest, reply, user) => {
      const { reportId } = request.params;
      const day = typeof request.body?.next_on === 'string' ? request.body.next_on : '';
      try {
        await planFollowUp(ctx, user, reportId, day);
      } catch (error) {
        return show(request, reply.status(422), await shownRefused(ctx, user, reportId, error));
      }
      return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=monitoring_moved`, 303);
    },
  );
}
