// The words of what a page of the form asks for.

import { localIdentifierName } from '../../../features/facts/local-identifier-rules.ts';
import type { DbsApplicationParams } from '../../../features/requirements/dbs-application-requirement.ts';
import type { LocalIdentifierParams } from '../../../features/requirements/number-requirements.ts';
import type { ReferencesParams } from '../../../features/requirements/references-requirement.ts';
import type { Asked } from '../../../features/requirements/requirement-rules.ts';
import { en } from '../../../messages/en.ts';
import type { RequirementWords } from '../../../messages/en-requirements.ts';
import { say, sayAll } from '../../../messages/say.ts';

/** How many people the candidate names, and whom. */
function refereesWanted({ count, knownYears }: ReferencesParams): string {
  const people =
    count === 1
      ? say('Add one person who can speak for you: 18 or older, and not of your family.')
      : say('Add {count} people who can speak for you: 18 or older, and not of your family.', { count });
  if (knownYears === undefined) return people;
  const years = { years: knownYears };
  return `${people} ${say('They must have known you for at least {years} years, or for the whole time that they are asked about.', years)}`;
}

export function requirementWords({ asked }: { readonly asked: Asked }): RequirementWords {
  const words: RequirementWords = sayAll(en.requirements)[asked.id];
  if ((asked.params as DbsApplicationParams).isOfScotland === true) return { ...words, ...words.scottish };
  if (asked.id === 'references') return { ...words, wanted: refereesWanted(asked.params as ReferencesParams) };
  if (asked.id !== 'local_identifier') return words;
  const { country, kind } = asked.params as LocalIdentifierParams;
  return { ...words, title: `${words.title}: ${localIdentifierName(country, kind)}` };
}
