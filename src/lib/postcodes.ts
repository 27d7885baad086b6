// The form of UK postcodes: two parts separated by one space (interface §Address), and the part of the country they are of.
import type { Jurisdiction } from './bank-holidays.ts';

/** Ours: the countries whose addresses count as UK addresses, alpha-3: Great Britain, Jersey, Guernsey, Isle of Man. */
const ukCountries: ReadonlySet<string> = new Set(['GBR', 'JEY', 'GGY', 'IMN']);

// The letters allowed at each position: Royal Mail, Programmers' Guide to PAF, "Postcode format".
const ukPostcode =
  /^(?:GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d(?:\d|[ABEHMNPRV-Y])?) \d[ABD-HJLNP-UW-Z]{2})$/i;

/** @param country alpha-3, upper case */
export function isUkCountry(country: string): boolean {
  return ukCountries.has(country);
}

/** In any case; the space is required. */
export function isUkPostcode(text: string): boolean {
  return ukPostcode.test(text);
}

/** `SW1A 1AA` for `sw1a1aa`: the space goes before the last three. Undefined for anything else. */
export function ukPostcodeOf(text: string): string | undefined {
  if (text.length > 20) return undefined;
  const letters = text.toUpperCase().replace(/\s/g, '');
  const spaced = `${letters.slice(0, -3)} ${letters.slice(-3)}`;
  return isUkPostcode(spaced) ? spaced : undefined;
}

/** The postcode areas of Scotland; of Galashiels (TD), Berwick-upon-Tweed is in England, and Coldstream (TD12) is not. */
const scottish = /^(?:AB|D[DG]|EH|FK|G|HS|IV|K[AWY]|ML|P[AH]|TD|ZE)\d/;
const englishNearScotland = /^TD15/;

/** By the postcode alone, in any case: what lies on the border goes with most of its district. */
export function partOfUk(postcode: string): Jurisdiction {
  const district = postcode.trim().toUpperCase();
  if (/^BT\d/.test(district)) return 'northern_ireland';
  return scottish.test(district) && !englishNearScotland.test(district) ? 'scotland' : 'england_and_wales';
}
