// How it is typed whom a breach may concern, and what they are told; pure.
import { parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

/** Each mail names all four (UK GDPR Art. 33(3) and 34(2)). */
export const breachWordFields = ['what', 'consequences', 'measures', 'contact'] as const;
type BreachWordField = (typeof breachWordFields)[number];
export type TypedBreachWords = Readonly<Record<BreachWordField, string>>;

const asks: Readonly<Record<BreachWordField, string>> = {
  what: 'Enter what happened',
  consequences: 'Enter what it may mean for them',
  measures: 'Enter what was done about it',
  contact: 'Enter whom they may ask',
};

const MOST_CHARACTERS = 3000;

export function breachWordProblems(typed: TypedBreachWords): Problems {
  const problems = new Problems();
  for (const field of breachWordFields) {
    if (typed[field].trim() === '') problems.add(field, asks[field]);
    if (isLongerThan(typed[field], MOST_CHARACTERS)) problems.add(field, `Enter at most ${MOST_CHARACTERS} characters`);
  }
  return problems;
}

/** As numbers. Undefined if one of them is no order number, such as `VF1042` or `1042`. */
export function orderNumbersIn(typed: string): number[] | undefined {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map((word) => /^(?:VF)?(\d{1,12})$/i.exec(word)?.[1]);
  return numbers.every((number) => number !== undefined) ? numbers.map(Number) : undefined;
}

/** By the names of the inputs. */
export function searchProblems(typed: {
  readonly orders: string;
  readonly from: string;
  readonly until: string;
}): Problems {
  const problems = new Problems();
  if (orderNumbersIn(typed.orders) === undefined)
    problems.add('orders', 'Enter order numbers such as VF1042, with spaces between them');
  for (const field of ['from', 'until'] as const)
    if (typed[field] !== '' && parseDate(typed[field]) === undefined) problems.add(field, 'Enter a date');
  return problems;
}
