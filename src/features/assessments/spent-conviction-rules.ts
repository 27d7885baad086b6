// Calculates when a conviction or caution of England and Wales is spent, and gives the reasons; pure.
import { addDays, addMonths, type IsoDate } from '../../lib/dates.ts';
import { type Verdict, verdictOf } from '../knowledge/rule.ts';
import {
  conditionalCautionMonths,
  monthsWithoutLength,
  type Rehabilitation,
  type Sentence,
  type SentenceKind,
  sentences,
  shownForMonths,
} from './sentences.ts';

export interface Length {
  readonly count: number;
  readonly unit: 'days' | 'weeks' | 'months' | 'years';
}

export interface PassedSentence {
  readonly kind: SentenceKind;
  /** null if the court set none. */
  readonly length: Length | 'until_further_order' | null;
  /** Full days on bail with an electronic tag. */
  readonly bailDays?: number;
  /** For motoring sentences. */
  readonly isEndorsed?: boolean;
  /** For a compensation order. */
  readonly paidOn?: IsoDate | null;
  /** An offence of Schedule 18 to the Sentencing Code. */
  readonly isSchedule18?: boolean;
}

export interface Conviction {
  readonly convictedOn: IsoDate;
  /** Under 18 at conviction. */
  readonly isYouth: boolean;
  readonly sentences: readonly PassedSentence[];
}

/** The last day of the rehabilitation period, or why it has none. */
export type LastDay = IsoDate | 'until_paid' | 'until_further_order' | 'never';

export type SpentReason =
  | { readonly code: 'schedule_18' | 'until_further_order' | 'until_paid' | 'at_once'; readonly kind: SentenceKind }
  | {
      readonly code: 'after_conviction' | 'after_end' | 'when_it_ends' | 'without_length' | 'when_paid';
      readonly kind: SentenceKind;
      readonly months: number;
      readonly until: IsoDate;
    }
  | { readonly code: 'extended'; readonly convictedOn: IsoDate; readonly until: LastDay };

export interface SpentVerdict extends Verdict {
  readonly lastDay: LastDay;
  readonly isSpent: boolean;
  readonly because: readonly SpentReason[];
}

const unlimited: readonly string[] = ['until_paid', 'until_further_order', 'never'];
const isDate = (day: LastDay): day is IsoDate => !unlimited.includes(day);

/** Dates in order, then values without a date. */
export function laterDay(one: LastDay, other: LastDay): LastDay {
  const [rankOne, rankOther] = [unlimited.indexOf(one), unlimited.indexOf(other)];
  if (rankOne !== rankOther) return rankOne > rankOther ? one : other;
  return one > other ? one : other;
}

const daysOf = { days: 1, weeks: 7 } as const;
/** The average length of a month. */
const daysOfMonth = 30.436875;

const monthsOf = ({ count, unit }: Length) => {
  if (unit === 'days' || unit === 'weeks') return (count * daysOf[unit]) / daysOfMonth;
  return unit === 'years' ? 12 * count : count;
};

const addLength = (day: IsoDate, { count, unit }: Length): IsoDate =>
  unit === 'days' || unit === 'weeks'
    ? addDays(day, count * daysOf[unit])
    : addMonths(day, unit === 'years' ? 12 * count : count);

/** The longest sentence of a Schedule 18 offence that can be spent, in months. */
const longestOfSchedule18 = 48;

function monthsAfter({ bands }: Rehabilitation, length: number): number {
  return (bands.find(([most]) => length <= most) ?? bands.at(-1)!)[1];
}

function reasonOfPeriod(
  { convictedOn, isYouth }: Conviction,
  passed: PassedSentence,
  period: Rehabilitation,
): SpentReason {
  const { kind, length, bailDays = 0 } = passed;
  const { endorsed, isCustodial }: Sentence = sentences[kind];
  if (period.after === 'conviction') {
    const months = passed.isEndorsed && endorsed ? endorsed[isYouth ? 'youth' : 'adult'] : monthsAfter(period, 0);
    return { code: 'after_conviction', kind, months, until: addMonths(convictedOn, months) };
  }
  if (length === 'until_further_order') return { code: 'until_further_order', kind };
  if (length === null) {
    const months = monthsWithoutLength;
    return { code: 'without_length', kind, months, until: addMonths(convictedOn, months) };
  }
  if (isCustodial && passed.isSchedule18 && monthsOf(length) > longestOfSchedule18)
    return { code: 'schedule_18', kind };
  const months = monthsAfter(period, monthsOf(length));
  const end = addLength(convictedOn, length);
  const until = addDays(addMonths(isCustodial ? addDays(end, -1) : end, months), -bailDays);
  return { code: months === 0 ? 'when_it_ends' : 'after_end', kind, months, until };
}

const periodFor = ({ isYouth }: Pick<Conviction, 'isYouth'>, kind: SentenceKind): Sentence['adult'] =>
  sentences[kind][isYouth ? 'youth' : 'adult'];

/** Whether a court can pass the sentence on a person of this age, and of this length. */
export function isPassable(conviction: Pick<Conviction, 'isYouth'>, { kind, length }: PassedSentence): boolean {
  const { longest }: Sentence = sentences[kind];
  const isTooLong =
    longest !== undefined && typeof length === 'object' && length !== null && monthsOf(length) > longest;
  return periodFor(conviction, kind) !== null && !isTooLong;
}

/** The reason for the period that this sentence alone would cause. Throws for a sentence that no court passes. */
function reasonOf(conviction: Conviction, passed: PassedSentence): SpentReason {
  const { kind, paidOn = null } = passed;
  const period = periodFor(conviction, kind);
  if (period === null || !isPassable(conviction, passed)) throw new RangeError(`No court passes such a ${kind}`);
  if (period === 'at_once') return { code: 'at_once', kind };
  if (period !== 'when_paid') return reasonOfPeriod(conviction, passed, period);
  return paidOn === null ? { code: 'until_paid', kind } : { code: 'when_paid', kind, months: 0, until: paidOn };
}

function lastDayOf(reason: SpentReason, convictedOn: IsoDate): LastDay {
  switch (reason.code) {
    case 'schedule_18':
      return 'never';
    case 'at_once':
      return convictedOn;
    case 'until_paid':
    case 'until_further_order':
      return reason.code;
    default:
      return reason.until;
  }
}

interface Period {
  readonly convictedOn: IsoDate;
  readonly because: readonly SpentReason[];
  /** For all sentences. */
  readonly own: LastDay;
  /** For sentences that extend other convictions; undefined if all are preventive. */
  readonly extending: LastDay | undefined;
}

function periodOf(conviction: Conviction): Period {
  const { convictedOn } = conviction;
  const because = conviction.sentences.map((passed) => reasonOf(conviction, passed));
  const lastDays = because.map((reason) => lastDayOf(reason, convictedOn));
  const extending = lastDays.filter((_, index) => !('isPreventive' in sentences[conviction.sentences[index]!.kind]));
  return {
    convictedOn,
    because,
    own: lastDays.reduce(laterDay, convictedOn),
    extending: extending.length === 0 ? undefined : extending.reduce(laterDay),
  };
}

/**
 * Of somebody convicted again while the earlier conviction was unspent, whichever period ends earlier ends with the
 * other (s.6(4)). A period without an end extends those before it alone.
 */
function extendedBy(one: Period, other: Period): LastDay | undefined {
  const [mine, theirs] = [one.extending, other.extending];
  if (mine === undefined || theirs === undefined || laterDay(mine, theirs) === mine) return undefined;
  const isEarlier = one.convictedOn <= other.convictedOn;
  const [first, second] = isEarlier ? [one, other] : [other, one];
  const overlaps = laterDay(first.extending!, second.convictedOn) === first.extending;
  return overlaps && (isEarlier || isDate(theirs)) ? theirs : undefined;
}

function extendedWhere(isCounted: (until: LastDay) => boolean, periods: readonly Period[]): readonly Period[] {
  for (const [at, period] of periods.entries()) {
    for (const other of periods) {
      const until = other === period ? undefined : extendedBy(period, other);
      if (until === undefined || !isCounted(until)) continue;
      const because: SpentReason[] = [...period.because, { code: 'extended', convictedOn: other.convictedOn, until }];
      return extendedWhere(isCounted, periods.with(at, { ...period, because, extending: until }));
    }
  }
  return periods;
}

/** By dates first: a period that was extended without an end no longer extends later convictions. */
const extended = (periods: readonly Period[]): readonly Period[] =>
  extendedWhere((until) => !isDate(until), extendedWhere(isDate, periods));

/** Of each conviction, in the order given. */
export function spentConvictions(convictions: readonly Conviction[], today: IsoDate): SpentVerdict[] {
  return extended(convictions.map(periodOf)).map(({ own, extending, because }) => {
    const lastDay = extending === undefined ? own : laterDay(own, extending);
    return { ...verdictOf('spent_convictions'), lastDay, isSpent: isDate(lastDay) && lastDay < today, because };
  });
}

export interface Caution {
  readonly givenOn: IsoDate;
  /** null of a simple caution. */
  readonly conditionsEndOn: IsoDate | null;
}

/** A simple caution is spent when it is given. */
export function spentCaution({ givenOn, conditionsEndOn }: Caution, today: IsoDate): SpentVerdict {
  const verdict = verdictOf('spent_cautions');
  if (conditionsEndOn === null) return { ...verdict, lastDay: givenOn, isSpent: true, because: [] };
  const latest = addMonths(givenOn, conditionalCautionMonths);
  const lastDay = conditionsEndOn < latest ? conditionsEndOn : latest;
  return { ...verdict, lastDay, isSpent: lastDay < today, because: [] };
}

export interface Recorded {
  readonly kind: 'conviction' | 'caution';
  readonly on: IsoDate;
  readonly isYouth: boolean;
  readonly isCustodial: boolean;
  /** An offence of the list that is never filtered. */
  readonly isSpecified: boolean;
}

/** Whether a standard or enhanced certificate shows it, spent or not. */
export function isShownOnCertificate(record: Recorded, today: IsoDate): Verdict & { readonly isShown: boolean } {
  const { kind, on, isYouth, isCustodial, isSpecified } = record;
  const months = shownForMonths[kind][isYouth ? 'youth' : 'adult'];
  const isRecent = months > 0 && today < addMonths(on, months);
  const isAlways = (isSpecified && !(kind === 'caution' && isYouth)) || (kind === 'conviction' && isCustodial);
  return { ...verdictOf('filtered_records'), isShown: isAlways || isRecent };
}
