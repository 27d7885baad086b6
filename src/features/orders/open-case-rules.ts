// How a case that is open in another system is judged before it comes here: its number, its days and who bills it; pure.
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { numberTerm } from '../applicants/search-key-rules.ts';
import type { Arrival } from '../checks/check-placing-actions.ts';

/** As somebody wrote it: days as `yyyy-mm-dd`, or as the text that is none. */
export interface TypedArrival {
  readonly earlier_number: string;
  readonly ordered_on: string;
  readonly due_on: string;
  /** `yes` or `no`. */
  readonly billed_elsewhere: string;
}

export interface ArrivalProblem {
  readonly input: keyof TypedArrival;
  readonly text: string;
}

const longestNumber = 100;
const mostYears = 2;

const dayOf = (text: string): IsoDate | undefined => (parseDate(text) === text ? text : undefined);

function orderedProblem(text: string, today: IsoDate): string | undefined {
  const day = dayOf(text);
  if (text === '') return 'Say on which day it was ordered there';
  if (day === undefined) return `“${text}” is no day`;
  if (day > today) return 'It cannot have been ordered after today';
  return day < addYears(today, -mostYears) ? `It is more than ${mostYears} years ago: no such case is open` : undefined;
}

function dueProblem(text: string, orderedOn: IsoDate | undefined): string | undefined {
  if (text === '') return undefined;
  const day = dayOf(text);
  if (day === undefined) return `“${text}” is no day`;
  if (orderedOn === undefined) return undefined;
  if (day < orderedOn) return 'It was due before it was ordered';
  return day > addYears(orderedOn, mostYears)
    ? `It is due more than ${mostYears} years after it was ordered`
    : undefined;
}

function numberProblem(number: string): string | undefined {
  if (numberTerm(number) === undefined) return 'Give the number that it has there: nobody would find it otherwise';
  return isLongerThan(number, longestNumber) ? `It is longer than ${longestNumber} characters` : undefined;
}

const answers: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'true', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

const billedProblem = (text: string): string | undefined => {
  if (text === '') return 'Say yes or no: what the other system bills is never charged here';
  return answers.get(text.toLowerCase()) === undefined ? `“${text}” is neither yes nor no` : undefined;
};

/** The arrival holds only without problems. @param mailsCandidate whether a candidate whose form is awaited is mailed at once */
export function readArrival(
  typed: TypedArrival,
  { today, mailsCandidate }: { readonly today: IsoDate; readonly mailsCandidate: boolean },
): { readonly arrival: Arrival; readonly problems: readonly ArrivalProblem[] } {
  const said = {
    earlier_number: numberProblem(typed.earlier_number),
    ordered_on: orderedProblem(typed.ordered_on, today),
    due_on: dueProblem(typed.due_on, dayOf(typed.ordered_on)),
    billed_elsewhere: billedProblem(typed.billed_elsewhere),
  };
  const problems = Object.entries(said).flatMap(([input, text]) =>
    text === undefined ? [] : [{ input: input as keyof TypedArrival, text }],
  );
  const arrival = {
    earlier_number: typed.earlier_number,
    ordered_on: typed.ordered_on,
    due_on: typed.due_on === '' ? null : typed.due_on,
    billed_elsewhere: answers.get(typed.billed_elsewhere.toLowerCase()) === true,
    mails_candidate: mailsCandidate,
  };
  return { arrival, problems };
}

interface Numbered {
  readonly rowNumber: number;
  readonly number: string;
}

/** What is wrong with rows whose number an earlier row has, by their own. */
export function repeatedNumbers(rows: readonly Numbered[]): ReadonlyMap<number, string> {
  const first = new Map<string, number>();
  const repeated = new Map<number, string>();
  for (const { rowNumber, number } of rows) {
    const value = numberTerm(number)?.value;
    if (value === undefined) continue;
    const before = first.get(value);
    if (before === undefined) first.set(value, rowNumber);
    else repeated.set(rowNumber, `Row ${before} has the same: each case has its own`);
  }
  return repeated;
}

export const numberIsTaken = 'is the number of a case that is here already';
