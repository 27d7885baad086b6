// The rules of one address: street, postcode and state in the form of its country, and its dates; pure.
import { isLatin } from '../../lib/person-names.ts';
import { isUkCountry, isUkPostcode } from '../../lib/postcodes.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { usStateCode } from '../../lib/us-states.ts';
import type { addressFacts } from './address-facts.ts';
import type { FactsOf } from './fact.ts';
import { type EntryRule, type Finding, notLatin } from './finding.ts';
import { timeFindings } from './time-rules.ts';

const ukStreetLength = 32;

const wordsOfNoHome = /^\W*(?:c\s?[/.]\s?o\b|care of\b|no fixed (?:abode|address)\b|nfa\b)/i;

/** Whether the candidate did not live there: they say so, or the address is in care of somebody. */
export const isNoHome = ({
  no_fixed_address,
  flat_number,
  building_name,
  street,
}: Partial<FactsOf<typeof addressFacts>>): boolean =>
  no_fixed_address === true || [flat_number, building_name, street].some((line) => wordsOfNoHome.test(line ?? ''));

/** What a person writes of the place: the desk, agencies and couriers read Latin letters alone. */
const lines = [
  ...(['flat_number', 'building_number', 'building_name', 'street', 'sub_street', 'town', 'county', 'state'] as const),
] as const;

export const addressRule: EntryRule<FactsOf<typeof addressFacts>> = (address, holder) => {
  const country = address.country ?? holder.country;
  const found: Finding[] = [];
  // Counts code points, so that accents do not make a street too long.
  if (isUkCountry(country) && isLongerThan(address.street ?? '', ukStreetLength)) {
    found.push({ at: 'street', code: 'too_long', params: { most: ukStreetLength }, moment: 'given' });
  }
  if (isUkCountry(country) && address.postcode !== null && !isUkPostcode(address.postcode)) {
    found.push({ at: 'postcode', code: 'uk_postcode_form', moment: 'given' });
  }
  if (country === 'USA' && address.state !== null && usStateCode(address.state) === undefined) {
    found.push({ at: 'state', code: 'us_state_code', moment: 'given' });
  }
  const inOtherLetters = lines.filter((line) => !isLatin(address[line] ?? ''));
  found.push(...inOtherLetters.flatMap((at) => notLatin.map((fault): Finding => ({ ...fault, at }))));
  const times = timeFindings({ from: ['start_date', address.start_date], to: ['end_date', address.end_date] }, holder);
  return [...found, ...times.map((one): Finding => (one.code === 'before_other' ? { ...one, moment: 'given' } : one))];
};
