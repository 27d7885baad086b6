// The requirement of an activity history: complete activities, employers to ask, and no gap that is too long; pure.
import { gapsSince } from '../../lib/address-history.ts';
import { addYears, type IsoDate, laterOf } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import { hasFaultyTime } from './address-history-requirement.ts';
import type { Requirement } from './requirement.ts';
import { type StatedGap, statedGap } from './stated-gap-rules.ts';

export interface ActivityHistoryParams {
  /** The number of years to cover; 0 asks for all employments without a period. */
  readonly years: number;
  readonly longestGapDays: number;
  /** An order cannot ask for fewer years: the type is named after them (decisions, activity_years). */
  readonly isMinimum?: true;
}

/** BS 7858: no unexplained gap over 31 days. */
export const longestGapDays = 31;
/** Airports ask for evidence of shorter gaps. */
export const airsideGapDays = 28;
/** The period begins no earlier than the 16th birthday. */
const schoolLeavingAge = 16;

/** The first day of the period to cover. */
export function activitiesSince({ dob }: Pick<ApplicantFacts, 'dob'>, years: number, today: IsoDate): IsoDate {
  return laterOf(addYears(dob, schoolLeavingAge), addYears(today, -years));
}

/** Whether a period must be covered; otherwise nobody judges what lies between activities. */
export const asksForPeriod = ({ years }: Pick<ActivityHistoryParams, 'years'>): boolean => years > 0;

/** Earliest first; none if no period must be covered. */
export function activityGaps(
  facts: Pick<ApplicantFacts, 'dob' | 'activities'>,
  params: ActivityHistoryParams,
  today: IsoDate,
): StatedGap[] {
  const from = activitiesSince(facts, params.years, today);
  if (!asksForPeriod(params) || from > today) return [];
  const stays = facts.activities.map(({ start_date, end_date }) => ({
    startDate: start_date || null,
    endDate: end_date,
  }));
  const gaps = gapsSince(stays, from, today, params.longestGapDays);
  return gaps.map((gap) => statedGap(gap, facts.activities));
}

export const activityHistory: Requirement<ActivityHistoryParams> = {
  facts: () => ['activities'],
  findings({ facts, today, givenOn = today }, params) {
    const { activities } = facts;
    if (activities.length === 0) return [{ at: 'activities', code: 'none_added', moment: 'needed' }];
    const found = activities.flatMap((activity, index): Finding[] => {
      if (!employedStatuses.has(activity.status)) return [];
      const fields = [
        ...(isBlank(activity.contact_timing) ? ['contact_timing'] : []),
        ...(activity.end_date !== null && isBlank(activity.reason_for_leaving) ? ['reason_for_leaving'] : []),
      ];
      return fields.map((field) => missing(`activities[${index}].${field}`, 'needed'));
    });
    if (hasFaultyTime(activities, facts, today)) return found;
    const gaps = activityGaps(facts, params, givenOn);
    return [
      ...found,
      ...gaps.map(
        (gap): Finding => ({
          at: 'activities',
          code: 'gap_in_activities',
          params: { ...gap.stated },
          moment: 'needed',
        }),
      ),
    ];
  },
  strictest: (one, other) => ({
    years: Math.max(one.years, other.years),
    longestGapDays: Math.min(one.longestGapDays, other.longestGapDays),
  }),
  page: { section: 'work_and_education', minutes: 4 },
};
