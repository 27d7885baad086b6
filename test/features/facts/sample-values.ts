// Sample values of facts by kind, for tests that give every fact a value of its own.
import type { Fact, FactTree } from '../../../src/features/facts/fact.ts';
import type { PlainFact } from '../../../src/features/orders/fact-conversion-rules.ts';
import { valueSetById } from '../../../src/features/value-sets/value-set-rules.ts';

/** @param n distinguishes the values of one fact in the entries of a list */
export function sampleValue(key: string, fact: PlainFact, n = 0): string | boolean {
  switch (fact.kind) {
    case 'flag':
      return true;
    case 'date':
      return `2001-02-0${n + 1}`;
    case 'country':
    case 'nationality':
      return ['GGY', 'IMN', 'JEY'][n]!;
    case 'telephone':
      return `0161 496 000${n}`;
    case 'choice':
      return (fact.values ?? valueSetById(fact.set!)!.values.map(({ value }) => value)).at(n)!;
    default:
      return `${key.replace(/[_.]/g, ' ')} ${n}`;
  }
}

type Values = Readonly<Record<string, unknown>>;

const attributes = (tree: FactTree): [name: string, fact: Fact][] =>
  Object.entries(tree).filter(([, { v2 }]) => v2 !== null);

/** The attributes of interface v2, with samples for those without a value. */
export const completeAttributes = (tree: FactTree, given: Values, n = 0): Values => ({
  ...given,
  ...Object.fromEntries(
    attributes(tree).map(([name, fact]) => {
      if (fact.kind !== 'list') return [name, name in given ? given[name] : sampleValue(name, fact, n)];
      const entries = (given[name] ?? [{}]) as readonly Values[];
      return [name, entries.map((entry, index) => completeAttributes(fact.entry, entry, index))];
    }),
  ),
});

export const emptyAttributes = (tree: FactTree): Values =>
  Object.fromEntries(attributes(tree).map(([name, { empty }]) => [name, empty]));
