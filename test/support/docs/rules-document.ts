// Prints docs/rules.md: every rule of screening with its source and its confidence.
import { localIdentifierKinds } from '../../../src/features/facts/local-identifiers.ts';
import { rules } from '../../../src/features/knowledge/rule.ts';
import { sources } from '../../../src/features/knowledge/sources.ts';
import { countryByAlpha3 } from '../../../src/lib/countries.ts';

const words = { confirmed: 'confirmed', check_before_relying: '**check before relying**' } as const;

export function rulesDocument(): string {
  const ruleRows = Object.entries(rules).map(([id, { title, source, confidence }]) => {
    const { title: said, where, checkedOn } = sources[source];
    return `| \`${id}\` | ${title} | ${said} (${where}) | ${checkedOn} | ${words[confidence]} |`;
  });
  const kindRows = localIdentifierKinds.map(
    ({ country, kind, name, example }) =>
      `| ${countryByAlpha3(country)?.name ?? country} | \`${kind}\` | ${name} | ${example} |`,
  );
  return `${[
    '# Rules of the trade',
    '',
    'Printed by `npm run docs` from `src/features/knowledge/`. Every verdict names its rule, the source and the day on which that was',
    'last read. No rule decides: a person does.',
    '',
    '| Rule | What it is about | Source | Read on | |',
    '|---|---|---|---|---|',
    ...ruleRows,
    '',
    '## Numbers of other countries',
    '',
    'What `local_identifier` asks for, by country and kind. Each is checked by the form and the check digits of its issuer.',
    '',
    '| Country | Kind | Name | Example |',
    '|---|---|---|---|',
    ...kindRows,
  ].join('\n')}\n`;
}
