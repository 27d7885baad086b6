// The facts that a candidate declares about themselves: the criminal record, and what matters for work with children and
// adults who need care.
import { declaredRule } from './declaration-fact-rules.ts';
import { date, flag, list, longText, requiredText, text } from './fact.ts';

/** Made anew for each order: what the law lets one ask depends on its role. Interfaces neither give nor answer it. */
const declared = { group: 'declarations', v1: null, v2: null, sensitivity: 'special', lapses: true } as const;
const wire = { v1: null, v2: null } as const;

const convictionFacts = {
  what: requiredText({ description: 'The offence, in the words of the candidate.', ...wire }),
  on: date({
    description: 'When the court or the police decided.',
    dayMayBeMissing: 'first',
    monthMayBeMissing: true,
    ...wire,
  }),
  court: text({ description: 'The court, or the police force.', isOptional: true, ...wire }),
  sentence: text({ description: 'The sentence or other outcome.', ...wire }),
  comment: longText({ description: 'What the candidate wants to say about it.', isOptional: true, ...wire }),
} as const;

const concernFacts = {
  what: requiredText({ description: 'What happened, in the words of the candidate.', ...wire }),
  on: date({ description: 'When it was.', dayMayBeMissing: 'first', monthMayBeMissing: true, ...wire }),
  by: text({ description: 'Who decided or looked into it.', isOptional: true, ...wire }),
  outcome: longText({ description: 'What came of it.', isOptional: true, ...wire }),
} as const;

export const declarationFacts = {
  has_unspent_convictions: flag({
    description: 'Whether the candidate says that they have unspent convictions or conditional cautions.',
    ...declared,
  }),
  unspent_to_declare: list(convictionFacts, {
    named: ['what'],
    rule: declaredRule,
    description: 'Unspent convictions and conditional cautions that the candidate declares.',
    onlyWhere: { fact: 'has_unspent_convictions', is: [true] },
    ...declared,
  }),
  has_convictions_to_declare: flag({
    description:
      'Whether the candidate says that they have convictions or cautions, spent or not, that the law does not protect.',
    ...declared,
  }),
  convictions_to_declare: list(convictionFacts, {
    named: ['what'],
    rule: declaredRule,
    description: 'Convictions and cautions, spent or not, that the candidate declares.',
    onlyWhere: { fact: 'has_convictions_to_declare', is: [true] },
    ...declared,
  }),
  has_concerns_to_declare: flag({
    description:
      'Whether the candidate says that they were barred, referred, known as a risk, dismissed, investigated or sanctioned.',
    ...declared,
  }),
  concerns_to_declare: list(concernFacts, {
    named: ['what'],
    rule: declaredRule,
    description: 'What the candidate declares of this kind.',
    onlyWhere: { fact: 'has_concerns_to_declare', is: [true] },
    ...declared,
  }),
} as const;
