// Makes the verification sheet of a history: every day of the asked time in a stated period or a gap, and what confirms it; pure.
import { type Gap, gapsSince } from '../../lib/address-history.ts';
import { addDays, type DayOrMonth, daysBetween, daysOf, type IsoDate, laterOf } from '../../lib/dates.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { daysApart } from '../references/discrepancy-rules.ts';
import { type ActivityHistoryParams, activitiesSince } from '../requirements/activity-history-requirement.ts';
import { fullTimeOverlaps, type Overlap } from '../requirements/overlap-rules.ts';
import { statedGap } from '../requirements/stated-gap-rules.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import type { Confirmation } from './confirmation-rules.ts';
import { saysWhole, verifies } from './verification-sources.ts';

export const rowVerdicts = [
  'verified',
  /** Rests on a referee of whom nobody made sure who they are. */
  'confirmed_unauthenticated',
  /** Rests on what somebody typed without its source. */
  'confirmed_unsourced',
  /** Two who say when it began and ended do not say the same: what both say counts until a person takes one of them back. */
  'sources_contradict',
  'dates_differ',
  'stated_only',
  'gap_shown',
  'gap_unexplained',
  'short_gap',
] as const;
export type RowVerdict = (typeof rowVerdicts)[number];

export interface SheetRow {
  /** `activities-0`, or `gap-2021-03-01`. */
  readonly key: string;
  readonly isGap: boolean;
  /** `Full-time employee`, `Gap`. */
  readonly kind: string;
  /** The employer, the school, the business; empty if none is named. */
  readonly name: string;
  /** As the candidate stated it; null for what goes on. */
  readonly stated: { readonly from: DayOrMonth; readonly to: DayOrMonth | null };
  /** Its days of the asked time, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly days: number;
  /** Everything that says something of it, also what verifies nothing. */
  readonly confirmations: readonly Confirmation[];
  /** What of them verifies the period. */
  readonly counting: readonly Confirmation[];
  /** From the first confirmed day to the last one, as it was said, also by whom nobody authenticated; undefined if nobody did. */
  readonly confirmed: { readonly from: DayOrMonth; readonly to: DayOrMonth } | undefined;
  readonly verdict: RowVerdict;
  readonly unverifiedDays: number;
}

export interface Sheet {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly days: number;
  /** By their first day; two stated periods may overlap. */
  readonly rows: readonly SheetRow[];
  readonly verifiedDays: number;
  /** Those that only somebody confirms whom nobody authenticated, or of whom nobody recorded who they are: not verified. */
  readonly unsureDays: number;
  /** Recorded for an entry or a gap that is not stated any more: it verifies nothing. */
  readonly unplaced: readonly Confirmation[];
  /** Two full-time jobs at once, longer than is tolerated; earliest first. */
  readonly overlaps: readonly Overlap[];
  /** What nothing verifies, longer than the tolerated gap or a part of a gap that is not explained; earliest first. */
  readonly open: readonly Gap[];
}

export interface Told {
  readonly facts: Pick<ApplicantFacts, 'dob' | 'activities'>;
  /** The day on which they were stated, which is the last one of the sheet. */
  readonly statedOn: IsoDate;
  readonly params: ActivityHistoryParams;
  readonly confirmations: readonly Confirmation[];
  /** By how many days a date may differ and still count as the same. */
  readonly toleranceDays: number;
}

export const daysIn = ({ from, to }: Gap): number => daysBetween(from, to) + 1;

const allDaysIn = (gaps: readonly Gap[]): number => gaps.reduce((sum, gap) => sum + daysIn(gap), 0);

const spanOf = ({ from, to }: Confirmation): Gap => ({ from: daysOf(from)[0], to: daysOf(to)[1] });

const uncovered = (spans: readonly Gap[], { from, to }: Gap, tolerated = 0): Gap[] =>
  gapsSince(
    spans.map((span) => ({ startDate: span.from, endDate: span.to })),
    from,
    to,
    tolerated,
  );

const common = (one: Gap, other: Gap): Gap => ({
  from: laterOf(one.from, other.from),
  to: laterOf(one.to, other.to) === one.to ? other.to : one.to,
});

const isSome = ({ from, to }: Gap): boolean => from <= to;

/** Whether two say of one job, and of the same time, that it began or ended on other days. */
const contradicts = (one: Confirmation, tolerance: number) => (other: Confirmation) => {
  const [first, second] = [spanOf(one), spanOf(other)];
  const isComparable = [one, other].every(({ source, isUnauthenticated }) => saysWhole(source) && !isUnauthenticated);
  return (
    isComparable &&
    isSome(common(first, second)) &&
    (Math.abs(daysApart(one.from, other.from)) > tolerance || Math.abs(daysApart(one.to, other.to)) > tolerance)
  );
};

/** What counts of each where sources contradict each other, which is the time that all of them say; else all that it says. */
const counted = (confirmations: readonly Confirmation[], tolerance: number): Confirmation[] =>
  confirmations.flatMap((one) => {
    const others = confirmations.filter(contradicts(one, tolerance));
    if (others.length === 0) return [one];
    const span = others.map(spanOf).reduce(common, spanOf(one));
    return isSome(span) ? [{ ...one, ...span }] : [];
  });

const areContradictory = (confirmations: readonly Confirmation[], tolerance: number): boolean =>
  confirmations.some((one) => confirmations.some(contradicts(one, tolerance)));

function hullOf(confirmations: readonly Confirmation[]): SheetRow['confirmed'] {
  const [first] = confirmations.toSorted((one, other) => (spanOf(one).from < spanOf(other).from ? -1 : 1));
  const [last] = confirmations.toSorted((one, other) => (spanOf(one).to > spanOf(other).to ? -1 : 1));
  return first && last && { from: first.from, to: last.to };
}

type Part = Pick<SheetRow, 'stated' | 'from' | 'to'>;

/** Beyond the tolerance: at the start, at the end, or because of a hole between. What the order does not ask about is not compared. */
function datesDiffer(
  { stated, from, to }: Part,
  confirmed: NonNullable<SheetRow['confirmed']>,
  holes: readonly Gap[],
  tolerance: number,
): boolean {
  const isBegunBefore = daysOf(stated.from)[0] < from;
  const goesOn = stated.to === null || daysOf(stated.to)[1] > to;
  const startDiffers = isBegunBefore
    ? daysOf(confirmed.from)[0] > addDays(from, tolerance)
    : Math.abs(daysApart(stated.from, confirmed.from)) > tolerance;
  const endDiffers = goesOn
    ? daysOf(confirmed.to)[1] < addDays(to, -tolerance)
    : Math.abs(daysApart(stated.to!, confirmed.to)) > tolerance;
  const isInside = (hole: Gap) => hole.from > from && hole.to < to;
  return startDiffers || endDiffers || holes.some((hole) => isInside(hole) && daysIn(hole) > tolerance);
}

/** Shown by proofs, or explained by what the candidate says beside them, where they leave out no more days than dates may differ. */
function gapVerdict(part: Part, left: number, said: readonly Confirmation[], told: Told): RowVerdict {
  const { toleranceDays, params } = told;
  if (said.some(({ source }) => verifies(source)) && left <= toleranceDays) return 'gap_shown';
  const isToldInFull = allDaysIn(uncovered(said.map(spanOf), part)) <= toleranceDays;
  if (said.some(({ source }) => !verifies(source)) && isToldInFull) return 'stated_only';
  return daysIn(part) <= params.longestGapDays ? 'short_gap' : 'gap_unexplained';
}

const areAsStated = (part: Part, confirmations: readonly Confirmation[], tolerance: number): boolean => {
  const confirmed = hullOf(confirmations);
  return (
    confirmed !== undefined && !datesDiffer(part, confirmed, uncovered(confirmations.map(spanOf), part), tolerance)
  );
};

/** BS 7858 takes no answer of whom nobody authenticated. */
const isSure = ({ isUnauthenticated }: Confirmation): boolean => !isUnauthenticated;

function periodVerdict(part: Part, verifying: readonly Confirmation[], tolerance: number): RowVerdict {
  if (verifying.length === 0) return 'stated_only';
  if (areContradictory(verifying, tolerance)) return 'sources_contradict';
  if (!areAsStated(part, verifying, tolerance)) return 'dates_differ';
  if (areAsStated(part, verifying.filter(isSure), tolerance)) return 'verified';
  const isSourced = (one: Confirmation) => one.source !== 'unrecorded';
  return areAsStated(part, verifying.filter(isSourced), tolerance)
    ? 'confirmed_unauthenticated'
    : 'confirmed_unsourced';
}

type Found = Part & Pick<SheetRow, 'key' | 'isGap' | 'kind' | 'name'>;

function rowOf(found: Found, told: Told): SheetRow {
  const { confirmations, toleranceDays } = told;
  const said = confirmations.filter((one) =>
    found.isGap ? one.entryKey === null && isSome(common(spanOf(one), found)) : one.entryKey === found.key,
  );
  const verifying = said.filter(({ source }) => verifies(source));
  const counting = counted(verifying, found.isGap ? Number.POSITIVE_INFINITY : toleranceDays);
  const confirmed = hullOf(counting);
  const holes = uncovered(counting.filter(isSure).map(spanOf), found);
  const left = allDaysIn(holes);
  const verdict = found.isGap ? gapVerdict(found, left, said, told) : periodVerdict(found, verifying, toleranceDays);
  return { ...found, days: daysIn(found), confirmations: said, counting, confirmed, verdict, unverifiedDays: left };
}

function statedRows(activities: ApplicantFacts['activities'], asked: Gap): Found[] {
  return activities.flatMap((activity, index): Found[] => {
    const { start_date: start, end_date: end, status, employer } = activity;
    const part = common({ from: start, to: end ?? asked.to }, asked);
    if (!start || !isSome(part)) return [];
    const stated = { from: statedValue(activity, 'start_date'), to: statedValue(activity, 'end_date') };
    const kind = nameOfValue('employmentstatus', status);
    return [{ key: `activities-${index}`, isGap: false, kind, name: employer, stated, ...part }];
  });
}

const gapRows = (activities: ApplicantFacts['activities'], stated: readonly Found[], asked: Gap): Found[] =>
  uncovered(stated, asked).map((gap) => ({
    ...{ key: `gap-${gap.from}`, isGap: true, kind: 'Gap', name: '' },
    ...statedGap(gap, activities),
  }));

/** Undefined where no number of years is asked for. */
export function sheetOf(told: Told): Sheet | undefined {
  const { facts, statedOn, params } = told;
  const asked = { from: activitiesSince(facts, params.years, statedOn), to: statedOn };
  if (params.years === 0 || !isSome(asked)) return undefined;
  const stated = statedRows(facts.activities, asked);
  const rows = [...stated, ...gapRows(facts.activities, stated, asked)]
    .sort((one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to))
    .map((found) => rowOf(found, told));
  const spansOf = (isMeant: (one: Confirmation) => boolean): Gap[] =>
    rows.flatMap((row) =>
      row.counting
        .filter(isMeant)
        .map((one) => common(spanOf(one), row))
        .filter(isSome),
    );
  const unverified = uncovered(spansOf(isSure), asked);
  const unconfirmed = uncovered(
    spansOf(() => true),
    asked,
  );
  const isOfOpenGap = (hole: Gap) => rows.some((row) => row.verdict === 'gap_unexplained' && isSome(common(hole, row)));
  const days = daysIn(asked);
  return {
    ...asked,
    ...{
      days,
      rows,
      verifiedDays: days - allDaysIn(unverified),
      unsureDays: allDaysIn(unverified) - allDaysIn(unconfirmed),
    },
    unplaced: told.confirmations.filter(
      (one) => one.recorded !== undefined && !rows.some((row) => row.confirmations.includes(one)),
    ),
    overlaps: fullTimeOverlaps(facts.activities, asked),
    open: unverified.filter((hole) => daysIn(hole) > params.longestGapDays || isOfOpenGap(hole)),
  };
}
