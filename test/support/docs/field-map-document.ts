// Prints docs/v1-and-v2.md: every field of interface v1 with its counterpart in v2, and the reverse.
import { fieldMap } from './field-map.ts';

export function fieldMapDocument(): string {
  const cell = (path: string | null) => (path === null ? '–' : `\`${path}\``);
  return `${[
    '# Interface v1 and interface v2, field by field',
    '',
    'Printed by `npm run docs` from the entries of `src/features/facts/`. An order of v1 is a check of v2 with its own applicant; a check',
    'of v1 is a report of v2. A dash means that the other interface does not have the field.',
    '',
    '| In an order of v1 | In v2 | |',
    '|---|---|---|',
    ...fieldMap.map(({ v1, v2, says }) => `| ${cell(v1)} | ${cell(v2)} | ${says} |`),
  ].join('\n')}\n`;
}
