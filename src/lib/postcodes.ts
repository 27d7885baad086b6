// The form of UK postcodes: two parts separated by one space (interface §Address).

/** Ours: the countries whose addresses count as UK addresses, alpha-3: Great Britain, Jersey, Guernsey, Isle of Man. */
const ukCountries: ReadonlySet<string> = new Set(['GBR', 'JEY', 'GGY', 'IMN']);

// Which letters stand where: Royal Mail, Programmers' Guide to PAF, "Postcode format".
const ukPostcode =
  /^(?:GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d(?:\d|[ABEHMNPRV-Y])?) \d[ABD-HJLNP-UW-Z]{2})$/i;

/** @param country alpha-3, upper case */
export function isUkCountry(country: string): boolean {
  return ukCountries.has(country);
}

/** In any case; without the space it is none. */
export function isUkPostcode(text: string): boolean {
  return ukPostcode.test(text);
}
