// Prints docs/facts.md: every fact of a candidate, with its places in both interfaces and its sensitivity.
import { everyFact, factAt, type NamedFact } from '../../../src/features/facts/fact-paths.ts';
import { identityPath } from '../../../src/features/orders/identity-documents.ts';
import { en } from '../../../src/messages/en.ts';

function v1PathOf({ fact, list }: NamedFact): string {
  if (fact.v1 === null) return '';
  const outer = list === undefined ? undefined : factAt(list)?.v1?.path;
  if (outer === identityPath) return `${identityPath}.*.${fact.v1.path}`;
  return outer === undefined ? fact.v1.path : `${outer}[].${fact.v1.path}`;
}

const v2NameOf = ({ key, fact, list }: NamedFact): string =>
  fact.v2 === null || (list !== undefined && factAt(list)?.v2 === null) ? '' : key.replace('.', '[].');

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

export function factsDocument(): string {
  const rows = everyFact().map((one) => {
    const { key, fact, list } = one;
    const group = (list === undefined ? fact : factAt(list))?.group;
    const cells = [
      code(key),
      fact.description,
      fact.kind.replace('_', ' '),
      code(v1PathOf(one)),
      code(v2NameOf(one)),
      group === undefined ? '' : en.groups[group],
      fact.sensitivity ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `${[
    '# Facts about a candidate',
    '',
    'Printed by `npm run docs` from the entries in `src/features/facts/`. A fact without a path is not part of that interface. `*` stands for',
    'each document that interface v1 names. Every fact is personal data and is stored encrypted with a key of its applicant; an',
    '`identifier` identifies a person on its own.',
    '',
    '| Fact | Meaning | Kind | Interface v1 | Interface v2 | Group | Sensitivity |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`;
}
