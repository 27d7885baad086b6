// Fields of CSV files that open safely in a spreadsheet.

/** In quotes; text that a spreadsheet would run as a formula is marked as text by an apostrophe. */
export function csvField(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
