// Finds the countries in which a candidate lived and whose criminal records no authority of the United Kingdom holds; pure.
import { countryByAlpha3 } from '../../lib/countries.ts';
import { addYears, daysBetween, earlierOf, type IsoDate, laterOf } from '../../lib/dates.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

/** As the address history of the DBS. */
const years = 5;
const daysOfMonth = 365.25 / 12;

export interface TimeAbroad {
  /** Three letters. */
  readonly country: string;
  /** Of the last five years, rounded; at least 1. */
  readonly months: number;
}

/**
 * The longest first. The Crown dependencies count as the United Kingdom: the DBS asks their police.
 * @param givenOn the last day of the address history
 */
export function timeAbroad({ addresses }: Pick<ApplicantFacts, 'addresses'>, givenOn: IsoDate): TimeAbroad[] {
  const from = addYears(givenOn, -years);
  const days = new Map<string, number>();
  for (const { country, start_date: start, end_date: end } of addresses) {
    if (!country || isUkCountry(country) || !start) continue;
    const stayed = daysBetween(laterOf(start, from), earlierOf(end ?? givenOn, givenOn));
    if (stayed > 0) days.set(country, (days.get(country) ?? 0) + stayed);
  }
  return [...days]
    .map(([country, stayed]) => ({ country, months: Math.max(1, Math.round(stayed / daysOfMonth)) }))
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
    return timeAbroad(facts, givenOn)
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
