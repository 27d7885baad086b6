// When somebody starts work whose screening is not complete, and until when it must be; pure.
import { addDays, type IsoDate, laterOf, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
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

export interface TypedStart {
  readonly startsOn: string;
  /** Empty where screening is complete. */
  readonly completeBy: string;
}

export const usuallyCompleteBy = (startsOn: IsoDate): IsoDate => addDays(startsOn, USUAL_DAYS);

const isDay = (text: string, first: IsoDate, last: IsoDate) =>
  parseDate(text) === text && text >= first && text <= last;

/** @param isOngoing whether the screening is not complete, so that the start is conditional */
export function startProblems({ startsOn, completeBy }: TypedStart, today: IsoDate, isOngoing: boolean): Problems {
  const problems = new Problems();
  const isKnown = isDay(startsOn, addDays(today, -LONGEST_DAYS), addDays(today, LONGEST_DAYS));
  if (!isKnown) problems.add('starts_on', 'Enter the day of the start, at most a year ago or a year from now');
  if (isOngoing && isKnown && !isDay(completeBy, laterOf(startsOn, today), addDays(startsOn, LONGEST_DAYS)))
    problems.add('complete_by', 'Enter a day from today on, after the start and at most a year after it');
  return problems;
}

/** The day on which the client is told that the time ends; null where less is left. */
export const noticeDay = (completeBy: IsoDate, today: IsoDate): IsoDate | null => {
  const day = addDays(completeBy, -NOTICE_DAYS);
  return day > today ? day : null;
};
