// Countries by their ISO 3166-1 codes, and nationalities, with English names (data: i18n-iso-countries; Kosovo is XKX here).
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { spokenLanguage } from '../messages/spoken-language.ts';

export interface Country {
  readonly alpha2: string;
  readonly alpha3: string;
  /** The name in everyday use. */
  readonly name: string;
  /** Other names in use, such as `UK`. */
  readonly aliases: readonly string[];
}

const names = english.countries as Readonly<Record<string, string | readonly string[]>>;

/** Names in everyday use, where the library's first name is the formal one. */
const commonNames: Readonly<Record<string, string>> = {
  BN: 'Brunei',
  CI: 'Ivory Coast',
  CN: 'China',
  CZ: 'Czechia',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GM: 'The Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MK: 'North Macedonia',
  PN: 'Pitcairn Islands',
  PS: 'Palestine',
  RU: 'Russia',
  SY: 'Syria',
  TR: 'Turkey',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'US Virgin Islands',
};

/** What people also say, and parts of a country that they take for one; the library has others. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  BA: ['Bosnia'],
  CD: ['DRC', 'DR Congo', 'Zaire'],
  CN: ['PRC', 'Mainland China'],
  CV: ['Cape Verde'],
  CZ: ['Czech Republic'],
  DE: ['East Germany', 'West Germany'],
  GB: ['Britain', 'England', 'Northern Ireland', 'Scotland', 'Wales'],
  GR: ['Hellas'],
  IE: ['Eire', 'Republic of Ireland', 'Southern Ireland'],
  IR: ['Persia'],
  KP: ['North Korea'],
  KR: ['South Korea'],
  LK: ['Ceylon'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland'],
  SA: ['KSA'],
  SZ: ['Swaziland'],
  TH: ['Siam'],
  TL: ['East Timor'],
  US: ['America', 'US', 'USA'],
  VA: ['Holy See', 'Vatican'],
  ZW: ['Rhodesia'],
};

function namesOf(alpha2: string): Pick<Country, 'name' | 'aliases'> {
  const known = [names[alpha2] ?? alpha2].flat();
  const name = commonNames[alpha2] ?? known[0] ?? alpha2;
  return { name, aliases: [...new Set([...known, ...(otherNames[alpha2] ?? [])])].filter((other) => other !== name) };
}

/** Sorted by name. */
export const countries: readonly Country[] = codes
  .map(([alpha2 = '', alpha3 = '']) => ({ alpha2, alpha3: alpha2 === 'XK' ? 'XKX' : alpha3, ...namesOf(alpha2) }))
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

/** As people write it: a name, another name in use, or a code, in any case. */
export function countryNamed(text: string): Country | undefined {
  const said = text.trim().toLowerCase();
  const isSaid = (name: string) => name.toLowerCase() === said;
  return countries.find(({ alpha2, alpha3, name, aliases }) => [alpha2, alpha3, name, ...aliases].some(isSaid));
}

/**
 * Countries in which people were born and which are no more, by the codes that ISO 3166-3 keeps for them alone: no interface
 * has them. Those that only changed their name are names of today's countries.
 */
export const formerCountries: readonly Pick<Country, 'alpha3' | 'name' | 'aliases'>[] = [
  { alpha3: 'CSK', name: 'Czechoslovakia (until 1992)', aliases: ['Czechoslovakia', 'ČSSR'] },
  {
    alpha3: 'DDR',
    name: 'East Germany (until 1990)',
    aliases: ['East Germany', 'DDR', 'GDR', 'German Democratic Republic'],
  },
  { alpha3: 'ANT', name: 'Netherlands Antilles (until 2010)', aliases: ['Netherlands Antilles', 'Dutch Antilles'] },
  { alpha3: 'PCI', name: 'Pacific Islands Trust Territory (until 1986)', aliases: ['Pacific Islands Trust Territory'] },
  { alpha3: 'PCZ', name: 'Panama Canal Zone (until 1979)', aliases: ['Panama Canal Zone'] },
  { alpha3: 'SCG', name: 'Serbia and Montenegro (2003 to 2006)', aliases: ['Serbia and Montenegro'] },
  { alpha3: 'VDR', name: 'North Vietnam (until 1976)', aliases: ['North Vietnam'] },
  { alpha3: 'YMD', name: 'South Yemen (until 1990)', aliases: ['South Yemen', 'Aden', 'Democratic Yemen'] },
  { alpha3: 'SUN', name: 'Soviet Union (until 1991)', aliases: ['Soviet Union', 'USSR', 'CCCP'] },
  { alpha3: 'YUG', name: 'Yugoslavia (until 2003)', aliases: ['Yugoslavia', 'Jugoslavija', 'SFRY'] },
];

export const formerCountryByAlpha3 = (code: string): (typeof formerCountries)[number] | undefined =>
  formerCountries.find(({ alpha3 }) => alpha3 === code);

let welshNames: Intl.DisplayNames | undefined;

/** Its name in the language that is spoken. */
export function spokenCountryName({ alpha2, name }: Pick<Country, 'alpha2' | 'name'>): string {
  if (spokenLanguage() === 'en') return name;
  // Made at its first use: it takes milliseconds that a start need not spend.
  welshNames ??= new Intl.DisplayNames('cy', { type: 'region' });
  return welshNames.of(alpha2) ?? name;
}

/** A stateless person: the code of travel documents (ICAO 9303), from the range that ISO 3166-1 leaves to its users. */
export const stateless = { alpha3: 'XXA', name: 'Stateless' } as const;

/** By the three letters of its country, in any case. */
export function nationalityByAlpha3(code: string): Pick<Country, 'alpha3' | 'name'> | undefined {
  return code.length === 3 && code.toUpperCase() === stateless.alpha3 ? stateless : countryByAlpha3(code);
}

/** The member states of the European Union, by their alpha-3 codes. */
export const europeanUnion: ReadonlySet<string> = new Set([
  ...['AUT', 'BEL', 'BGR', 'HRV', 'CYP', 'CZE', 'DNK', 'EST', 'FIN', 'FRA', 'DEU', 'GRC', 'HUN', 'IRL', 'ITA', 'LVA'],
  ...['LTU', 'LUX', 'MLT', 'NLD', 'POL', 'PRT', 'ROU', 'SVK', 'SVN', 'ESP', 'SWE'],
]);
