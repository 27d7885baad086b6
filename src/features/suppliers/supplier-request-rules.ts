// What may be recorded of work that is sent out, as it is typed; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { dueDate } from '../reports/due-date-rules.ts';
import { correctionReasons, type SupplierRequestStatus } from './supplier-request.ts';
import { readCost } from './supplier-rules.ts';

const longestReference = 100;
const longestWords = 4000;

/** Everything is text, as it is typed. */
export interface TypedSending {
  readonly reference: string;
  readonly sentOn: string;
  readonly expectedOn: string;
  readonly cost: string;
}

export interface TypedAnswer {
  readonly receivedOn: string;
  readonly words: string;
  readonly cost: string;
  /** Undefined keeps it. */
  readonly reference?: string | undefined;
}

export type TypedCancellation = Pick<TypedAnswer, 'words' | 'cost'>;
export type TypedCorrection = Pick<TypedSending, 'reference' | 'cost'>;

/** When a supplier usually has answered what is sent that day; empty if that is not known. */
export const usuallyExpectedOn = (sentOn: IsoDate, workingDays: number | null, calendar: Calendar): IsoDate | '' =>
  dueDate(sentOn, workingDays, 'england_and_wales', calendar) ?? '';

const isDay = (text: string, from: IsoDate, to: IsoDate) => parseDate(text) === text && text >= from && text <= to;

/** Pence. @param field its input */
function cost(text: string, field: string, problems: Problems): number {
  const pence = readCost(text, field, problems);
  if (pence === undefined) problems.add(field, 'Enter what it costs, 0 for nothing');
  return pence ?? 0;
}

function addReferenceProblems(reference: string, field: string, problems: Problems): void {
  if (isLongerThan(reference, longestReference)) problems.add(field, `Must be ${longestReference} characters or fewer`);
}

function addExpectedProblems(expectedOn: string, today: IsoDate, problems: Problems): void {
  if (!isDay(expectedOn, today, addYears(today, 2)))
    problems.add('expected_on', 'Enter a date from today to two years from now');
}

function addWordsProblems(words: string, field: string, empty: string, problems: Problems): void {
  if (words === '') problems.add(field, empty);
  if (isLongerThan(words, longestWords)) problems.add(field, `Must be ${longestWords} characters or fewer`);
}

/** @param today by the clock of the data */
export function readSending(typed: TypedSending, today: IsoDate) {
  const problems = new Problems();
  addReferenceProblems(typed.reference, 'reference', problems);
  if (!isDay(typed.sentOn, addYears(today, -1), today))
    problems.add('sent_on', 'Enter the day on which it was sent: today, or at most a year ago');
  addExpectedProblems(typed.expectedOn, today, problems);
  return { costPence: cost(typed.cost, 'cost', problems), problems };
}

/** @param sentOn before which nothing can have come */
export function readAnswer(
  typed: TypedAnswer,
  { sentOn, today }: { readonly sentOn: IsoDate; readonly today: IsoDate },
) {
  const problems = new Problems();
  if (!isDay(typed.receivedOn, sentOn, today))
    problems.add('received_on', 'Enter the day on which it came, from the day on which it was sent to today');
  addWordsProblems(typed.words, 'answer', 'Say what came', problems);
  addReferenceProblems(typed.reference ?? '', 'supplier_reference', problems);
  return { costPence: cost(typed.cost, 'answer_cost', problems), problems };
}

export interface TypedCorrectedAnswer {
  readonly receivedOn: string;
  readonly words: string;
  /** Of a closed list. */
  readonly because: string;
}

/** Lines and spaces apart, they say the same. */
export const isSameAnswer = (one: string, other: string): boolean => onOneLine(one) === onOneLine(other);

const onOneLine = (words: string) => words.replace(/\s+/g, ' ').trim();

/** @param since when the answer came that it corrects @param recorded its words */
export function readCorrectedAnswer(
  typed: TypedCorrectedAnswer,
  { since, today, recorded }: { readonly since: IsoDate; readonly today: IsoDate; readonly recorded: string },
): Problems {
  const problems = new Problems();
  if (!isDay(typed.receivedOn, since, today))
    problems.add('corrected_on', 'Enter the day on which it came, from the day of the answer before it to today');
  addWordsProblems(typed.words, 'corrected_answer', 'Say what came', problems);
  if (typed.words !== '' && isSameAnswer(typed.words, recorded))
    problems.add('corrected_answer', 'This is what is recorded already: say what is different');
  if (!Object.hasOwn(correctionReasons, typed.because)) problems.add('because', 'Choose how it came out');
  return problems;
}

export function chaseProblems(expectedOn: string, today: IsoDate): Problems {
  const problems = new Problems();
  addExpectedProblems(expectedOn, today, problems);
  return problems;
}

export function readCancellation(typed: TypedCancellation, status: SupplierRequestStatus) {
  const problems = new Problems();
  const empty = status === 'to_call_off' ? 'Say how the supplier was told' : 'Say why it is cancelled';
  addWordsProblems(typed.words, 'reason', empty, problems);
  return { costPence: cost(typed.cost, 'cancel_cost', problems), problems };
}

export function readCorrection(typed: TypedCorrection) {
  const problems = new Problems();
  addReferenceProblems(typed.reference, 'new_reference', problems);
  return { costPence: cost(typed.cost, 'new_cost', problems), problems };
}
