// The words of what a page of the form asks for.
import { localIdentifierName } from '../../../features/facts/local-identifier-rules.ts';
import type { DbsApplicationParams } from '../../../features/requirements/dbs-application-requirement.ts';
import type { LocalIdentifierParams } from '../../../features/requirements/number-requirements.ts';
import type { Asked } from '../../../features/requirements/requirement-rules.ts';
import { en } from '../../../messages/en.ts';
import type { RequirementWords } from '../../../messages/en-requirements.ts';

export function requirementWords({ asked }: { readonly asked: Asked }): RequirementWords {
  const words: RequirementWords = en.requirements[asked.id];
  if ((asked.params as DbsApplicationParams).isOfScotland === true) return { ...words, ...words.scottish };
  if (asked.id !== 'local_identifier') return words;
  const { country, kind } = asked.params as LocalIdentifierParams;
  return { ...words, title: `${words.title}: ${localIdentifierName(country, kind)}` };
}
