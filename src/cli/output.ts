// What commands print: tables for people, JSON for scripts.
import { inPounds } from '../lib/money.ts';

export type Row = Readonly<Record<string, string | number | boolean | null | readonly unknown[]>>;

/** Rows by section name, such as `users`. */
export type Sections = ReadonlyMap<string, readonly Row[]>;

function textOf(value: Row[string]): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}

const headingOf = (name: string) => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isPence = (name: string) => /^pence$|Pence$/.test(name);

/** Of a column of a table: money stands there in pounds, as pages show it. */
const columnOf = (name: string) =>
  isPence(name) ? headingOf(name.replace(/Pence$/, '').replace(/^pence$/, 'amount')) : headingOf(name);

const cellOf = (name: string, value: Row[string]) =>
  isPence(name) && typeof value === 'number' ? inPounds(value) : textOf(value);

/** Leaves out empty columns; the last column is not padded. */
export function tableOf(rows: readonly Row[], without: readonly string[] = []): string {
  const isSaid = (name: string) => rows.some((row) => textOf(row[name] ?? null) !== '');
  const names = Object.keys(rows[0] ?? {}).filter((name) => !without.includes(name) && isSaid(name));
  const lines = [names.map(columnOf), ...rows.map((row) => names.map((name) => cellOf(name, row[name] ?? null)))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/**
 * Prints a table per section, or with `isJson` one object of lists, money in whole pence. @param onlyInJson columns that would make a table
 * too wide
 */
export function printSections(sections: Sections, isJson: boolean, onlyInJson: readonly string[] = []): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(Object.fromEntries(sections), null, 2)}\n`);
    return;
  }
  const parts = [...sections].map(([name, rows]) => {
    const table = rows.length === 0 ? '(none)\n' : tableOf(rows, onlyInJson);
    return sections.size === 1 ? table : `${headingOf(name)}\n${table}`;
  });
  process.stdout.write(parts.join('\n'));
}
