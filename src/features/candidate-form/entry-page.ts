// Pages of the form that gather a list: one mechanism for activities, education and memberships.
import { Problems } from '../../lib/refusal.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Entry, EntryAnswer, FormPage, FormScope, Typed } from './form-page.ts';

/** More than anybody needs; a list without a bound would be. */
export const MOST_ENTRIES = 40;

type Lists = Pick<ApplicantFacts, 'activities' | 'qualifications' | 'memberships'>;

interface EntryPageParts<L extends keyof Lists> extends Pick<FormPage, 'id' | 'title' | 'minutes' | 'needs'> {
  readonly list: L;
  readonly inputs: readonly string[];
  /** As a sentence names it: `a job or what you did instead`. */
  readonly entryName: string;
  /** Whether the list may be left empty: nobody has to have a degree. */
  readonly mayBeEmpty: boolean;
  readonly newestFirst: (one: Lists[L][number], other: Lists[L][number]) => number;
  nameOf(item: Lists[L][number]): string;
  type(item: Lists[L][number]): Typed;
  /** Called with what has no problems. */
  read(typed: Typed): Lists[L][number];
  entryProblems(typed: Typed, scope: FormScope): Problems;
  /** Of the list as a whole. */
  listProblems?(facts: ApplicantFacts, scope: FormScope): readonly string[];
}

export interface EntryPage<Item = unknown> extends FormPage<EntryAnswer> {
  readonly inputs: readonly string[];
  readonly entryName: string;
  /** What was typed as it becomes a fact; what is missing is empty. */
  read(typed: Typed): Item;
  entryProblems(typed: Typed, scope: FormScope): Problems;
  /** What tells an entry apart where it is shown. */
  nameOf(entry: Entry): string;
  inOrder(answer: EntryAnswer): EntryAnswer;
}

export function entryPage<L extends keyof Lists>(parts: EntryPageParts<L>): EntryPage<Lists[L][number]> {
  const { list, inputs, entryName, mayBeEmpty, newestFirst, type, read, entryProblems, listProblems, ...page } = parts;
  const itemsOf = (answer: EntryAnswer) => answer.entries.map(({ typed }) => read(typed));
  const nameOf = ({ typed }: Entry) => parts.nameOf(read(typed)) || `this ${page.title.toLowerCase()}`;
  const inOrder = (answer: EntryAnswer): EntryAnswer => ({
    entries: answer.entries.toSorted(
      (one, other) => newestFirst(read(one.typed), read(other.typed)) || one.key - other.key,
    ),
  });
  const apply = (facts: ApplicantFacts, answer: EntryAnswer): ApplicantFacts => ({ ...facts, [list]: itemsOf(answer) });
  return {
    ...page,
    section: 'Your work and education',
    facts: {},
    inputs,
    entryName,
    read,
    entryProblems,
    nameOf,
    inOrder,
    prefill: (facts) =>
      inOrder({ entries: (facts[list] as Lists[L]).map((item, index) => ({ key: index + 1, typed: type(item) })) }),
    problems(answer, scope, facts) {
      const problems = new Problems();
      if (answer.entries.length === 0 && !mayBeEmpty) problems.add('add', `Add ${entryName}`);
      for (const entry of answer.entries) {
        const isWhole = !entryProblems(entry.typed, scope).any;
        if (!isWhole) problems.add(`entry-${entry.key}`, `Complete ${nameOf(entry)}, or remove it`);
      }
      if (problems.any || answer.entries.length === 0) return problems;
      for (const message of listProblems?.(apply(facts, answer), scope) ?? []) problems.add('add', message);
      return problems;
    },
    apply,
  };
}

export function findEntry(answer: EntryAnswer, key: number): Entry | undefined {
  return answer.entries.find((entry) => entry.key === key);
}

export function withEntry(page: EntryPage, answer: EntryAnswer, key: number | undefined, typed: Typed): EntryAnswer {
  const others = answer.entries.filter((entry) => entry.key !== key);
  const next = Math.max(0, ...answer.entries.map((entry) => entry.key)) + 1;
  return page.inOrder({ entries: [...others, { key: key ?? next, typed }] });
}

export function withoutEntry(answer: EntryAnswer, key: number): EntryAnswer {
  return { entries: answer.entries.filter((entry) => entry.key !== key) };
}
