// Numbers and postcodes of the United Kingdom as authorities publish their forms.
import type { Published } from '../support/published-examples.ts';

type Formed = readonly [text: string, isValid: boolean];
const refused = (texts: readonly string[]) => texts.map((text): Formed => [text, false]);

/** Letters and prefixes that are not used, each in a number that is right otherwise. */
export const insuranceNumbers: Published<Formed> = {
  rule: 'national_insurance_number',
  source: 'HMRC, National Insurance Manual NIM39110',
  examples: [
    ...refused(['DA123456A', 'FA123456A', 'IA123456A', 'QA123456A', 'UA123456A', 'VA123456A']),
    ...refused(['AD123456A', 'AF123456A', 'AI123456A', 'AQ123456A', 'AU123456A', 'AV123456A', 'AO123456A']),
    ...refused(['BG123456A', 'GB123456A', 'KN123456A', 'NK123456A', 'NT123456A', 'TN123456A', 'ZZ123456A']),
    ['AB123456E', false],
  ],
};

/** One of each form, and Girobank's. */
export const postcodes: Published<Formed> = {
  rule: 'uk_postcode',
  source: "Royal Mail, Programmers' Guide to PAF: forms of postcodes",
  examples: [
    ['M1 1AE', true],
    ['B33 8TH', true],
    ['CR2 6XH', true],
    ['DN55 1PT', true],
    ['W1A 1HQ', true],
    ['EC1A 1BB', true],
    ['GIR 0AA', true],
  ],
};

/** Miss Morgan, born on 5 July 1964. */
export const driverNumbers: Published<readonly [number: string, lastName: string, dob: string, gender: 'female']> = {
  rule: 'driver_number_gb',
  source: 'gov.uk, the example beside the input of a driving licence number',
  examples: [['MORGA657054SM9IJ', 'Morgan', '1964-07-05', 'female']],
};
