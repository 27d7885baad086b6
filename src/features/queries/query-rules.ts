// What a query may say and to whom; pure.
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type QueryKind, queryKinds } from '../../messages/en-queries.ts';
import type { Addressee } from './query.ts';

const longestText = 2000;

export interface QuestionArguments {
  readonly addressee: Addressee;
  readonly kind: QueryKind;
  readonly text: string;
  readonly dueOn: IsoDate;
}

const addressees: readonly Addressee[] = ['candidate', 'client'];

/** The kinds that are asked of somebody. @param hasForm false for an order in which the client gave everything */
export const kindsFor = (addressee: Addressee, hasForm: boolean): QueryKind[] =>
  addressee === 'candidate' && !hasForm
    ? []
    : (Object.keys(queryKinds) as QueryKind[]).filter((kind) => queryKinds[kind][addressee] !== undefined);

/** What is wrong with a typed text. */
function textProblem(text: string, missing: string): string | undefined {
  if (text.trim() === '') return missing;
  return isLongerThan(text, longestText) ? `The text must have at most ${longestText} characters` : undefined;
}

/** Words in square brackets stand in a prepared text for what its writer says instead. */
export const hasPlaceholder = (text: string): boolean => /\[[^[\]]*\]/.test(text);

export function dueOnProblems(dueOn: string, today: IsoDate): Problems {
  const problems = new Problems();
  const date = parseDate(dueOn);
  if (date === undefined || date < today || date > addYears(today, 1)) {
    problems.add('due_on', 'Enter a date from today to a year from now');
  }
  return problems;
}

/** @param today by the clock of the data */
export function queryProblems(
  given: { readonly addressee: string; readonly kind: string; readonly text: string; readonly dueOn: string },
  { today, hasForm }: { readonly today: IsoDate; readonly hasForm: boolean },
): Problems {
  const problems = dueOnProblems(given.dueOn, today);
  const addressee = addressees.find((one) => one === given.addressee);
  if (addressee === undefined || !kindsFor(addressee, hasForm).some((kind) => kind === given.kind)) {
    problems.add('question', 'Choose whom you ask, and about what');
  }
  const text = textProblem(given.text, 'Enter what you ask');
  if (text !== undefined) problems.add('text', text);
  else if (hasPlaceholder(given.text)) problems.add('text', 'Replace the words in square brackets');
  return problems;
}

/** Files alone answer, too. */
export function answerProblems(answer: string, hasFiles: boolean): Problems {
  const problems = new Problems();
  const fault = textProblem(answer, 'Enter your answer');
  if (fault !== undefined && !(answer.trim() === '' && hasFiles)) problems.add('answer', fault);
  return problems;
}
