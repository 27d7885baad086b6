// What the forms of result rules send, and how their refusals are said.
import { rulesAreSame, rulesChanged } from '../../../features/result-rules/rule-set-actions.ts';
import type { FormWords } from '../../shared/field-words.ts';
import { type FormRequest, typed } from './account-request.ts';

/** The number of the draft that the page showed. */
export const revisionIn = (request: FormRequest): number => {
  const text = typed(request, 'revision');
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
};

export const ruleWords: FormWords = {
  from: { input: 'from', begins: 'The day' },
  rules: {
    input: 'rules',
    begins: 'The rules',
    instead: { [rulesChanged]: rulesChanged, [rulesAreSame]: rulesAreSame },
  },
};
