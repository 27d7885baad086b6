// Prints docs/value-sets.md: the number of values of each set, their source, and when they were compared.
import { valueSets } from '../../../src/features/value-sets/value-sets.ts';

export function valueSetsDocument(): string {
  const rows = valueSets.map(({ id, name, values, source, comparedOn }) => {
    const count = id === 'dbsjobrole' ? 'each account’s' : String(values.length);
    return `| \`${id}\` | ${name} | ${count} | ${source} | ${comparedOn} |`;
  });
  return `${[
    '# Value sets of interface v1',
    '',
    'Printed by `npm run docs` from `src/features/value-sets/`. The rules of this trade change every year: compare a set with its',
    'source before you rely on it, and raise its date when you have.',
    '',
    '| Id | Name | Values | Source | Compared on |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`;
}
