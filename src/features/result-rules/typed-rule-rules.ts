// Reads a result rule as a form gives it, with what is wrong with it; pure.

import { amountText, typedPrice } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { isScope } from '../report-types/report-scope-rules.ts';
import { type ConditionId, conditionOf, isCondition } from './conditions.ts';
import { type Grade, grades, type LimitName, type Limits } from './result-rule.ts';
import type { ResultRule } from './rule-set.ts';

/** By the names of the inputs. */
export type TypedRule = Readonly<Record<string, string>>;

export interface LimitInput {
  readonly label: string;
  readonly hint?: string;
  readonly most: number;
  readonly least: number;
}

/** What the inputs of numbers say, and the numbers that they take. */
export const limitInputs: Readonly<Record<LimitName, LimitInput>> = {
  pence: { label: 'Over how many pounds', hint: 'Empty for any amount.', least: 0, most: 1_000_000_000 },
  years: { label: 'Within how many years', hint: 'Empty for any time.', least: 1, most: 100 },
  days: { label: 'More than how many days', hint: 'Empty for any number.', least: 0, most: 3650 },
  daysLeft: { label: 'Within how many days', hint: 'Empty for any time.', least: 0, most: 3650 },
  points: { label: 'From how many points on', least: 1, most: 99 },
  count: { label: 'From how many on', hint: 'Empty for one.', least: 1, most: 99 },
};

export const gradeWords: Readonly<Record<Grade, string>> = {
  green: 'Green: Clear',
  amber: 'Amber: Consider',
  red: 'Red: Consider, marked Red',
};

/** What a rule may propose: nobody can give Clear where what it names does not go with that. */
export const gradesFor = (condition: ConditionId): readonly Grade[] =>
  grades.filter((grade) => grade !== 'green' || conditionOf(condition).mayBeGreen === true);

/** More would be read by nobody. */
export const MOST_RULES = 60;

function limitOf(name: LimitName, text: string, problems: Problems): number | undefined {
  if (text === '') return undefined;
  const { label, least, most } = limitInputs[name];
  const number = name === 'pence' ? typedPrice(text) : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number === undefined || Number.isNaN(number))
    problems.add(name, `${label}: enter ${name === 'pence' ? 'an amount in pounds, such as 500' : 'a whole number'}`);
  else if (number < least || number > most)
    problems.add(name, `${label}: enter a number from ${least} to ${name === 'pence' ? '10,000,000' : most}`);
  else return number;
  return undefined;
}

const CODES = /^[A-Z]{2}\d{0,2}( [A-Z]{2}\d{0,2}){0,19}$/;

function codesOf(text: string, problems: Problems): string | undefined {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .join(' ');
  if (codes === '') return undefined;
  if (!CODES.test(codes)) problems.add('codes', 'Enter codes such as DR10 or IN, with commas between them');
  return codes;
}

/** Refused inputs are named in the problems; the rule is then not whole. */
export function readRule(typed: TypedRule): { readonly rule: ResultRule; readonly problems: Problems } {
  const problems = new Problems();
  const condition = typed.condition ?? '';
  if (!isCondition(condition)) problems.add('condition', 'Select what is found');
  const known = isCondition(condition) ? conditionOf(condition) : undefined;
  const numbers = (known?.limits ?? []).flatMap((name) => {
    const limit = limitOf(name, typed[name] ?? '', problems);
    if (limit === undefined && known?.needs?.includes(name) === true && (typed[name] ?? '') === '')
      problems.add(name, `${limitInputs[name].label}: enter a number`);
    return limit === undefined ? [] : [[name, limit] as const];
  });
  const codes = known?.takesCodes === true ? codesOf(typed.codes ?? '', problems) : undefined;
  const grade = grades.find((one) => one === typed.grade);
  if (grade === undefined) problems.add('grade', 'Select what the rule proposes');
  else if (isCondition(condition) && !gradesFor(condition).includes(grade))
    problems.add('grade', 'Select Amber or Red: a report in which this is found cannot be Clear');
  const scope = typed.scope ?? '';
  if (scope !== '' && !isScope(scope)) problems.add('scope', 'Select the reports from the list');
  const limits: Limits = {
    ...Object.fromEntries(numbers),
    ...(codes !== undefined && { codes }),
    ...(known?.only !== undefined && typed.only === 'yes' && { only: true as const }),
  };
  return {
    rule: {
      ...{ condition: isCondition(condition) ? condition : 'finding', limits, grade: grade ?? 'amber' },
      scope: isScope(scope) ? scope : null,
    },
    problems,
  };
}

/** The inputs as a rule fills them. */
export const typedOf = ({ condition, limits, grade, scope }: ResultRule): TypedRule => ({
  condition,
  grade,
  scope: scope ?? '',
  codes: limits.codes?.split(' ').join(', ') ?? '',
  only: limits.only === true ? 'yes' : '',
  ...Object.fromEntries(
    conditionOf(condition).limits.map((name) => {
      const limit = limits[name];
      return [
        name,
        limit === undefined ? '' : name === 'pence' ? amountText(limit).replace(/\.00$/, '') : String(limit),
      ];
    }),
  ),
});
