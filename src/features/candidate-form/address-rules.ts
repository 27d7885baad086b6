// The candidate's address history: one address and its time, the whole list, its gaps and their picture; pure.
import { type Gap, gapsSince } from '../../lib/address-history.ts';
import { countryByAlpha3 } from '../../lib/countries.ts';
import { addYears, type IsoDate } from '../../lib/dates.ts';
import { isUkCountry, ukPostcodeOf } from '../../lib/postcodes.ts';
import { Problems } from '../../lib/refusal.ts';
import { factsProblems } from '../applicants/applicant-rules.ts';
import { type Address, type ApplicantFacts, noFacts, placeholderDob } from '../facts/facts.ts';
import type { AddressAnswer, AddressDraft } from './address-answer.ts';
import type { FormPage, FormScope, Typed } from './form-page.ts';
import { type TimelineBar, timelineBars } from './timeline-rules.ts';
import { dateInputs, readTypedDate, typedDate } from './typed-date-rules.ts';

/** More than anybody needs; a list without a bound would be. */
export const MOST_ADDRESSES = 40;

export const placeInputs = [
  ...(['country', 'flat_number', 'building_number', 'building_name'] as const),
  ...(['street', 'sub_street', 'town', 'state', 'postcode'] as const),
] as const;
type Place = Pick<Address, (typeof placeInputs)[number]>;

const labels: Readonly<Record<string, string>> = {
  street: 'Street',
  postcode: 'Postcode',
  state: 'State',
};

export function typedPlace(address: Address | undefined): Typed {
  const place = placeInputs.map((input) => [input, address?.[input] ?? '']);
  return { ...Object.fromEntries(place), country: address?.country ?? (address === undefined ? 'GBR' : '') };
}

export function readPlace(typed: Typed): Place {
  const place = Object.fromEntries(placeInputs.map((input) => [input, typed[input] || null])) as Place;
  const { country, postcode, state } = place;
  return {
    ...place,
    postcode:
      country !== null && isUkCountry(country) && postcode !== null ? (ukPostcodeOf(postcode) ?? postcode) : postcode,
    state: country === 'USA' && state !== null ? state.toUpperCase() : state,
  };
}

/** What is missing of where an address is, by input; with the rules that hold for every applicant's addresses. */
export function placeProblems(typed: Typed): Problems {
  const problems = new Problems();
  const place = readPlace(typed);
  const inUk = place.country !== null && isUkCountry(place.country);
  if (place.country === null || countryByAlpha3(place.country) === undefined)
    problems.add('country', 'Choose a country');
  if (inUk && place.building_number === null && place.building_name === null && place.flat_number === null) {
    problems.add('building_number', 'Enter a house number or a house name');
  }
  if (place.street === null && place.building_name === null) problems.add('street', 'Enter the street');
  if (place.town === null) problems.add('town', 'Enter the town or city');
  if (inUk && place.postcode === null) problems.add('postcode', 'Enter the postcode');
  const address = { ...place, county: null, start_date: null, end_date: null };
  const { fields } = factsProblems({ ...noFacts, addresses: [address] }, '9999-12-31');
  for (const [path, messages] of Object.entries(fields)) {
    const input = path.startsWith('addresses[0].') ? path.slice(13) : undefined;
    if (input === 'postcode') problems.add(input, 'Enter a full UK postcode, like SW1A 1AA');
    else if (input !== undefined) for (const text of messages) problems.add(input, `${labels[input] ?? input} ${text}`);
  }
  return problems;
}

export const stayInputs = [...dateInputs('start'), ...dateInputs('end')];

/** @param endOnDefault shown where no end is known yet: the day before the candidate moved on */
export function typedStay(address: AddressDraft, endOnDefault: IsoDate | null = null): Typed {
  return { ...typedDate('start', address.start_date), ...typedDate('end', address.end_date ?? endOnDefault) };
}

interface Stay {
  readonly start_date: IsoDate;
  readonly end_date: IsoDate | null;
}

/** Without a day, a month counts from its first to its last day: nobody remembers which day it was (ours). */
export function readStay(typed: Typed, isCurrent: boolean, today: IsoDate): Stay | Problems {
  const problems = new Problems();
  const start = readTypedDate(typed, 'start', { label: 'Date you moved in', emptyDay: 'first' });
  const end = isCurrent ? undefined : readTypedDate(typed, 'end', { label: 'Date you moved out', emptyDay: 'last' });
  if ('message' in start) problems.add(start.input, start.message);
  else if (start.date > today) problems.add('start-day', 'Date you moved in must be in the past');
  if (end !== undefined && 'message' in end) problems.add(end.input, end.message);
  if (problems.any || 'message' in start) return problems;
  if (end === undefined || 'message' in end) return { start_date: start.date, end_date: null };
  // The last day of this month was meant as "this month".
  const endDate =
    end.date > today && typed['end-day'] === '' && end.date.slice(0, 7) === today.slice(0, 7) ? today : end.date;
  if (endDate > today) problems.add('end-day', 'Date you moved out must be in the past');
  else if (endDate < start.date) problems.add('end-day', 'Date you moved out must be after the date you moved in');
  return problems.any ? problems : { start_date: start.date, end_date: endDate };
}

export function findAddress(answer: AddressAnswer, key: number): AddressDraft | undefined {
  return answer.addresses.find((address) => address.key === key);
}

export const hasCurrent = (answer: AddressAnswer): boolean => answer.addresses.some((address) => address.isCurrent);

const nextKey = (answer: AddressAnswer) => Math.max(0, ...answer.addresses.map((address) => address.key)) + 1;

/** A new address where there is none with the key: the first is where the candidate lives now. */
export function withPlace(
  answer: AddressAnswer,
  key: number | undefined,
  place: Place,
): { readonly answer: AddressAnswer; readonly key: number } {
  const known = key === undefined ? undefined : findAddress(answer, key);
  const { county, ...stay } = known ?? {
    ...{ key: nextKey(answer), isCurrent: !hasCurrent(answer), start_date: null, end_date: null, county: null },
  };
  // The form does not ask for it: it stays for as long as the town does.
  const isSameTown = known !== undefined && known.town === place.town && known.country === place.country;
  const draft: AddressDraft = { ...stay, ...place, county: isSameTown ? county : null };
  return { answer: withDraft(answer, draft), key: draft.key };
}

export function withDraft(answer: AddressAnswer, draft: AddressDraft): AddressAnswer {
  const others = answer.addresses.filter((address) => address.key !== draft.key);
  return { addresses: newestFirst([...others, draft]) };
}

export function withoutAddress(answer: AddressAnswer, key: number): AddressAnswer {
  return { addresses: answer.addresses.filter((address) => address.key !== key) };
}

/** The current one, then as they were left; those without a time stand where they will be missed: first. */
function newestFirst(addresses: readonly AddressDraft[]): AddressDraft[] {
  const rank = (address: AddressDraft) => (address.isCurrent ? '~~' : (address.end_date ?? '~'));
  return [...addresses].sort((a, b) => (rank(a) < rank(b) ? 1 : rank(a) > rank(b) ? -1 : a.key - b.key));
}

export type Missing = 'place' | 'stay' | undefined;

/** What is still to be told of an address: where it is, or when the candidate lived there. */
export function missingOf(address: AddressDraft): Missing {
  if (placeProblems(typedPlace(address)).any) return 'place';
  const hasStay = address.start_date !== null && (address.isCurrent || address.end_date !== null);
  return hasStay ? undefined : 'stay';
}

/** As people name an address in a sentence. */
export function addressName({ building_number, building_name, street, town }: Place): string {
  const line = [building_number, street].filter((part) => part !== null).join(' ');
  return (line || building_name) ?? town ?? 'this address';
}

/** The days that must be accounted for: nobody lived anywhere before they were born. */
export function historyPeriod(
  scope: FormScope,
  facts: ApplicantFacts,
): { readonly from: IsoDate; readonly to: IsoDate } {
  const from = addYears(scope.today, -scope.addressYears);
  return { from: facts.dob !== placeholderDob && facts.dob > from ? facts.dob : from, to: scope.today };
}

/** Earliest first. */
export function historyGaps(answer: AddressAnswer, scope: FormScope, facts: ApplicantFacts): Gap[] {
  const { from } = historyPeriod(scope, facts);
  const stays = answer.addresses
    .filter((address) => address.isCurrent || address.end_date !== null)
    .map((address) => ({ startDate: address.start_date, endDate: address.isCurrent ? null : address.end_date }));
  return gapsSince(stays, from, scope.today);
}

/** The picture of the period: what is covered, and the gaps. */
export function historyTimeline(answer: AddressAnswer, scope: FormScope, facts: ApplicantFacts): TimelineBar[] {
  // Where somebody lived until an unknown day covers nothing yet.
  const covered = answer.addresses
    .filter(({ isCurrent, end_date }) => isCurrent || end_date !== null)
    .map(({ isCurrent, start_date, end_date }) => ({ start_date, end_date: isCurrent ? null : end_date }));
  return timelineBars(covered, historyGaps(answer, scope, facts), historyPeriod(scope, facts));
}

function toAddress({ key: _, isCurrent, ...address }: AddressDraft): Address {
  return { ...address, end_date: isCurrent ? null : address.end_date };
}

export const addressesPage: FormPage<AddressAnswer> = {
  id: 'addresses',
  section: 'Where you have lived',
  title: 'Your addresses',
  minutes: 4,
  needs: ['address_history'],
  facts: {},
  prefill(facts) {
    const current = facts.addresses.findIndex((address) => address.end_date === null);
    return {
      addresses: newestFirst(
        facts.addresses.map((address, index) => ({
          ...address,
          country: address.country ?? facts.country,
          key: index + 1,
          isCurrent: index === current,
        })),
      ),
    };
  },
  problems(answer, scope, facts) {
    const problems = new Problems();
    if (!hasCurrent(answer)) problems.add('add', 'Add the address where you live now');
    for (const address of answer.addresses) {
      const missing = missingOf(address);
      const name = addressName(address);
      if (missing === 'place') problems.add(`address-${address.key}`, `Complete the address ${name}, or remove it`);
      if (missing === 'stay') problems.add(`address-${address.key}`, `Say when you lived at ${name}, or remove it`);
    }
    if (!problems.any && historyGaps(answer, scope, facts).length > 0) {
      problems.add('add', 'Add the addresses where you lived during the gaps');
    }
    return problems;
  },
  apply: (facts, answer) => ({ ...facts, addresses: answer.addresses.map(toAddress) }),
};
