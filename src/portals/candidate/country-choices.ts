// The options of a country select: the United Kingdom first, then all countries by name.
import { countries, countryByAlpha3, stateless } from '../../lib/countries.ts';

export interface Choice {
  readonly value: string;
  readonly text: string;
  readonly selected: boolean;
  /** `data-aliases`: other names that the candidate may type, one per line. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const HOME = 'GBR';
const ordered = [countryByAlpha3(HOME)!, ...countries.filter(({ alpha3 }) => alpha3 !== HOME)];

/** @param selected alpha-3; empty if none is selected yet */
export function countryChoices(selected: string): Choice[] {
  const choices = ordered.map(({ alpha3, name, aliases }) => ({
    value: alpha3,
    text: name,
    selected: alpha3 === selected,
    ...(aliases.length > 0 && { attributes: { 'data-aliases': aliases.join('\n') } }),
  }));
  return [{ value: '', text: 'Choose a country', selected: selected === '' }, ...choices];
}

/** The countries, and stateless. */
export const nationalityChoices = (selected: string): Choice[] => [
  ...countryChoices(selected),
  { value: stateless.alpha3, text: stateless.name, selected: selected === stateless.alpha3 },
];

export const countryName = (code: string | null): string =>
  code === null ? '' : (countryByAlpha3(code)?.name ?? code);
