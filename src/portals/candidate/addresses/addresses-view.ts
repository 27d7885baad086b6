// How addresses read: on their own page and among all answers.

import type { AddressDraft } from '../../../features/candidate-form/address-answer.ts';
import type { Address } from '../../../features/facts/facts.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { countryName } from '../country-choices.ts';
import type { PageView } from '../page-view.ts';

/** As on an envelope, without what is not known. */
export function addressLines(address: Address): string[] {
  const { flat_number: flat, building_number: number, building_name: name } = address;
  const isHome = address.country === null || address.country === 'GBR';
  const lines = [
    flat === null ? null : /^\d+\w?$/.test(flat) ? `Flat ${flat}` : flat,
    name,
    [number, address.street].filter((part) => part !== null).join(' '),
    address.sub_street,
    address.town,
    address.county ?? null,
    [address.state, address.postcode].filter((part) => part !== null).join(' '),
    isHome ? null : countryName(address.country),
  ];
  return lines.filter((line) => line !== null && line !== '') as string[];
}

export function stayText(address: Pick<AddressDraft, 'start_date' | 'end_date'> & { isCurrent: boolean }): string {
  if (address.start_date === null) return 'We do not know yet when you lived here';
  if (address.isCurrent) return `Since ${britishDate(address.start_date)}`;
  return `${britishDate(address.start_date)} to ${address.end_date === null ? 'not known yet' : britishDate(address.end_date)}`;
}

export const addressesView: PageView = {
  template: 'candidate/addresses/addresses.njk',
  question: 'Your addresses',
  rows: ({ addresses }) =>
    addresses.map((address, index) => ({
      label: index === 0 ? 'Where you live now' : 'Previous address',
      lines: [...addressLines(address), stayText({ ...address, isCurrent: address.end_date === null })],
    })),
};
