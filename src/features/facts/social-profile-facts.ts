// The facts of a profile on social media that anybody can see.
import { type FactsOf, requiredText } from './fact.ts';
import { type EntryRule, missingOf } from './finding.ts';

export const socialProfileFacts = {
  network: requiredText({
    description: 'Network that has the profile.',
    v1: null,
    v2: null,
  }),
  profile: requiredText({
    description: 'Address of the profile, or its name there.',
    v1: null,
    v2: null,
    autocomplete: 'off',
  }),
} as const;

export const socialProfileRule: EntryRule<FactsOf<typeof socialProfileFacts>> = (profile) =>
  missingOf(profile, ['network', 'profile'], 'placed');
