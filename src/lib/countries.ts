// Countries by their ISO 3166-1 codes, and nationalities, with English names (data: i18n-iso-countries, which has Kosovo, too).
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

export interface Country {
  readonly alpha2: string;
  readonly alpha3: string;
  readonly name: string;
}

const names = english.countries as Readonly<Record<string, string | readonly string[]>>;

function nameOf(alpha2: string): string {
  const name = names[alpha2] ?? alpha2;
  return typeof name === 'string' ? name : (name[0] ?? alpha2);
}

/** In the order of their names. */
export const countries: readonly Country[] = codes
  .map(([alpha2 = '', alpha3 = '']) => ({ alpha2, alpha3, name: nameOf(alpha2) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

const byAlpha2: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.alpha2, country]));
const byAlpha3: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.alpha3, country]));

/** By alpha-3 code in any case: the codes of interface v2. */
export function countryByAlpha3(code: string): Country | undefined {
  return code.length === 3 ? byAlpha3.get(code.toUpperCase()) : undefined;
}

/** By alpha-2 code in any case: the codes of interface v1. */
export function countryByAlpha2(code: string): Country | undefined {
  return code.length === 2 ? byAlpha2.get(code.toUpperCase()) : undefined;
}

/** Whom no country calls its own: the code of travel documents (ICAO 9303), of those that ISO 3166-1 leaves to its users. */
export const stateless = { alpha3: 'XXA', name: 'Stateless' } as const;

/** By the three letters of its country, in any case. */
export function nationalityByAlpha3(code: string): Pick<Country, 'alpha3' | 'name'> | undefined {
  return code.length === 3 && code.toUpperCase() === stateless.alpha3 ? stateless : countryByAlpha3(code);
}
