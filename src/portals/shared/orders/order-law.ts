// The country of the job, and on which ground the law allows what it limits, as the pages of an order ask them; pure.
import type { Environment } from '../../../context.ts';
import { lacksCertification, usualJobCountry } from '../../../features/checks/job-country-rules.ts';
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import {
  type LegalGround,
  legalGroundChoices,
  legalGroundIn,
  legalGroundText,
  limitedTypes,
  limitText,
  type OrderLaw,
  typesAgainst,
} from '../../../features/report-types/legal-limit-rules.ts';
import { countries, countryByAlpha3, countryNamed } from '../../../lib/countries.ts';
import type { Problems } from '../../../lib/refusal.ts';
import { type Choice, type TypedOrder, typedText } from './order-form.ts';

interface Asked {
  readonly typed: TypedOrder;
  readonly chosen: readonly Choice[];
  readonly orderable: Pick<Orderable, 'homeCountry' | 'fcraCertified'>;
}

interface InEnvironment {
  readonly environment: Environment;
}

/** Three letters; that of the account where nobody typed one. */
export const jobCountryIn = ({ typed, orderable }: Pick<Asked, 'typed' | 'orderable'>): string =>
  countryNamed(typedText(typed, 'job_country'))?.alpha3 ?? orderable.homeCountry;

export const countryName = (code: string): string => countryByAlpha3(code)?.name ?? code;

/** For a select: that of the account first, and the United Kingdom. */
export function jobCountryItems(one: Pick<Asked, 'typed' | 'orderable'>) {
  const first = [...new Set([one.orderable.homeCountry, usualJobCountry])];
  const chosen = jobCountryIn(one);
  return [...first, ...countries.map(({ alpha3 }) => alpha3).filter((code) => !first.includes(code))].map((value) => ({
    ...{ value, text: countryName(value), selected: value === chosen },
  }));
}

const typesOf = (chosen: readonly Choice[]) => chosen.map(({ type }) => type);

const groundIn = ({ typed, chosen }: Pick<Asked, 'typed' | 'chosen'>): LegalGround | undefined =>
  limitedTypes(typesOf(chosen)).length === 0 ? undefined : legalGroundIn(typedText(typed, 'legal_ground'));

/** The question of the second page; undefined where the law limits nothing that is ordered. */
export function legalQuestion(typed: TypedOrder, chosen: readonly Choice[]) {
  const limited = limitedTypes(typesOf(chosen));
  if (limited.length === 0) return undefined;
  return {
    limits: limited.map(limitText),
    items: legalGroundChoices(limited).map((one) => ({
      ...one,
      checked: typedText(typed, 'legal_ground') === one.value,
    })),
  };
}

export function lawProblems(one: Asked & InEnvironment, problems: Problems): void {
  const { typed, chosen } = one;
  if (lacksCertification(jobCountryIn(one), { environment: one.environment, ...one.orderable }))
    problems.add(
      'JobCountry',
      'is the United States: before the first such order an administrator certifies under Agreement what the Fair Credit Reporting Act asks',
    );
  const country = typedText(typed, 'job_country');
  if (country !== '' && countryNamed(country) === undefined)
    problems.add('JobCountry', `cannot be “${country}”: write the name of a country`);
  const types = typesOf(chosen);
  const text = typedText(typed, 'legal_ground');
  if (limitedTypes(types).length === 0) return;
  const ground = legalGroundIn(text);
  if (ground === undefined)
    problems.add('LegalGround', text === '' ? "can't be blank" : `cannot be “${text}”: choose one of the list`);
  else
    for (const { label } of typesAgainst(types, ground))
      problems.add('LegalGround', `does not allow ${label}: choose another, or order without it`);
}

export const lawIn = (one: Asked): OrderLaw => ({ jobCountry: jobCountryIn(one), legalGround: groundIn(one) });

/** What was said, before the order is placed. */
export const lawWords = (one: Asked) => {
  const ground = groundIn(one);
  return { jobCountry: countryName(jobCountryIn(one)), legalGround: ground && legalGroundText(ground) };
};
