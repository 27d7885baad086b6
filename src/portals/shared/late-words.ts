// Words why something is overdue, for how long, and when it is expected instead, as the screeners said.
import { type Late, lateOf, type Promised, workingDaysOverdue } from '../../features/reports/expected-date-rules.ts';
import type { Calendar } from '../../lib/bank-holidays.ts';
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { delayReasonWords } from '../../messages/en-delays.ts';
import { lower } from './fact-labels.ts';

/** `27 November 2026: waits for the source, new day 4 December 2026`. */
export function lateSince({ since, reason, newDay }: Late): string {
  const why = reason === null ? '' : `: ${lower(delayReasonWords[reason])}`;
  return `${formatLongDate(since)}${why}${newDay === null ? '' : `, new day ${formatLongDate(newDay)}`}`;
}

/** Undefined if it is not overdue. */
export function lateIn(promised: Promised, today: IsoDate, calendar: Calendar) {
  const late = lateOf(promised, today);
  return late === null
    ? undefined
    : {
        ...late,
        text: `overdue since ${lateSince(late)}`,
        workingDays: workingDaysOverdue(late.since, today, calendar),
      };
}
