// Fields of CSV files that open safely in a spreadsheet.

/** What a file begins with, by which Excel reads it as UTF-8: without it, O’Neill becomes Oâ€™Neill. */
export const CSV_START = '\uFEFF';

/** Below nothing, it is still a number: no formula. */
const isNumber = (text: string) => /^-\d+(\.\d+)?$/.test(text);

/** In quotes; text that a spreadsheet would run as a formula is marked as text by an apostrophe. */
export function csvField(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** What a spreadsheet reads as a number or a day: with a zero at its beginning, or more digits than it keeps. */
const losesDigits = /^(?:0[\d ][\d ./-]*|\d{12,})$/;

/** Marks what would lose digits in a spreadsheet, such as 000123, 01632 960001 or a number of 18 digits, as text by an apostrophe. */
export const digitsAsText = (text: string): string => (losesDigits.test(text) ? `'${text}` : text);

/** What stands in a cell, without the apostrophe of `csvField` and `digitsAsText`. */
export const csvCellText = (cell: string | undefined): string => (cell ?? '').trim().replace(/^'(?=[=+\-@\d])/, '');

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** The names of the columns, then a line for each row, every field in quotes. */
export async function* csvLines<Row>(
  columns: CsvColumns<Row>,
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `${Object.keys(columns).join(',')}\r\n`;
  const cells = Object.values(columns);
  const lineOf = (row: Row) => cells.map((of) => csvField(of(row)?.toString() ?? null)).join(',');
  for await (const part of parts) yield part.map((row) => `${lineOf(row)}\r\n`).join('');
}
