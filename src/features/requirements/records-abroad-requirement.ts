// Finds the countries in which a candidate lived and whose criminal records no authority of the United Kingdom holds; pure.
import { countryByAlpha3 } from '../../lib/countries.ts';
import { addYears, daysBetween, earlierOf, type IsoDate, laterOf } from '../../lib/dates.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

/** As the address history of the DBS: every candidate states so many years of addresses. */
const ADDRESS_YEARS = 5;
/** Longer than anybody has lived: all that the candidate states. */
const allYears = 120;
const daysOfMonth = 365.25 / 12;

export type FactsOfStays = Pick<ApplicantFacts, 'addresses' | 'activities' | 'qualifications'>;

export interface TimeAbroad {
  /** Three letters. */
  readonly country: string;
  /** Of the years looked back, rounded; at least 1. */
  readonly months: number;
}

interface Stay {
  readonly country?: string | null | undefined;
  readonly start_date?: IsoDate | null | undefined;
  readonly end_date?: IsoDate | null | undefined;
}

/** Days that two stays have in common count once. @param spans the first and the last day of each */
function daysOf(spans: readonly (readonly [from: IsoDate, to: IsoDate])[]): number {
  let days = 0;
  let counted: IsoDate | undefined;
  for (const [from, to] of spans.toSorted()) {
    const begins = counted === undefined ? from : laterOf(from, counted);
    if (to > begins) days += daysBetween(begins, to);
    counted = counted === undefined ? to : laterOf(counted, to);
  }
  return days;
}

/**
 * The longest first. The Crown dependencies count as the United Kingdom: the DBS asks their police. Before the years whose
 * addresses everybody states, work and study in a country count as well.
 * @param givenOn the last day of the address history. @param years looked back; 0 for all that is stated
 */
export function timeAbroad(
  { addresses, activities, qualifications }: FactsOfStays,
  givenOn: IsoDate,
  years = ADDRESS_YEARS,
): TimeAbroad[] {
  const from = addYears(givenOn, -(years === 0 ? allYears : years));
  const stated = addYears(givenOn, -ADDRESS_YEARS);
  const spansOf = (stays: readonly Stay[], until: IsoDate) =>
    stays.flatMap(({ country, start_date: start, end_date: end }) => {
      if (!country || isUkCountry(country) || !start) return [];
      return [{ country, span: [laterOf(start, from), earlierOf(end ?? givenOn, until)] as const }];
    });
  const spans = [...spansOf(addresses, givenOn), ...spansOf([...activities, ...qualifications], stated)];
  return [...Map.groupBy(spans, ({ country }) => country)]
    .map(([country, found]) => ({ country, stayed: daysOf(found.map(({ span }) => span)) }))
    .filter(({ stayed }) => stayed > 0)
    .map(({ country, stayed }) => ({ country, months: Math.max(1, Math.round(stayed / daysOfMonth)) }))
    .sort((one, other) => other.months - one.months);
}

/** `1 year and 3 months`, `8 months` */
export function monthsInWords(months: number): string {
  const said = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);
  return [...said(Math.floor(months / 12), 'year'), ...said(months % 12, 'month')].join(' and ');
}

export const countryName = (country: string): string => countryByAlpha3(country)?.name ?? country;

/**
 * The client cannot know where somebody lived, so that only the screener is told: the finding names what to order. Keeping
 * Children Safe in Education and the NHS employment check standards ask for records of other countries.
 */
export const recordsAbroad: Requirement = {
  facts: () => [],
  findings({ facts, today, givenOn = today, recordsAbroad: asked }) {
    if (asked === undefined || asked.fromMonths === 0) return [];
    return timeAbroad(facts, givenOn, asked.years)
      .filter(({ country, months }) => months >= asked.fromMonths && !asked.ordered.has(country))
      .map(({ country, months }): Finding => {
        const params = { kind: countryName(country), example: monthsInWords(months) };
        return { at: 'addresses', code: 'record_abroad_wanted', params, moment: 'examined' };
      });
  },
};

export interface StayAbroadParams {
  /** Three letters. */
  readonly country: string;
}

/**
 * Of a report on the records of a country: nothing that the candidate stated says that they lived, worked or studied there,
 * so that either the report or the history is wrong. Only the screener is told; without any address, the history is asked for.
 */
export const stayAbroad: Requirement<StayAbroadParams> = {
  facts: () => [],
  findings({ facts: { addresses, activities, qualifications } }, { country }): Finding[] {
    const places = [...addresses, ...activities, ...qualifications];
    if (addresses.length === 0 || places.some((one) => one.country === country)) return [];
    return [
      { at: 'addresses', code: 'stay_abroad_wanted', params: { kind: countryName(country) }, moment: 'examined' },
    ];
  },
};
