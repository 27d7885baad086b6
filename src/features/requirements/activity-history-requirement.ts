// The requirement of an activity history: complete activities, employers to ask, and no gap that is too long; pure.
import { gapsSince } from '../../lib/address-history.ts';
import { addYears, type IsoDate, laterOf } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, isBlank, type Moment, missing } from '../facts/finding.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import { hasFaultyTime } from './address-history-requirement.ts';
import { fullTimeOverlaps } from './overlap-rules.ts';
import type { Requirement } from './requirement.ts';
import { type StatedGap, statedGap } from './stated-gap-rules.ts';

export type HistoryStandard = 'sysc_22' | 'kcsie' | 'nhs' | 'bpss' | 'bs_7858';

export interface ActivityHistoryParams {
  /** The number of years to cover; 0 asks for all that there was, and an order of a program may leave gaps in it. */
  readonly years: number;
  readonly longestGapDays: number;
  /** The report confirms single jobs: without a period nobody judges what lies between them. */
  readonly isOfSingleJobs?: true;
  /** Whose rule it is; where none is named, gaps are judged by BS 7858. */
  readonly standard?: HistoryStandard;
  /** An order cannot ask for fewer years: the type is named after them (decisions, activity_years). */
  readonly isMinimum?: true;
}

/** BS 7858: no unexplained gap over 31 days. */
export const longestGapDays = 31;
/** Airports ask for evidence of shorter gaps. */
export const airsideGapDays = 28;
/** The period begins no earlier than the 16th birthday. */
const schoolLeavingAge = 16;

type History = Pick<ApplicantFacts, 'dob' | 'activities'>;

/** The first day of the period to cover: without one, the first day that is stated. */
export function activitiesSince({ dob, activities }: History, years: number, today: IsoDate): IsoDate {
  const first = activities.map(({ start_date }) => start_date).filter((day) => !isBlank(day));
  return years > 0
    ? laterOf(addYears(dob, schoolLeavingAge), addYears(today, -years))
    : (first.toSorted().at(0) ?? today);
}

/** Whether what lies between activities is judged. */
export const judgesGaps = ({ years, isOfSingleJobs }: ActivityHistoryParams): boolean =>
  years > 0 || isOfSingleJobs !== true;

/** Earliest first. */
export function activityGaps(facts: History, params: ActivityHistoryParams, today: IsoDate): StatedGap[] {
  const from = activitiesSince(facts, params.years, today);
  if (!judgesGaps(params) || from > today) return [];
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
      const isClosed = activity.reason_for_leaving === 'BusinessClosed';
      const isUnproved = isClosed && isBlank(activity.referee) && isBlank(activity.papers);
      const fields = [
        ...(isBlank(activity.contact_timing) ? ['contact_timing'] : []),
        ...(activity.end_date !== null && isBlank(activity.reason_for_leaving) ? ['reason_for_leaving'] : []),
      ];
      const isNowhere = activity.status !== 'ArmedForces' && isBlank(activity.place);
      return [
        ...fields.map((field) => missing(`activities[${index}].${field}`, 'needed')),
        // By a name alone a screener finds many employers or none. No order of a program can name it.
        ...(isNowhere ? [missing(`activities[${index}].place`, 'answered')] : []),
        ...(isUnproved ? [missing(`activities[${index}].referee`, 'answered')] : []),
      ];
    });
    if (hasFaultyTime(activities, facts, today)) return found;
    const gaps = activityGaps(facts, params, givenOn);
    const asked = { from: activitiesSince(facts, params.years, givenOn), to: givenOn };
    // Without a number of years an order of a program may leave gaps: the screener is told, and the candidate is asked.
    const told: readonly Moment[] = params.years > 0 ? ['needed'] : ['examined', 'answered'];
    return [
      ...found,
      ...fullTimeOverlaps(activities, asked).map(
        ({ from, to, jobs }): Finding => ({
          ...{ at: 'activities', code: 'jobs_overlap', moment: 'examined' },
          params: { from, to, entries: jobs.join(' and ') },
        }),
      ),
      ...told.flatMap((moment) =>
        gaps.map(
          ({ stated }): Finding => ({ at: 'activities', code: 'gap_in_activities', params: { ...stated }, moment }),
        ),
      ),
    ];
  },
  strictest: (one, other) => ({
    years: Math.max(one.years, other.years),
    longestGapDays: Math.min(one.longestGapDays, other.longestGapDays),
    ...(one.standard !== undefined && one.standard === other.standard && { standard: one.standard }),
    ...(one.isOfSingleJobs === true && other.isOfSingleJobs === true && { isOfSingleJobs: true }),
  }),
  page: { section: 'work_and_education', minutes: 2 },
};
