// The terms on which an account may order a report type, each with its names in rows, files and forms; pure.

import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { highestVolumePence, volumeProblem } from './volume-price-rules.ts';

interface TermNames {
  /** Its column in `account_report_types`. */
  readonly row: string;
  /** Its column in the file of agreements. */
  readonly file: string;
  /** Its input, and what its messages begin with. */
  readonly input: string;
  readonly called: string;
}

/** Money is typed in pounds and kept in pence. */
type Term = TermNames &
  (
    | { readonly kind: 'money' | 'count'; readonly least: number; readonly most: number }
    | { readonly kind: 'day' }
    | { readonly kind: 'volume' }
  );

const money = { kind: 'money', least: 0, most: 100_000_000 } as const;
const count = { kind: 'count', least: 1 } as const;

export const terms = {
  /** Without VAT. */
  pricePence: { row: 'price_pence', file: 'price_gbp', input: 'price', called: 'the price', ...money },
  /** What an authority charges for a report, passed on at cost. */
  feePence: { row: 'fee_pence', file: 'fee_gbp', input: 'fee', called: 'the fee', ...money },
  /** Without it, the number of the catalogue applies. */
  workingDays: {
    row: 'working_days',
    file: 'working_days',
    input: 'days',
    called: 'the number of days',
    ...count,
    most: 365,
  },
  /** After how many months a complete report is due for renewal; never without it. */
  renewAfterMonths: {
    row: 'renew_after_months',
    file: 'renew_after_months',
    input: 'renew',
    called: 'the number of months',
    kind: 'count',
    // A renewal is announced two months before.
    least: 3,
    most: 120,
  },
  /** From the day of `nextFrom` on, instead of the price; without it the price stays. */
  nextPricePence: {
    row: 'next_price_pence',
    file: 'next_price_gbp',
    input: 'next_price',
    called: 'the price to come',
    ...money,
  },
  /** From the day of `nextFrom` on, instead of the fee; without it the fee stays. */
  nextFeePence: { row: 'next_fee_pence', file: 'next_fee_gbp', input: 'next_fee', called: 'the fee to come', ...money },
  /** A UK day. */
  nextFrom: {
    row: 'next_from',
    file: 'next_from',
    input: 'next_from',
    called: 'the day from which they apply',
    kind: 'day',
  },
  /** Less than the price, from a number in a month on: `51:800 201:750`, in pence. */
  volumePrices: {
    row: 'volume_prices',
    file: 'volume_prices',
    input: 'volume',
    called: 'the volume prices',
    kind: 'volume',
  },
  /** From the day of `nextFrom` on, instead of the volume prices; without them those stay. */
  nextVolumePrices: {
    row: 'next_volume_prices',
    file: 'next_volume_prices',
    input: 'next_volume',
    called: 'the volume prices to come',
    kind: 'volume',
  },
} as const satisfies Readonly<Record<string, Term>>;

export type TermName = keyof typeof terms;
export const termNames = Object.keys(terms) as readonly TermName[];

/** What is to come from a day on: it is agreed and taken away together. */
export const comingTerms = [
  'nextPricePence',
  'nextFeePence',
  'nextFrom',
  'nextVolumePrices',
] as const satisfies readonly TermName[];

export const isComing = (name: TermName): boolean => (comingTerms as readonly TermName[]).includes(name);

type ValueOf<Name extends TermName> = (typeof terms)[Name]['kind'] extends 'day' | 'volume' ? string : number;

/** Null where nothing is agreed. */
export type AgreedTerms = { readonly [Name in TermName]: ValueOf<Name> | null };
/** NaN for a text that is no number, and a text that is no day or no volume prices as it is. */
export type TypedTerms = { readonly [Name in TermName]?: ValueOf<Name> | undefined };

export type TermsRow = { readonly [Name in TermName as (typeof terms)[Name]['row']]: ValueOf<Name> | null };

export const eachTerm = <Value>(find: (name: TermName) => Value): Readonly<Record<TermName, Value>> =>
  Object.fromEntries(termNames.map((name) => [name, find(name)])) as Record<TermName, Value>;

export const termsOfRow = (row: TermsRow): AgreedTerms => eachTerm((name) => row[terms[name].row]) as AgreedTerms;

/** As they are given to an action. */
export const givenTerms = (agreed: AgreedTerms): TypedTerms =>
  eachTerm((name) => agreed[name] ?? undefined) as TypedTerms;

export const rowOfTerms = (given: TypedTerms): TermsRow =>
  Object.fromEntries(termNames.map((name) => [terms[name].row, given[name] ?? null])) as unknown as TermsRow;

export const areSameTerms = (one: AgreedTerms, other: AgreedTerms): boolean =>
  termNames.every((name) => one[name] === other[name]);

/** What is wrong with a value; undefined if it may be agreed. */
export function termProblem(name: TermName, value: number | IsoDate | undefined): string | undefined {
  const term: Term = terms[name];
  if (value === undefined) return undefined;
  if (term.kind === 'volume') return volumeProblem(String(value));
  if (term.kind === 'day') return parseDate(String(value)) === value ? undefined : 'must be a day such as 2027-01-31';
  const { kind, least, most } = term;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return undefined;
  return kind === 'money'
    ? `must be a whole number of pence, at most ${most.toLocaleString('en-GB')}`
    : `must be a whole number from ${least} to ${most}`;
}

/** What is wrong with a day that somebody types: one that has come would change the price at once. A file may still name one. */
export const comingDayProblem = (nextFrom: IsoDate | undefined, today: IsoDate): string | undefined =>
  nextFrom !== undefined && parseDate(nextFrom) === nextFrom && nextFrom <= today
    ? 'Enter a day from tomorrow on'
    : undefined;

/** What is wrong with what is to come, a message about its day; undefined if nothing is. */
export function comingProblem({ nextFrom, ...given }: TypedTerms): string | undefined {
  const isSomething = comingTerms.some((name) => name !== 'nextFrom' && given[name] !== undefined);
  if (isSomething === (nextFrom !== undefined)) return undefined;
  return isSomething
    ? 'must be given with a price, a fee or volume prices to come'
    : 'must be empty without a price, a fee or volume prices to come';
}

/** Whether a price is so far from the one before that it may be mistyped; both in pence. */
export const isLeap = (before: number | null, now: number): boolean =>
  before !== null && before > 0 && now > 0 && (now > 3 * before || 3 * now < before);

const isAbove = (volumePrices: string | null, pricePence: number | null): boolean =>
  volumePrices !== null && pricePence !== null && highestVolumePence(volumePrices) >= pricePence;

/**
 * The term that would make a volume price as high as the price or higher, with what is wrong; undefined if none does. What
 * is to come leaves as it is what it does not name.
 */
export function volumeAbovePrice(
  agreed: AgreedTerms,
): { readonly term: TermName; readonly problem: string } | undefined {
  const { pricePence, volumePrices, nextFrom, nextPricePence, nextVolumePrices } = agreed;
  if (isAbove(volumePrices, pricePence))
    return { term: 'volumePrices', problem: `must each be lower than the price, ${inPounds(pricePence!)}` };
  const coming = nextPricePence ?? pricePence;
  if (nextFrom === null || !isAbove(nextVolumePrices ?? volumePrices, coming)) return undefined;
  return nextVolumePrices === null
    ? { term: 'nextPricePence', problem: 'must be higher than the volume prices, or give volume prices to come' }
    : { term: 'nextVolumePrices', problem: `must each be lower than the price, ${inPounds(coming!)}` };
}
