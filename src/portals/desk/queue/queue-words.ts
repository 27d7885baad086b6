// The words of the queue: its views and filters, and for whom a report waits.
import type { LateBand, QueueArrival, QueueDue } from '../../../features/lists/queue-due-queries.ts';
import type { DeskReport, QueueSort, QueueView, QueueWaiting } from '../../../features/lists/work-queue-queries.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { pauseWords } from '../../shared/pause-words.ts';
import { reopenedTag, reportTags, type Tag } from '../../shared/status-tags.ts';

export const viewTexts: Readonly<Record<QueueView, string>> = {
  all: 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  for_me: 'Waiting for me',
};

export const waitingTexts: Readonly<Record<QueueWaiting, string>> = {
  nobody: 'Nobody',
  not_begun: 'Nobody: not begun',
  answered: 'Nobody: a query was answered',
  source_answered: 'Answered by the source',
  candidate: 'The candidate',
  client: 'The client',
  source: 'A source',
  approval: 'Approval',
};

export const sortTexts: Readonly<Record<QueueSort, string>> = {
  due: 'Due first',
  waiting: 'Oldest first',
  start: 'First day of work',
};

/** Below the view of what is overdue, which says so itself. */
export const bandTexts: Readonly<Record<LateBand, string>> = {
  late_1: '1 to 2 working days',
  late_3: '3 to 5',
  late_6: '6 to 10',
  late_11: 'Over 10',
};

export const dueTexts: Readonly<Record<QueueDue, string>> = {
  today: 'Today',
  next_day: 'Next working day',
  week: 'This week',
  soon: 'Within 3 working days',
  after_start: 'After they start work',
  back: 'Back today from a pause',
  late_1: 'Overdue, 1 to 2 working days',
  late_3: 'Overdue, 3 to 5 working days',
  late_6: 'Overdue, 6 to 10 working days',
  late_11: 'Overdue, over 10 working days',
};

export const arrivalTexts: Readonly<Record<QueueArrival, string>> = {
  today: 'Today',
  last_day: 'Since the last working day',
  week: 'In the last 7 days',
};

/** To a reviewer, who sees their proposal among what awaits approval. */
export const ownProposalText = 'You proposed this outcome; another person approves it';

/** What the key `n` does. */
export const nextTexts = { free: 'Take the next report', own: 'Open the next of mine' } as const;

/** To who claims a report, or takes the next, and has it already. */
export const ownText = 'You already work on this report.';

const marks: Readonly<Record<NonNullable<DeskReport['mark']> | 'reopened', Tag>> = {
  sent_back: { text: 'Sent back', classes: 'govuk-tag--orange' },
  chase_due: { text: 'Chase the supplier', classes: 'govuk-tag--orange' },
  check_again: { text: 'Check again', classes: 'govuk-tag--orange' },
  change_found: { text: 'Change found', classes: 'govuk-tag--orange' },
  source_answered: { text: 'Source answered', classes: 'govuk-tag--green' },
  answered: { text: 'Answered', classes: 'govuk-tag--green' },
  reopened: reopenedTag,
};

/** What a report's state is drawn from. */
export type ShownState = Pick<DeskReport, 'status' | 'waiting_for' | 'mark' | 'requested_at' | 'reopened_at'>;

/** Beside the state of what is paused: until when, and why. */
export const pausedText = ({ pause }: Pick<DeskReport, 'pause'>): string => (pause === null ? '' : pauseWords(pause));

/** Beside the state: whose turn it is. Nobody else is waited for, so it is the desk's. */
export const isToDo = ({ status, waiting_for, mark, requested_at, reopened_at }: ShownState): boolean =>
  status === 'awaiting_data' && requested_at !== null && waiting_for === null && mark === null && reopened_at === null;

/** The state in every list and on the report's page: for whom it waits, or why it is open again. */
export function stateTag({ status, waiting_for, mark, requested_at, reopened_at }: ShownState): Tag {
  if (requested_at === null && isOpen(status)) return { text: 'Form not sent', classes: 'govuk-tag--grey' };
  // What a source answered is read before another one is waited for.
  if (mark !== null && (waiting_for === null || mark === 'source_answered')) return marks[mark];
  if (waiting_for === null && status === 'awaiting_data' && reopened_at !== null) return marks.reopened;
  if (waiting_for === null || (status !== 'awaiting_data' && status !== 'paused')) return reportTags[status];
  return { text: `Waiting: ${waiting_for}`, classes: 'govuk-tag--yellow' };
}
