// Which times of an applicant's working life no activity accounts for, and which activities contradict themselves; pure.
import { type Gap, gapsSince } from '../../lib/address-history.ts';
import { addYears, type IsoDate, laterOf } from '../../lib/dates.ts';
import type { Activity, ApplicantFacts } from '../facts/facts.ts';

/** BS 7858: no unexplained gap over 31 days; nobody works before they are 16. */
const toleratedGapDays = 31;
const schoolLeavingAge = 16;

/** The first of the days that must be accounted for. */
export function activitiesSince({ dob }: Pick<ApplicantFacts, 'dob'>, years: number, today: IsoDate): IsoDate {
  return laterOf(addYears(dob, schoolLeavingAge), addYears(today, -years));
}

/** Earliest first; none where nothing is asked by years. */
export function activityGaps(facts: Pick<ApplicantFacts, 'dob' | 'activities'>, years: number, today: IsoDate): Gap[] {
  const from = activitiesSince(facts, years, today);
  if (years === 0 || from > today) return [];
  const stays = facts.activities.map(({ start_date, end_date }) => ({
    startDate: start_date || null,
    endDate: end_date,
  }));
  return gapsSince(stays, from, today, toleratedGapDays);
}

/** Who is still there has not left, and who left is not still there: what the reason has against the end, if anything. */
export function leavingContradiction({
  hasEnded,
  reason_for_leaving: reason,
}: Pick<Activity, 'reason_for_leaving'> & { readonly hasEnded: boolean }): 'has ended' | 'goes on' | undefined {
  if (hasEnded) return reason === 'StillEmployed' ? 'has ended' : undefined;
  return reason === null || reason === '' || reason === 'StillEmployed' ? undefined : 'goes on';
}
