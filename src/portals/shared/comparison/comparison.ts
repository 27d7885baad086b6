// Says of an order who compared the person with the photograph of their right to work, and whether that was in time.
import type { Check } from '../../../features/checks/check.ts';
import {
  comparisonOf,
  comparisonWays,
  isInTime,
  takesComparison,
} from '../../../features/checks/person-comparison-rules.ts';
import { formatLongDate, type IsoDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';

/** Undefined where nothing is to be compared. @param startsOn the first day of work; undefined if nobody said it */
export function comparisonIn(check: Check, startsOn: IsoDate | undefined) {
  const made = comparisonOf(check);
  if (made === undefined && !takesComparison(check)) return undefined;
  if (made === undefined) return { made: undefined };
  return {
    made: {
      text: `${made.by}, on ${formatLongDate(made.on)}. ${comparisonWays[made.how]}.`,
      recorded: `Recorded by ${made.recorded_by} on ${formatLongDate(ukDateOf(new Date(made.recorded_at)))}`,
      on: formatLongDate(made.on),
      start: made.follows_up
        ? 'For the follow-up of somebody who works already.'
        : startsOn === undefined
          ? undefined
          : isInTime(made, startsOn)
            ? `In time: the first day of work is ${formatLongDate(startsOn)}.`
            : `After the first day of work, ${formatLongDate(startsOn)}: it gives no statutory excuse.`,
      isLate: !made.follows_up && startsOn !== undefined && !isInTime(made, startsOn),
    },
  };
}
