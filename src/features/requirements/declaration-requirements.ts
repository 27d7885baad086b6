// The requirements of what a candidate declares about themselves. Only they can declare it, so that an order that a program
// places leaves it out, and no more is asked of them than the law allows for the role; pure.
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import type { DbsApplicationParams } from './dbs-application-requirement.ts';
import type { Requirement } from './requirement.ts';

/** What may be asked: of any role, of one excepted from the rules on spent convictions, of work with those at risk. */
export const declarationScopes = ['unspent', 'spent', 'concerns'] as const;
export type DeclarationScope = (typeof declarationScopes)[number];

export interface DeclarationParams extends DbsApplicationParams {
  /** Asked by the role of the order; otherwise it counts only where the candidate has declared it. */
  readonly isOfRole?: true;
}

type Flag = 'has_unspent_convictions' | 'has_convictions_to_declare' | 'has_concerns_to_declare';
type List = 'unspent_to_declare' | 'convictions_to_declare' | 'concerns_to_declare';

const isDeclared = (facts: ApplicantFacts, flag: Flag) => !isBlank(facts[flag]);

const unanswered = (facts: ApplicantFacts, flag: Flag): Finding[] =>
  isDeclared(facts, flag) ? [] : [missing(flag, 'answered')];

const unnamed = (facts: ApplicantFacts, flag: Flag, list: List): Finding[] =>
  facts[flag] === true && facts[list].length === 0 ? [{ at: list, code: 'none_added', moment: 'answered' }] : [];

const incomplete = (facts: ApplicantFacts, list: List, fields: readonly string[]): Finding[] =>
  facts[list].flatMap((entry, index) =>
    fields
      .filter((field) => isBlank((entry as Readonly<Record<string, unknown>>)[field]))
      .map((field) => missing(`${list}[${index}].${field}`, 'answered')),
  );

const place = { section: 'declarations', minutes: 1 } as const;

/** The application to the DBS asks it, too. */
export const unspentConvictions: Requirement<DeclarationParams> = {
  facts: () => ['has_unspent_convictions'],
  isAskedOf: (facts, { isOfRole }) =>
    isOfRole === true ||
    isDeclared(facts, 'has_unspent_convictions') ||
    !isDeclared(facts, 'has_convictions_to_declare'),
  findings: ({ facts }) => unanswered(facts, 'has_unspent_convictions'),
  page: place,
};

export const unspentDeclaration: Requirement = {
  facts: () => ['unspent_to_declare'],
  isAskedOf: (facts) => facts.has_unspent_convictions === true,
  findings: ({ facts }) => [
    ...unnamed(facts, 'has_unspent_convictions', 'unspent_to_declare'),
    ...incomplete(facts, 'unspent_to_declare', ['what', 'on', 'sentence']),
  ],
  page: place,
};

const declaration = (flag: Flag, list: List, fields: readonly string[]): Requirement<DeclarationParams> => ({
  facts: () => [flag, list],
  isAskedOf: (facts, { isOfRole }) => isOfRole === true || isDeclared(facts, flag),
  findings: ({ facts }) => [
    ...unanswered(facts, flag),
    ...unnamed(facts, flag, list),
    ...incomplete(facts, list, fields),
  ],
  page: place,
});

export const spentDeclaration = declaration('has_convictions_to_declare', 'convictions_to_declare', [
  ...['what', 'on', 'sentence'],
]);

export const concernsDeclaration = declaration('has_concerns_to_declare', 'concerns_to_declare', ['what', 'on']);
