// What a fact of interface v2 is in an order of v1, and back, one kind of field each; pure.
import { countryByAlpha2, countryByAlpha3, stateless } from '../../lib/countries.ts';
import { parseDate } from '../../lib/dates.ts';
import { basicPlacesOfWork } from '../checks/check-rules.ts';
import { placeholderDob } from '../facts/facts.ts';
import { employmentSectors } from '../requirements/employment-sectors.ts';
import { dbsPurposes } from '../value-sets/criminal-record-values.ts';
import { nationalities } from '../value-sets/nationality-values.ts';
import { titles } from '../value-sets/person-values.ts';
import type { Value } from '../value-sets/value-set.ts';

export interface Conversion {
  /** As it is answered. */
  readonly kind: 'text' | 'date' | 'flag' | 'telephone' | 'number';
  readonly toV1: (fact: unknown) => unknown;
  readonly toFact: (value: unknown) => unknown;
}

/** As people mean it: without spaces around it, and nothing where there is nothing. */
export const given = (value: unknown): string | null => {
  const text = value === undefined || value === null ? '' : String(value).trim();
  return text === '' ? null : text;
};

/** Unsupplied strings are answered as `""`, dates as null (decisions, Orders). */
export const text: Conversion = { kind: 'text', toV1: (fact) => fact ?? '', toFact: given };
export const date: Conversion = {
  kind: 'date',
  toV1: (fact) => fact ?? null,
  toFact: (value) => parseDate(given(value) ?? '') ?? null,
};
/** Two letters in v1, three in v2. */
export const country: Conversion = {
  kind: 'text',
  toV1: (fact) => countryByAlpha3(given(fact) ?? '')?.alpha2 ?? '',
  toFact: (value) => countryByAlpha2(given(value) ?? '')?.alpha3 ?? null,
};
const valuesOf = (set: readonly Value[]) => set.map(({ value }) => value);
const nationalityValues: ReadonlySet<unknown> = new Set(valuesOf(nationalities));
/** As countries; who has none has the same three letters in both. Of a territory without a people nobody is a national. */
export const nationality: Conversion = {
  kind: 'text',
  toV1: (fact) => {
    const value = fact === stateless.alpha3 ? fact : country.toV1(fact);
    return nationalityValues.has(value) ? value : '';
  },
  toFact: (value) => (value === stateless.alpha3 ? value : country.toFact(value)),
};
/** A word of v2 that v1 writes with a capital. */
export const capital: Conversion = {
  kind: 'text',
  toV1: (fact) => (given(fact) ?? '').replace(/^./, (letter) => letter.toUpperCase()),
  toFact: (value) => given(value)?.toLowerCase() ?? null,
};
/** What v2 takes in any case v1 writes as the list does; `orElse` is of what no list has, where only some checks need it. */
const listed = (list: readonly string[], orElse: (fact: unknown) => unknown): Conversion['toV1'] => {
  const written = new Map(list.map((value) => [value.toLowerCase(), value]));
  return (fact) => written.get(given(fact)?.toLowerCase() ?? '') ?? orElse(fact);
};
const nothing = () => '';
export const purpose: Conversion = { ...capital, toV1: listed(valuesOf(dbsPurposes), nothing) };
export const placeOfWork: Conversion = { ...text, toV1: listed(basicPlacesOfWork, text.toV1) };
export const employmentSector: Conversion = { ...text, toV1: listed(employmentSectors, text.toV1) };
export const title: Conversion = {
  kind: 'text',
  toV1: (fact) => fact ?? '',
  toFact: (value) => titles.find((one) => one.toLowerCase() === given(value)?.toLowerCase()) ?? null,
};
/** A birth date that nobody gave is a placeholder in v2, and nothing in v1. */
export const birthDate: Conversion = {
  kind: 'date',
  toV1: (fact) => (fact === placeholderDob ? null : fact),
  toFact: (value) => date.toFact(value) ?? placeholderDob,
};
/** v2 has no place for the country of a number: an order keeps it. */
export const telephone: Conversion = {
  kind: 'telephone',
  toV1: (fact) => ({ PhoneNumber: fact ?? '', CountryCode: '' }),
  toFact: (value) => given((value as { PhoneNumber?: unknown } | null | undefined)?.PhoneNumber),
};
export const number: Conversion = {
  kind: 'number',
  toV1: (fact) => fact ?? null,
  toFact: (value) => (/^[1-9]\d{0,8}$/.test(given(value) ?? '') ? Number(value) : null),
};
