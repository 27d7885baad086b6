// The rules of periods in a candidate's life: in the past, after birth, and the start before the end; pure.
import { daysOf, type IsoDate } from '../../lib/dates.ts';
import type { Finding, Holder, Moment } from './finding.ts';

interface Times {
  readonly from?: readonly [field: string, date: string | null];
  readonly to?: readonly [field: string, date: string | null];
  /** The fields whose date has only its year, because nothing else was typed. */
  readonly years?: readonly string[] | undefined;
}

const monthOf = (date: IsoDate) => daysOf(date.slice(0, 7));

const yearOf = (date: IsoDate) => daysOf(date.slice(0, 4));

/** The last day that a start may mean: the first of a month also stands for a month whose day is not known. */
function latestStart(date: IsoDate, isYear = false): IsoDate {
  if (isYear) return yearOf(date)[1];
  return date === monthOf(date)[0] ? monthOf(date)[1] : date;
}

/** The first day that an end may mean: the last of a month also stands for a month whose day is not known. */
function earliestEnd(date: IsoDate, isYear = false): IsoDate {
  if (isYear) return yearOf(date)[0];
  return date === monthOf(date)[1] ? monthOf(date)[0] : date;
}

export const isBeforeBirth = (start: IsoDate, dob: IsoDate, isYear = false): boolean =>
  latestStart(start, isYear) < dob;

interface Bound {
  readonly date: IsoDate;
  /** Only the year was typed. */
  readonly isYear: boolean;
}

export const endsAfterStart = (end: Bound, start: Bound): boolean =>
  earliestEnd(end.date, end.isYear) > latestStart(start.date, start.isYear);

export function timeFindings({ from, to, years }: Times, { today, dob }: Holder, moment: Moment = 'placed'): Finding[] {
  const found: Finding[] = [];
  for (const [at, date] of [from ?? ['', null], to ?? ['', null]] as const) {
    if (date === null || date === '') continue;
    if (date > today) found.push({ at, code: 'in_future', moment });
    if (isBeforeBirth(date, dob, years?.includes(at))) found.push({ at, code: 'before_birth', moment });
  }
  if (from?.[1] && to?.[1] && to[1] < from[1]) found.push({ at: to[0], code: 'before_other', other: from[0], moment });
  return found;
}
