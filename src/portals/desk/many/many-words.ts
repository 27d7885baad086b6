// The words of what is done with many reports at once, and of those with which it was not done.
import type { BulkAct, LeftBecause } from '../../../features/cases/bulk-rules.ts';
import { type ReportState, reportStateWords } from '../../../features/reports/report-states.ts';

export const counted = (count: number, one = 'report'): string => `${count} ${one}${count === 1 ? '' : 's'}`;

interface ActWords {
  /** In the choice of the queue, and as the link to its page. */
  readonly short: string;
  /** Of the page, and on its button. */
  readonly title: (reports: string) => string;
  readonly done: (count: number) => string;
}

const isOrAre = (count: number) => `${counted(count)} ${count === 1 ? 'is' : 'are'}`;

export const actWords: Readonly<Record<BulkAct, ActWords>> = {
  due: {
    short: 'Move the due date',
    title: (reports) => `Move the due date of ${reports}`,
    done: (count) => `The due date of ${counted(count)} is moved.`,
  },
  urgent: {
    short: 'Mark urgent',
    title: (reports) => `Mark ${reports} urgent`,
    done: (count) => `${isOrAre(count)} urgent now.`,
  },
  usual: {
    short: 'Mark not urgent',
    title: (reports) => `Mark ${reports} not urgent`,
    done: (count) => `${isOrAre(count)} not urgent any more.`,
  },
  note: {
    short: 'Add a note',
    title: (reports) => `Add a note to ${reports}`,
    done: (count) => `The note is on ${counted(count)}.`,
  },
  message: {
    short: 'Write to the clients',
    title: (reports) => `Write to the clients about ${reports}`,
    done: (count) => `The comment stands on the orders of ${counted(count)}.`,
  },
  pause: {
    short: 'Pause',
    title: (reports) => `Pause ${reports}`,
    done: (count) => `${isOrAre(count)} paused.`,
  },
  resume: {
    short: 'Resume',
    title: (reports) => `Resume ${reports}`,
    done: (count) => `${isOrAre(count)} resumed.`,
  },
  ask: {
    short: 'Ask for references',
    title: (reports) => `Ask for the references of ${reports}`,
    done: (count) =>
      count === 0
        ? 'No report has all its references asked for.'
        : `All references of ${counted(count)} are asked for.`,
  },
  unable: {
    short: 'Unable to verify',
    title: (reports) => `Close ${reports} as unable to verify`,
    done: (count) =>
      `${isOrAre(count)} closed as unable to verify, or ${count === 1 ? 'awaits' : 'await'} approval of it.`,
  },
  assign: {
    short: 'Assign',
    title: (reports) => `Assign ${reports}`,
    done: (count) => `${isOrAre(count)} assigned.`,
  },
  withdraw: {
    short: 'Withdraw',
    title: (reports) => `Withdraw ${reports}`,
    done: (count) => `${isOrAre(count)} withdrawn.`,
  },
  cancel: {
    short: 'Cancel',
    title: (reports) => `Cancel ${reports}`,
    done: (count) => `${isOrAre(count)} cancelled.`,
  },
};

const becauseTexts: Readonly<Record<Exclude<LeftBecause, 'same' | 'state'>, string>> = {
  ordered_urgent: 'The client ordered it as urgent: change that under Priority on the page of the order',
  permission: 'You may not do this with it as it stands',
  restricted: 'The data of its candidate are restricted: they are only stored',
  gone: 'You do not see it any more, or its candidate was erased',
  no_date: 'It has no due date from which to count',
  moved: 'Somebody changed its due date after you chose it',
  other_account: 'Nobody of those chosen works for this account',
  untrained: 'Nobody of those chosen is trained in its area',
  no_approver: 'It awaits approval, and nobody of those chosen approves outcomes',
  own_proposal: 'It awaits approval by somebody other than who proposed its outcome',
  other_reason: 'Its report type cannot have this reason',
  unasked: 'Nobody is logged as asked: ask first, enter how many requests were sent, or choose another reason',
  draft: 'You have typed an outcome and not sent it: finish it on its page',
  incomplete: 'Its outcome lacks something: close it on its own page',
  asks_nobody: 'Nothing of it is asked of a referee',
  asked_already: 'Its referees are asked already',
  no_consent: 'Nobody has seen the consent of its candidate: ask on its page',
  no_contact:
    'The directory has no mail address under the name of the organisation that was confirmed within a year, or several: ask on its page',
  objection: 'Something speaks against asking, such as when the employer may be contacted: ask on its page',
  partly: 'Some of its referees are asked now; the others are to be asked on its page',
  came_meanwhile: 'Somebody else changed it at this moment: try it again',
};

const sameTexts: Partial<Readonly<Record<BulkAct, string>>> = {
  due: 'It is due on that day already',
  message: 'It is due on that day already',
  urgent: 'It is urgent already',
  usual: 'It is not urgent',
};

export function becauseText(act: BulkAct, because: LeftBecause, status: ReportState | undefined): string {
  if (because === 'same') return sameTexts[act] ?? 'It is so already';
  if (because !== 'state') return becauseTexts[because];
  return status === undefined ? 'Its state does not allow it' : `It is ${reportStateWords[status].toLowerCase()}`;
}
