// Fields of CSV files that open safely in a spreadsheet.

/** What a file begins with, by which Excel reads it as UTF-8: without it, O’Neill becomes Oâ€™Neill. */
export const CSV_START = '\uFEFF';

/** In quotes; text that a spreadsheet would run as a formula is marked as text by an apostrophe. */
export function csvField(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
