// The requirement of an address history: complete addresses, a current one, and no gap in the period; pure.
import { gapsSince } from '../../lib/address-history.ts';
import { addYears, type IsoDate } from '../../lib/dates.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import { isNoHome } from '../facts/address-fact-rules.ts';
import { type Address, type ApplicantFacts, placeholderDob } from '../facts/facts.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import { isBeforeBirth } from '../facts/time-rules.ts';
import type { Requirement } from './requirement.ts';
import { type StatedGap, statedGap } from './stated-gap-rules.ts';

export interface AddressHistoryParams {
  /** The number of years to cover, up to `to`, but no longer than the candidate's life. */
  readonly years: number;
  /** How many of them an order must cover; all by default. Only the candidate is asked for the others. */
  readonly orderYears?: number;
  /** The last day of the period, `yyyy-mm-dd`; today by default. */
  readonly to?: IsoDate;
  /** Whether the identity checking rules of the DBS ask for it. */
  readonly isByDbs?: true;
  /** The sources of the report are searched by address: one that is no home finds nobody, or somebody else. */
  readonly isSearched?: true;
}

/** The fields of the place that are missing. */
function placeFields(address: Address, checkedIn: string): string[] {
  const isUk = isUkCountry(address.country ?? checkedIn);
  const hasBuilding = [address.building_number, address.building_name, address.flat_number].some(Boolean);
  return [
    ...(isUk && !hasBuilding ? ['building_number'] : []),
    ...(isBlank(address.street) && isBlank(address.building_name) ? ['street'] : []),
    ...(isBlank(address.town) ? ['town'] : []),
    ...(isUk && isBlank(address.postcode) ? ['postcode'] : []),
    ...(isBlank(address.country) ? ['country'] : []),
  ];
}

/** Courts of the United States are searched by state and county: without both nobody knows which. Only the candidate is asked. */
const unitedStatesFields = (address: Address, checkedIn: string): string[] =>
  (address.country ?? checkedIn) === 'USA'
    ? (['state', 'postcode'] as const).filter((field) => isBlank(address[field]))
    : [];

/** The period to cover, no earlier than the birth date. */
export function addressPeriod(
  { dob }: Pick<ApplicantFacts, 'dob'>,
  { years, to }: AddressHistoryParams,
  today: IsoDate,
): { readonly from: IsoDate; readonly to: IsoDate } {
  const until = to ?? today;
  const from = addYears(until, -years);
  return { from: dob !== placeholderDob && dob > from ? dob : from, to: until };
}

/** Earliest first. */
export function addressGaps(
  facts: Pick<ApplicantFacts, 'dob' | 'addresses'>,
  params: AddressHistoryParams,
  today: IsoDate,
): StatedGap[] {
  const { from, to } = addressPeriod(facts, params, today);
  const stays = facts.addresses.map(({ start_date, end_date }) => ({ startDate: start_date, endDate: end_date }));
  return gapsSince(stays, from, to).map((gap) => statedGap(gap, facts.addresses));
}

/** Wrong dates also cause gaps: in that case only the wrong dates are reported. */
export const hasFaultyTime = (
  entries: readonly { readonly start_date: string | null; readonly end_date: string | null }[],
  { dob }: Pick<ApplicantFacts, 'dob'>,
  today: IsoDate,
): boolean =>
  entries.some(
    ({ start_date: from, end_date: to }) =>
      isBlank(from) || from! > today || isBeforeBirth(from!, dob) || (to !== null && (to > today || to < from!)),
  );

export const addressHistory: Requirement<AddressHistoryParams> = {
  facts: () => ['addresses'],
  findings({ facts, today, givenOn = today }, params) {
    const { addresses } = facts;
    if (addresses.length === 0) return [missing('addresses', 'needed')];
    const found: Finding[] = addresses.flatMap((address, index) =>
      [...placeFields(address, facts.country), ...(isBlank(address.start_date) ? ['start_date'] : [])].map((field) =>
        missing(`addresses[${index}].${field}`, 'needed'),
      ),
    );
    found.push(
      ...addresses.flatMap((address, index) =>
        unitedStatesFields(address, facts.country).map((field) => missing(`addresses[${index}].${field}`, 'answered')),
      ),
    );
    if (!addresses.some(({ end_date }) => end_date === null)) {
      found.push({ at: 'addresses', code: 'no_current_address', moment: 'needed' });
    }
    if (params.isSearched === true) {
      const places = addresses.flatMap((address, index) => (isNoHome(address) ? [`addresses[${index}]`] : []));
      found.push(...places.map((at): Finding => ({ at, code: 'no_fixed_address', moment: 'examined' })));
    }
    if (hasFaultyTime(addresses, facts, today)) return found;
    const gaps = addressGaps(facts, params, givenOn);
    const { years, orderYears = years } = params;
    const moment = addressGaps(facts, { ...params, years: orderYears }, givenOn).length > 0 ? 'needed' : 'answered';
    return [
      ...found,
      ...gaps.map((gap): Finding => ({ at: 'addresses', code: 'gap_in_addresses', params: { ...gap.stated }, moment })),
    ];
  },
  strictest(one, other) {
    const most = other.years > one.years ? other : one;
    const orderYears = Math.max(one.orderYears ?? one.years, other.orderYears ?? other.years);
    return orderYears === (most.orderYears ?? most.years) ? most : { ...most, orderYears };
  },
  page: { section: 'where_you_lived', minutes: 2 },
};
