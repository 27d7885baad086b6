// Reads telephone numbers by the numbering plans of all countries (libphonenumber-js); pure.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countryByAlpha2, countryByAlpha3 } from './countries.ts';

export interface TelephoneNumber {
  /** In international form, `+442079460000`. */
  readonly international: string;
  /** Three letters; undefined for a number of no single country. */
  readonly country: string | undefined;
  /** Whether the numbering plan of the country has such numbers. */
  readonly isPossible: boolean;
  readonly kind: 'mobile' | 'fixed_line' | 'other';
}

/** Undefined if the text is no telephone number. @param country three letters, of a number in national form */
export function telephoneNumberOf(text: string, country: string): TelephoneNumber | undefined {
  const alpha2 = countryByAlpha3(country)?.alpha2 ?? '';
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(alpha2) ? alpha2 : 'GB');
  if (parsed === undefined) return undefined;
  const type = parsed.getType();
  return {
    international: parsed.number,
    country: parsed.country === undefined ? undefined : countryByAlpha2(parsed.country)?.alpha3,
    isPossible: parsed.isValid(),
    kind: type === 'MOBILE' ? 'mobile' : type === 'FIXED_LINE' ? 'fixed_line' : 'other',
  };
}

/** Ofcom gives them to nobody: examples, demonstrations and tests have them. */
const forFiction = /^\+44(?:7700900|1632960)\d{3}$/;

/** Whether it may be mistyped: its country does not give out such a number. @param country as `telephoneNumberOf` */
export function isDoubtfulNumber(text: string, country: string): boolean {
  const number = telephoneNumberOf(text, country);
  return number === undefined || !(number.isPossible || forFiction.test(number.international));
}
