// What a query may say and to whom; pure.

import type { Actor } from '../../context.ts';
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { OUTSIDE_STEP, type QueryKind, queryKinds } from '../../messages/en-queries.ts';
import type { Addressee, OutsideStep, Query } from './query.ts';

const longestText = 2000;

export interface QuestionArguments {
  readonly addressee: Addressee;
  readonly kind: QueryKind;
  readonly text: string;
  readonly dueOn: IsoDate;
  /** Of a step at another service. */
  readonly step?: OutsideStep;
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

const longestLink = 2000;

/** The link of a step at another service: typed by a screener, or given by a provider. */
export function isStepLink(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && text.length <= longestLink;
}

function linkProblem(kind: string, link: string): string | undefined {
  if (kind !== OUTSIDE_STEP) return link === '' ? undefined : 'Only a step at another service has a link';
  if (link === '') return 'Enter the link that the service gave you';
  return isStepLink(link) ? undefined : 'Enter a link that begins with https://';
}

/** A provider notices by itself when the candidate has finished; of a screener’s step, the candidate says so. */
export const answersItself = ({ kind, askedBy }: { readonly kind: string; readonly askedBy: Actor }): boolean =>
  kind === OUTSIDE_STEP && askedBy.startsWith('provider:');

/** Whether the link of a step can be followed no more. */
export const hasEnded = ({ step }: Pick<Query, 'step'>, now: Date): boolean =>
  step !== null && step.endsAt !== null && step.endsAt <= now;

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
  given: {
    readonly addressee: string;
    readonly kind: string;
    readonly text: string;
    readonly dueOn: string;
    readonly link: string;
  },
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
  const link = linkProblem(given.kind, given.link);
  if (link !== undefined) problems.add('link', link);
  return problems;
}

/** @param mayBeEmpty files alone answer, too, and who has finished a step need not add anything */
export function answerProblems(answer: string, mayBeEmpty: boolean): Problems {
  const problems = new Problems();
  const fault = textProblem(answer, 'Enter your answer');
  if (fault !== undefined && !(answer.trim() === '' && mayBeEmpty)) problems.add('answer', fault);
  return problems;
}
