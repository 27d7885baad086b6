// Formats a value by the kind of its fact: the same at the desk, in the form and in documents; pure.
import {
  countryByAlpha3,
  formerCountryByAlpha3,
  nationalityByAlpha3,
  spokenCountryName,
  stateless,
} from '../../lib/countries.ts';
import { formatDate } from '../../lib/dates.ts';
import { say, sayText } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import type { DatesWithoutDay, Fact } from './fact.ts';

/** The value of a field as it was stated: a date whose day was not typed is its month, `2022-04`, or its year. */
export function statedValue<E extends DatesWithoutDay, K extends keyof E & string>(entry: E, field: K): E[K] {
  const value = entry[field];
  if (typeof value !== 'string') return value;
  if (entry.dates_without_month?.includes(field) === true) return value.slice(0, 4) as typeof value;
  return entry.dates_without_day?.includes(field) === true ? (value.slice(0, 7) as typeof value) : value;
}

/** `''` for a missing value. */
export function valueText(fact: Fact, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const text = String(value);
  switch (fact.kind) {
    case 'flag':
      return say(value === true ? 'Yes' : 'No');
    case 'date':
      return formatDate(text);
    case 'country':
      return countryName(text);
    case 'nationality':
      return nationalityName(text);
    case 'choice':
      return fact.set === undefined ? text : sayText(nameOfValue(fact.set, text));
    default:
      return text;
  }
}

const countryName = (alpha3: string): string => {
  const country = countryByAlpha3(alpha3);
  if (country !== undefined) return spokenCountryName(country);
  const former = formerCountryByAlpha3(alpha3);
  return former === undefined ? alpha3 : sayText(former.name);
};

/** `Irish`; the country's name if it has no nationality of its own. */
function nationalityName(alpha3: string): string {
  // The value set has no nationalities in Welsh.
  if (spokenLanguage() === 'cy') return alpha3 === stateless.alpha3 ? say('Stateless') : countryName(alpha3);
  const code = countryByAlpha3(alpha3)?.alpha2 ?? alpha3;
  const name = nameOfValue('nationality', code);
  return name === code ? (nationalityByAlpha3(alpha3)?.name ?? alpha3) : name;
}

/** The name that distinguishes an entry from the others, for people. */
export function entryName(
  list: Extract<Fact, { readonly kind: 'list' }>,
  entry: Readonly<Record<string, unknown>>,
): string {
  return (
    list.named
      // As on an envelope, a house number stands before its street without a comma.
      .map((field) => [valueText(list.entry[field]!, entry[field]), field === 'building_number' ? ' ' : ', '] as const)
      .filter(([text]) => text !== '')
      .flat()
      .slice(0, -1)
      .join('')
  );
}
