// What must hold of an applicant's facts: when they are given, and again, more strictly, when a check is placed; pure.
import { emailFaults } from '../../lib/email-addresses.ts';
import { isSsn, nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { personNameFaults } from '../../lib/person-names.ts';
import { isUkCountry, isUkPostcode } from '../../lib/postcodes.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { usStateCode } from '../../lib/us-states.ts';
import { apiSentence } from '../../messages/sentences.ts';
import type { Address, ApplicantFacts } from '../facts/facts.ts';

const ukStreetLength = 32;

/**
 * Of all facts together, as JSON (ours): a page of a list opens 500 applicants, and some megabytes are what one request
 * may cost the others. Room for a hundred ordinary addresses.
 */
const factsLength = 32_768;

/** The rules of create and update; the surface has already seen to types, enumerations, dates and codes. */
export function factsProblems(facts: ApplicantFacts, today: string): Problems {
  const problems = new Problems();
  for (const field of ['first_name', 'last_name', 'email'] as const) {
    if (facts[field].trim() === '') problems.add(field, "can't be blank");
  }
  if (facts.dob > today) problems.add('dob', 'is in the future');
  if (JSON.stringify(facts).length > factsLength) {
    problems.add(longestOf(facts), `is too long (maximum of all attributes together is ${factsLength} characters)`);
  }
  facts.id_numbers.forEach((number, index) => {
    const path = `id_numbers[${index}]`;
    if (number.value.trim() === '') problems.add(`${path}.value`, "can't be blank");
    else if (number.type === 'ssn' && !isSsn(number.value)) {
      problems.add(`${path}.value`, 'is invalid (give the last four digits, or the full number as xxx-xx-xxxx)');
    }
    if (number.state_code !== null && usStateCode(number.state_code) === undefined) {
      problems.add(`${path}.state_code`, 'is not a two-letter code of a US state');
    }
  });
  facts.addresses.forEach((address, index) => {
    addAddressProblems(problems, `addresses[${index}]`, address, address.country ?? facts.country);
  });
  return problems;
}

/** The attribute that takes the most room. */
function longestOf(facts: ApplicantFacts): string {
  const lengths = Object.entries(facts).map(([name, value]) => ({ name, length: JSON.stringify(value).length }));
  return lengths.reduce((longest, one) => (one.length > longest.length ? one : longest)).name;
}

function addAddressProblems(problems: Problems, path: string, address: Address, country: string): void {
  // Code points: a street of 32 letters with accents is not too long.
  if (isUkCountry(country) && isLongerThan(address.street ?? '', ukStreetLength)) {
    problems.add(`${path}.street`, `is too long (maximum is ${ukStreetLength} characters)`);
  }
  if (isUkCountry(country) && address.postcode !== null && !isUkPostcode(address.postcode)) {
    problems.add(`${path}.postcode`, 'is not a UK postcode in two parts separated by a space');
  }
  if (country === 'USA' && address.state !== null && usStateCode(address.state) === undefined) {
    problems.add(`${path}.state`, 'is not a two-letter code of a US state');
  }
  if (address.start_date !== null && address.end_date !== null && address.end_date < address.start_date) {
    problems.add(`${path}.end_date`, 'is before start_date');
  }
}

/** The interface's additional validation, which bites when a check is placed (decisions, When rules bite). */
export function placementProblems(
  facts: ApplicantFacts,
  needed: { readonly nationalInsuranceNumber: boolean },
): Problems {
  const problems = new Problems();
  for (const field of ['first_name', 'middle_name', 'last_name'] as const) {
    const name = facts[field];
    if (name !== null)
      for (const message of personNameFaults(name).map((fault) => apiSentence(fault))) problems.add(field, message);
  }
  for (const message of emailFaults(facts.email).map((fault) => apiSentence(fault))) problems.add('email', message);
  if (needed.nationalInsuranceNumber) {
    facts.id_numbers.forEach((number, index) => {
      if (number.type === 'social_insurance' && nationalInsuranceNumberOf(number.value) === undefined) {
        problems.add(`id_numbers[${index}].value`, 'is not a National Insurance number');
      }
    });
  }
  return problems;
}
