// Decides who must compare a person with the photograph of their right to work, and what is recorded of it; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
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
  /** The name of the user who recorded it, on this day in the UK. */
  readonly recorded_by: string;
  readonly recorded_on: IsoDate;
}

export interface TypedComparison {
  readonly by: string;
  readonly how: string;
  readonly on: string;
}

export const LONGEST_COMPARER = 100;

/** The Employer Checking Service answers without a photograph. */
const withoutPhotograph = 'employer_checking_service';

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

/** Whether a result still depends on it: one that was given stands as it was judged. */
export const isComparisonAwaited = ({ reports }: Pick<Check, 'reports'>): boolean =>
  reports.some((one) => isOfComparison(one) && !ended.includes(one.status) && one.completedAt === null);

/** The newest; undefined if there is none. */
export const comparisonOf = ({ order }: Pick<Check, 'order'>): PersonComparison | undefined =>
  order.person_comparisons?.at(-1);

/** By the names of the inputs. */
export function comparisonProblems({ by, how, on }: TypedComparison, today: IsoDate): Problems {
  const problems = new Problems();
  if (by === '') problems.add('by', 'Enter who compared the person with the photograph');
  if (by.length > LONGEST_COMPARER) problems.add('by', `Enter at most ${LONGEST_COMPARER} characters`);
  if (!(how in comparisonWays)) problems.add('how', 'Choose how they were compared');
  const day = parseDate(on);
  if (day === undefined) problems.add('on', 'Enter the day on which they were compared');
  else if (day > today) problems.add('on', 'Enter a day that is not in the future');
  return problems;
}

/** Whether it came before the work: a comparison after it gives no statutory excuse. */
export const isInTime = ({ on }: Pick<PersonComparison, 'on'>, startsOn: IsoDate): boolean => on <= startsOn;
