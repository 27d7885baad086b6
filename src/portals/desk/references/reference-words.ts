// The words of references at the desk: states, comparisons, and what was just done.

import type { Verdict } from '../../../features/references/discrepancy-rules.ts';
import type { Compared } from '../../../features/references/questionnaire.ts';
import type { Reference, ReferenceReply } from '../../../features/references/reference.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { failureSentence } from '../../../lib/mail-failures.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import type { Tag } from '../../shared/status-tags.ts';

export const comparedLabels: Readonly<Record<Compared, string>> = {
  from: 'Start',
  to: 'End',
  role: 'Role',
  reason: 'Reason for leaving',
  course: 'Course',
  classification: 'Class',
  awarded: 'Awarded',
};

export const verdictTags: Readonly<Record<Verdict, Tag>> = {
  same: { text: 'Same', classes: 'govuk-tag--green' },
  differs: { text: 'Differs', classes: 'govuk-tag--red' },
  to_judge: { text: 'For you to judge', classes: 'govuk-tag--orange' },
  not_stated: { text: 'Not stated', classes: 'govuk-tag--grey' },
};

const day = (at: Date) => formatLongDate(ukDateOf(at));

/** By the address that the newest mail went to: a corrected address gets a newer mail. */
const undeliveredText = ({ mailFailure, request }: Reference) =>
  mailFailure === undefined
    ? 'The mail to the referee was not delivered'
    : failureSentence(request.referee.email, mailFailure).replace(/\.$/, '');

function answeredText(reply: ReferenceReply, repliedAt: Date): string {
  if (reply.call !== undefined) return `Taken by telephone on ${day(repliedAt)}`;
  if (reply.letter !== undefined)
    return `Answered by letter of ${formatLongDate(reply.letter.on)}, recorded on ${day(repliedAt)}`;
  const by = reply.scope === 'letter' ? 'by link with a letter' : 'by link';
  const [first] = reply.earlier ?? [];
  if (first === undefined) return `Answered ${by} on ${day(repliedAt)}`;
  return `Answered ${by} on ${day(new Date(first.sentAt))}, corrected by the referee on ${day(repliedAt)}`;
}

const writtenTo = (mails: number, last: Date) =>
  mails > 1 ? `Written to ${mails} times, last on ${day(last)}` : `Written to on ${day(last)}`;

/** Where the reference stands, in one line. @param mostReminders of the account */
export function standingOf(reference: Reference, mostReminders: number): string {
  const { status, mailedAt, chases, mails, openedAt, repliedAt, reply, requestedAt } = reference;
  switch (status) {
    case 'requested':
      if (mailedAt === null) return `To be taken by telephone, since ${day(requestedAt)}`;
      return [
        writtenTo(mails, mailedAt),
        `${chases} of ${mostReminders} reminders sent${mails > chases + 1 ? ' since they were asked again' : ''}`,
        openedAt === null ? 'not opened' : 'opened',
      ].join(', ');
    case 'unanswered':
      return `No answer after ${chases} reminders. ${writtenTo(mails, mailedAt ?? requestedAt)}`;
    case 'undelivered':
      return undeliveredText(reference);
    case 'answered':
      return answeredText(reply, repliedAt!);
    case 'declined':
      return `Declined on ${day(repliedAt!)}`;
    case 'withdrawn':
      return `Asked on ${day(requestedAt)}, then withdrawn`;
  }
}

/** By the code in the address. */
export const doneWords: Readonly<Record<string, string>> = {
  sent: 'The request is sent. The report waits for the referee.',
  sent_today: 'Nothing was sent: the referee was written to today already.',
  changed: 'The referee is corrected.',
  withdrawn: 'The request is withdrawn, and its link no longer works.',
  authenticated: 'How the referee was authenticated is recorded.',
  recorded: 'The answers are recorded.',
  updated: 'The update is recorded. It stands under Messages and with the report until somebody has dealt with it.',
  called: 'The call is logged.',
  kept: 'The contact is in the directory.',
  reminder_moved: 'The day of the next reminder is changed.',
};
