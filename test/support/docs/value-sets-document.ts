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
    'Printed by `npm run docs` from `src/features/value-sets/`. The rules of screening change every year: compare a set with its',
    'source before you rely on it, and then update its date.',
    '',
    '| Id | Name | Values | Source | Compared on |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`;
}
