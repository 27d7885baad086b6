// The candidate's addresses and activities as timelines of the results document: bars, and the same as a list with its
// gaps; pure.
import { formatDate, formatLongDate, formatPeriod, type IsoDate } from '../../lib/dates.ts';
import { lengthText, type TimelineBar, timelineBars } from '../candidate-form/timeline-rules.ts';
import type { DatesWithoutDay } from '../facts/fact.ts';
import { factRows } from '../facts/fact-rows-rules.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import {
  type ActivityHistoryParams,
  activitiesSince,
  activityGaps,
  judgesGaps,
} from '../requirements/activity-history-requirement.ts';
import { type AddressHistoryParams, addressGaps, addressPeriod } from '../requirements/address-history-requirement.ts';
import { fullTimeOverlaps, type Overlap } from '../requirements/overlap-rules.ts';
import { type Asked, paramsOf } from '../requirements/requirement-rules.ts';
import type { StatedGap } from '../requirements/stated-gap-rules.ts';

/** Facts that the timelines show. */
const timelineFacts = { addresses: 'Addresses', activities: 'Activities' } as const;
type TimelineFact = keyof typeof timelineFacts;

export interface DocumentTimeline {
  readonly fact: TimelineFact;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly bars: readonly TimelineBar[];
  /** In words, for who does not see the picture. */
  readonly summary: string;
  /** Earliest first. */
  readonly rows: readonly { readonly period: string; readonly text: string; readonly isGap: boolean }[];
}

interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** As the requirement finds them, and from how many days on; undefined where none asks for a period. */
  readonly overlaps?: readonly Overlap[];
  readonly judged?: { readonly gaps: readonly StatedGap[]; readonly longestGapDays: number };
}

type Entry = { readonly start_date: string | null; readonly end_date: string | null } & DatesWithoutDay;

const earliest = (entries: readonly Entry[], today: IsoDate): IsoDate =>
  entries.reduce((first, { start_date }) => (start_date && start_date < first ? start_date : first), today);

/** As the entry that starts then states it. */
function startText(entries: readonly Entry[], { from }: Period): string {
  const first = entries.find(({ start_date }) => start_date === from);
  return formatDate((first && statedValue(first, 'start_date')) ?? from);
}

/** The required period; where none is required, from the first entry. */
const periods: Readonly<
  Record<TimelineFact, (facts: ApplicantFacts, asked: readonly Asked[], today: IsoDate) => Period>
> = {
  addresses(facts, asked, today) {
    const params = paramsOf<AddressHistoryParams>(asked, 'address_history');
    if (params === undefined) return { from: earliest(facts.addresses, today), to: today };
    const judged = { gaps: addressGaps(facts, params, today), longestGapDays: 0 };
    return { ...addressPeriod(facts, params, today), judged };
  },
  activities(facts, asked, today) {
    const params = paramsOf<ActivityHistoryParams>(asked, 'activity_history');
    if (params === undefined || !judgesGaps(params)) return { from: earliest(facts.activities, today), to: today };
    const { longestGapDays } = params;
    const judged = { gaps: activityGaps(facts, params, today), longestGapDays };
    const span = { from: activitiesSince(facts, params.years, today), to: today };
    return { ...span, judged, overlaps: fullTimeOverlaps(facts.activities, span) };
  },
};

const counted = (number: number, what: string): string =>
  number === 0 ? `no ${what}` : `${number} ${what}${number === 1 ? '' : 's'}`;

function foundText({ judged, overlaps = [] }: Period): string {
  if (judged === undefined) return '. No period had to be covered, so gaps are not judged.';
  const { gaps, longestGapDays } = judged;
  const longer = longestGapDays === 0 ? '' : ` longer than ${longestGapDays} days`;
  const twice = overlaps.length === 0 ? '' : `, and ${counted(overlaps.length, 'overlap')} of full-time jobs`;
  return `: ${counted(gaps.length, 'gap')}${longer}${twice}.`;
}

function timelineOf(
  list: TimelineFact,
  facts: ApplicantFacts,
  asked: readonly Asked[],
  today: IsoDate,
): DocumentTimeline[] {
  const entries: readonly Entry[] = facts[list];
  const period = periods[list](facts, asked, today);
  const { from, to, judged, overlaps = [] } = period;
  if (entries.length === 0 || from >= to) return [];
  const gaps = judged?.gaps ?? [];
  const rows = factRows(facts, [list]).map(({ label, lines }, at) => ({
    at: entries[at]?.start_date ?? '',
    row: { period: label, text: lines.join(', '), isGap: false },
  }));
  const gapRows = gaps.map((gap) => ({
    at: gap.from,
    row: { period: formatPeriod(gap.stated), text: `Gap of ${lengthText(gap.stated)}`, isGap: true },
  }));
  const overlapRows = overlaps.map(({ from: first, to: last, jobs }) => ({
    at: first,
    row: {
      period: formatPeriod({ from: first, to: last }),
      text: `Overlap of ${lengthText({ from: first, to: last })}: ${jobs.join(' and ')}, both full time`,
      isGap: true,
    },
  }));
  const title = timelineFacts[list];
  const start = startText(entries, period);
  return [
    {
      fact: list,
      title,
      from: start,
      to: formatLongDate(to),
      bars: timelineBars(entries, gaps, { from, to }),
      summary: `${title} from ${start} to ${formatLongDate(to)}${foundText(period)}`,
      rows: [...rows, ...gapRows, ...overlapRows]
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .map(({ row }) => row),
    },
  ];
}

/** @param today the day on which the facts were given */
export const documentTimelines = (facts: ApplicantFacts, asked: readonly Asked[], today: IsoDate): DocumentTimeline[] =>
  (Object.keys(timelineFacts) as TimelineFact[]).flatMap((list) => timelineOf(list, facts, asked, today));
