// When somebody worked or studied somewhere, as a referee is told it.
import { between, type DayOrMonth, formatDate } from '../lib/dates.ts';
import { say } from './say.ts';
import { spokenLanguage } from './spoken-language.ts';

/** As the candidate stated them, as far as they did. */
export interface ToldDays {
  readonly from?: DayOrMonth;
  readonly until?: DayOrMonth;
  /** Of a qualification. */
  readonly awarded?: DayOrMonth;
}

function periodText({ from, until }: ToldDays): string {
  if (from === undefined) return until === undefined ? '' : say('until {day}', { day: formatDate(until) });
  if (until === undefined) return say('from {day}', { day: formatDate(from) });
  const [first, last] = [formatDate(from), formatDate(until)];
  // Welsh has a dash: a word would change the first letter of a month after it.
  return spokenLanguage() === 'cy' ? between(first, last) : `from ${first} until ${last}`;
}

/** `from March 2008 until June 2010, awarded July 2010`; empty where nothing is stated. */
export const toldDaysText = (days: ToldDays): string =>
  [periodText(days), days.awarded === undefined ? '' : say('awarded {day}', { day: formatDate(days.awarded) })]
    .filter((part) => part !== '')
    .join(', ');
