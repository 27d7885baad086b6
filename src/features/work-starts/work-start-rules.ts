// When somebody starts work whose screening is not complete, and until when it must be; pure.
import { addDays, type IsoDate, laterOf, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { from } from '../knowledge/known.ts';

/** Suggested where the client has no rule of its own. */
export const usualTime = from(
  'bs7858_screener_help',
  'BS 7858:2019: screening is complete within 12 weeks of a conditional start.',
);
const USUAL_DAYS = 12 * 7;
/** How long before the day somebody is told. */
const NOTICE_DAYS = 14;
const LONGEST_DAYS = 365;
export const LONGEST_START_RISK = 2000;

export interface TypedStart {
  readonly startsOn: string;
  /** Empty where screening is complete. */
  readonly completeBy: string;
  /** How the risk is managed, and who supervises; kept for a start before the screening is complete. */
  readonly risk: string;
}

export const usuallyCompleteBy = (startsOn: IsoDate): IsoDate => addDays(startsOn, USUAL_DAYS);

const isDay = (text: string, first: IsoDate, last: IsoDate) =>
  parseDate(text) === text && text >= first && text <= last;

interface Judged {
  readonly today: IsoDate;
  /** Whether the screening is not complete, so that the start is conditional. */
  readonly isOngoing: boolean;
  /** The first day that is recorded already: it may be long ago when more time is given. */
  readonly recorded?: IsoDate | undefined;
}

export function startProblems(
  { startsOn, completeBy, risk }: TypedStart,
  { today, isOngoing, recorded }: Judged,
): Problems {
  const problems = new Problems();
  const isKnown = startsOn === recorded || isDay(startsOn, addDays(today, -LONGEST_DAYS), addDays(today, LONGEST_DAYS));
  if (!isKnown) problems.add('starts_on', 'Enter the day of the start, at most a year ago or a year from now');
  const first = laterOf(startsOn, today);
  if (isOngoing && isKnown && !isDay(completeBy, first, addDays(first, LONGEST_DAYS)))
    problems.add('complete_by', 'Enter a day from today or the start on, within a year');
  if (isOngoing && risk === '') problems.add('risk', 'Say how the risk is managed, and who supervises');
  if (isLongerThan(risk, LONGEST_START_RISK))
    problems.add('risk', `Use at most ${LONGEST_START_RISK} characters for how the risk is managed`);
  return problems;
}

/** The day on which the client is told that the time ends; null where less is left. */
export const noticeDay = (completeBy: IsoDate, today: IsoDate): IsoDate | null => {
  const day = addDays(completeBy, -NOTICE_DAYS);
  return day > today ? day : null;
};
