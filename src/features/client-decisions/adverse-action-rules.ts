// What a decision against a candidate takes under the Fair Credit Reporting Act, for jobs in the United States; pure. The client
// gives a notice with the report and a summary of rights, waits, and gives a final notice with its decision.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, addWorkingDays, daysBetween, type IsoDate, laterOf, nextWorkingDay } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { DecisionProblem } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';
import { jobCountryOf } from '../checks/job-country-rules.ts';
import { afterWorkingDays } from '../deadlines/deadline-schedule.ts';

/** Results that are not clear, for a job in the United States. A clear report is no reason to decide against anybody. */
export const takesNotices = ({ order, result }: Pick<Check, 'order' | 'result'>): boolean =>
  jobCountryOf(order) === 'USA' && result === 'consider';

/** The first day on which the time for an answer may be over. @param workingDays of the account */
export const leastAnswerBy = (now: Date, workingDays: number, calendar: Calendar): IsoDate =>
  ukDateOf(afterWorkingDays(now, workingDays, calendar));

/** From when until when the candidate said that a result was not right; null while nobody has dealt with it. */
export interface DisputeSpan {
  readonly sent_at: Date;
  readonly handled_at: Date | null;
}

/** Working days on which a dispute was open, each once. */
function pausedDays(spans: readonly DisputeSpan[], from: IsoDate, { england_and_wales }: Calendar): number {
  const days = spans.flatMap(({ sent_at, handled_at }) => {
    const [first, end] = [laterOf(ukDateOf(sent_at), from), handled_at && ukDateOf(handled_at)];
    if (end === null || end <= first) return [];
    return Array.from({ length: daysBetween(first, end) }, (_, at) => addDays(first, at));
  });
  return new Set(days.filter((day) => nextWorkingDay(day, england_and_wales) === day)).size;
}

/**
 * The first day on which the client may decide against them: after the day for the answer, and as many working days as a dispute
 * took, so that none that is given back falls on a weekend.
 */
export const decidesFrom = (
  notice: { readonly askedOn: IsoDate; readonly answerBy: IsoDate },
  spans: readonly DisputeSpan[],
  calendar: Calendar,
): IsoDate => {
  const paused = pausedDays(spans, notice.askedOn, calendar);
  return addDays(addWorkingDays(notice.answerBy, paused, calendar.england_and_wales), 1);
};

/** The notice as a letter: its time runs from the day on which it was handed over. @param workingDays of the account */
export const ofLetter = (
  answerBy: IsoDate,
  { handedOverOn, workingDays }: { readonly handedOverOn: IsoDate; readonly workingDays: number },
  calendar: Calendar,
): { readonly askedOn: IsoDate; readonly answerBy: IsoDate } => ({
  askedOn: handedOverOn,
  answerBy: laterOf(answerBy, addWorkingDays(handedOverOn, workingDays, calendar.england_and_wales)),
});

export interface NoticeStanding {
  /** Undefined where no notice was given since the last decision. */
  readonly decidesFrom: IsoDate | undefined;
  /** It is a letter of which nobody has said that it was handed over. */
  readonly awaitsLetter: boolean;
  readonly isDisputed: boolean;
}

/** Adds why nobody may decide against the candidate yet. @param told what the client writes to them of it */
export function addNoticeProblems(
  problems: Problems,
  { decidesFrom: from, awaitsLetter, isDisputed }: NoticeStanding,
  { told, today }: { readonly told: string | null; readonly today: IsoDate },
): void {
  const add = (problem: DecisionProblem) => problems.add('decision', problem);
  if (awaitsLetter) add('not_handed_over');
  else if (from === undefined) add('not_noticed');
  else if (isDisputed) add('disputed_notice');
  else if (today < from) add('still_waiting');
  if (told === null) problems.add('tell', 'not_told' satisfies DecisionProblem);
}
