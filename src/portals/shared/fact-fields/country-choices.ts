// The options of a country select: the United Kingdom first, then all countries by name.

import { valueIn } from '../../../features/value-sets/value-set-rules.ts';
import {
  type Country,
  countries,
  countryByAlpha3,
  formerCountries,
  spokenCountryName,
  stateless,
} from '../../../lib/countries.ts';
import { say, sayText } from '../../../messages/say.ts';

export interface Choice {
  readonly value: string;
  readonly text: string;
  readonly selected: boolean;
  /** `data-aliases`: other names that the candidate may type, one per line. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const HOME = 'GBR';
const ordered = [countryByAlpha3(HOME)!, ...countries.filter(({ alpha3 }) => alpha3 !== HOME)];

function choiceOf(
  { alpha3, name }: Pick<Country, 'alpha3' | 'name'>,
  text: string,
  aliases: readonly string[],
  selected: string,
): Choice {
  const others = text === name ? aliases : [name, ...aliases];
  const typed = others.length === 0 ? {} : { attributes: { 'data-aliases': others.join('\n') } };
  return { value: alpha3, text, selected: alpha3 === selected, ...typed };
}

const none = (selected: string): Choice => ({ value: '', text: say('Choose a country'), selected: selected === '' });

/** With what was typed and is none of them, so that it is shown again where it is refused; the script suggests it to nobody. */
const withTyped = (choices: readonly Choice[], selected: string): Choice[] =>
  choices.some(({ value }) => value === selected)
    ? [...choices]
    : [...choices, { value: selected, text: selected, selected: true, attributes: { 'data-as-typed': '' } }];

/**
 * @param selected alpha-3, or what was typed instead; empty if none is selected yet
 * @param former whether countries that are no more stand below the others
 */
export const countryChoices = (selected: string, former = false): Choice[] =>
  withTyped(
    [
      none(selected),
      ...ordered.map((country) => choiceOf(country, spokenCountryName(country), country.aliases, selected)),
      ...(former ? formerCountries.map((one) => choiceOf(one, sayText(one.name), one.aliases, selected)) : []),
    ],
    selected,
  );

/** The countries, which the name of the nationality also finds, and stateless. */
export function nationalityChoices(selected: string): Choice[] {
  const ofCountries = ordered.map((country) => {
    const people = valueIn('nationality', country.alpha2)?.name ?? [];
    return choiceOf(country, spokenCountryName(country), [...country.aliases, people].flat(), selected);
  });
  return withTyped([none(selected), ...ofCountries, choiceOf(stateless, say('Stateless'), [], selected)], selected);
}

export const countryName = (code: string | null): string => (code === null ? '' : countryNamed(code));

function countryNamed(code: string): string {
  const country = countryByAlpha3(code);
  return country === undefined ? code : spokenCountryName(country);
}
