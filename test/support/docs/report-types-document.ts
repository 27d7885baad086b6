// Prints docs/report-types.md: the catalogue by area and family, its confirmed share, and every report type.
import type { Known } from '../../../src/features/knowledge/known.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf, statementsOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { monitorPlans } from '../../../src/features/report-types/monitoring.ts';
import { areas, type ReportType } from '../../../src/features/report-types/report-type.ts';

interface Counts {
  readonly types: number;
  readonly sold: number;
  readonly confirmed: number;
  readonly toCheck: number;
}

/** A statement that several types share counts once. */
function countsOf(types: readonly ReportType[]): Counts {
  const statements = [...new Set<Known<unknown>>(types.flatMap(statementsOf))];
  const confirmed = statements.filter(({ confidence }) => confidence === 'confirmed').length;
  return {
    types: types.length,
    sold: types.filter(({ soldBy }) => soldBy !== null).length,
    confirmed,
    toCheck: statements.length - confirmed,
  };
}

const cells = ({ types, sold, confirmed, toCheck }: Counts) => `${types} | ${sold} | ${confirmed} | ${toCheck}`;

function familyRows(types: readonly ReportType[]): string[] {
  const names = [...new Set(types.map(({ name }) => name))];
  return names.map((name) => `| \`${name}\` | ${cells(countsOf(types.filter((type) => type.name === name)))} |`);
}

function daysOf({ workingDays }: ReportType): string {
  if (workingDays === null) return '';
  return workingDays.confidence === 'confirmed' ? String(workingDays.value) : `${workingDays.value} (check)`;
}

const typeRow = (type: ReportType) => `| ${type.id} | \`${codeOf(type)}\` | ${type.label} | ${daysOf(type)} |`;

function section(title: string, types: readonly ReportType[]): string {
  return `## ${title}

| Family | Types | Sold | Confirmed | To check |
|---|---|---|---|---|
${familyRows(types).join('\n')}

| Id | Code | Label | Working days |
|---|---|---|---|
${types.map(typeRow).join('\n')}
`;
}

/** Variants that are monitored like the others of their family are not listed. */
function monitoredRows(): string[] {
  const monitored = catalogue.filter(({ monitoring }) => monitoring.length > 0);
  return [...new Set(monitored.map(({ name }) => name))].map((name) => {
    const { monitoring } = monitored.find((type) => type.name === name)!;
    const plans = monitoring.map((plan) => `\`${plan}\` (${monitorPlans[plan].label.toLowerCase()})`);
    return `| \`${name}\` | ${plans.join(', ')} |`;
  });
}

export function reportTypesDocument(): string {
  const shelves = Object.entries(areas).map(
    ([area, title]) => [title, catalogue.filter((type) => type.area === area)] as const,
  );
  const rows = shelves.map(([title, types]) => `| ${title} | ${cells(countsOf(types))} |`);
  return `# Report types

Printed by \`npm run docs\` from \`src/features/report-types/\`. An account orders those that are switched on for it, by code, number or
alias. A number is never given twice.

**Sold**: a source shows that such a check is sold; of checks by country or by body it may say so of the kind alone. **Confirmed**: what the
program says of a type (working days, who answers, law, validity, guidance, keeping) that a source says. **To check**: what only the
general knowledge of the trade says, or an old copy of a source: check it before you rely on it.

| Area | Types | Sold | Confirmed | To check |
|---|---|---|---|---|
${rows.join('\n')}
| All | ${cells(countsOf(catalogue))} |

**Monitored**: these types can be ordered to be asked again after they are complete, in all their variants.

| Family | \`monitor\` |
|---|---|
${monitoredRows().join('\n')}

${shelves.map(([title, types]) => section(title, types)).join('\n')}`;
}
