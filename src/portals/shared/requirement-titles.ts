// The names of what a form asks, as a list in a sentence.
import { en } from '../../messages/en.ts';
import { lower } from './fact-labels.ts';

/** Of a requirement by its id; empty for one that is no more. */
export const requirementTitle = (id: unknown): string =>
  Object.hasOwn(en.requirements, String(id)) ? lower(en.requirements[id as keyof typeof en.requirements].label) : '';

export const correctedWords = (ids: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(ids.map(requirementTitle).filter((title) => title !== ''));
