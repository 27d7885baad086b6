// Decides who must compare a person with the photograph of their right to work, and what is recorded of it; pure.
import { formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import type { Report } from '../reports/report.ts';
import { excuseIn } from '../reports/right-to-work-rules.ts';
import type { Check } from './check.ts';

/** An employer's guide to right to work checks: in person, or by live video with the original in the employer's hands. */
export const comparisonWays = {
  in_person: 'In person',
  video: 'By live video, with the original document in our hands',
  video_online: 'By live video, with the photograph of the online check',
} as const;
export type ComparisonWay = keyof typeof comparisonWays;

/** Kept with the order. */
export interface PersonComparison {
  /** Who compared them, at the employer. */
  readonly by: string;
  readonly how: ComparisonWay;
  readonly on: IsoDate;
  /** The name of the user who recorded it, and when, in ISO 8601. */
  readonly recorded_by: string;
  readonly recorded_at: string;
  /** Of somebody who worked already, when their right to work was checked again. */
  readonly follows_up?: true;
}

export interface TypedComparison {
  readonly by: string;
  readonly how: string;
  readonly on: string;
}

export const LONGEST_COMPARER = 100;

/** The Employer Checking Service answers without a photograph. */
export const withoutPhotograph = 'employer_checking_service';

export const isOfComparison = ({
  name,
  variant,
}: {
  readonly name: string;
  readonly variant: string | null;
}): boolean => name === 'right_to_work' && variant !== withoutPhotograph;

const ended = ['withdrawn', 'cancelled'];

export const takesComparison = ({ reports, status, isRestricted }: Check): boolean =>
  !isRestricted && !ended.includes(status) && reports.some((one) => isOfComparison(one) && !ended.includes(one.status));

type Compared = Pick<Report, 'name' | 'variant' | 'createdAt' | 'foundChange' | 'reopenedAt'>;

/**
 * A follow-up needs a comparison of its own, made since this time: since it was ordered, or monitoring opened the report again.
 * Undefined of a first check, and of a follow-up that is over.
 */
const followsUpSince = ({ variant, createdAt, foundChange, reopenedAt }: Compared): Date | undefined =>
  foundChange && reopenedAt !== null ? reopenedAt : variant === FOLLOW_UP ? createdAt : undefined;

/** The variant of a report that checks the right to work again. */
export const FOLLOW_UP = 'follow_up';

/** The newest that counts for the report; undefined if there is none. */
export function comparisonFor(check: Pick<Check, 'order'>, report: Compared): PersonComparison | undefined {
  const made = comparisonOf(check);
  const since = followsUpSince(report);
  return since === undefined || (made !== undefined && new Date(made.recorded_at) >= since) ? made : undefined;
}

/** One whose excuse was given stands as it was judged; for another that is not clear nothing depends on it any more. */
const needsComparison = (report: Report): boolean =>
  report.completedAt === null || (report.result === 'clear' && excuseIn(report) !== 'given');

/** Whether a result still depends on it. `lacksComparison` finds the same. */
export const isComparisonAwaited = (check: Pick<Check, 'reports' | 'order'>): boolean =>
  check.reports.some(
    (one) =>
      isOfComparison(one) &&
      !ended.includes(one.status) &&
      needsComparison(one) &&
      comparisonFor(check, one) === undefined,
  );

/** The complete reports that a comparison lets a screener judge again: they were found to give no excuse. */
export const judgedAgain = ({ reports }: Pick<Check, 'reports'>): Report[] =>
  reports.filter(
    (one) => isOfComparison(one) && one.status === 'complete' && one.result === 'clear' && excuseIn(one) === 'none',
  );

/** Whether what is recorded now is of a follow-up. */
export const isFollowUpCompared = ({ reports }: Pick<Check, 'reports'>): boolean =>
  reports.some((one) => isOfComparison(one) && !ended.includes(one.status) && followsUpSince(one) !== undefined);

/** The newest; undefined if there is none. */
export const comparisonOf = ({ order }: Pick<Check, 'order'>): PersonComparison | undefined =>
  order.person_comparisons?.at(-1);

/** By the names of the inputs. @param earlier one that counts for an earlier check alone */
export function comparisonProblems(
  { by, how, on }: TypedComparison,
  today: IsoDate,
  earlier?: PersonComparison,
): Problems {
  const problems = new Problems();
  if (by === '') problems.add('by', 'Enter who compared the person with the photograph');
  if (by.length > LONGEST_COMPARER) problems.add('by', `Enter at most ${LONGEST_COMPARER} characters`);
  if (!(how in comparisonWays)) problems.add('how', 'Choose how they were compared');
  const day = parseDate(on);
  if (day === undefined) problems.add('on', 'Enter the day on which they were compared');
  else if (day > today) problems.add('on', 'Enter a day that is not in the future');
  else if (earlier !== undefined && day <= earlier.on)
    problems.add('on', `Enter the day on which they were compared again, after ${formatLongDate(earlier.on)}`);
  return problems;
}

/** Whether it came before the work: a comparison after it gives no statutory excuse. */
export const isInTime = ({ on }: Pick<PersonComparison, 'on'>, startsOn: IsoDate): boolean => on <= startsOn;
