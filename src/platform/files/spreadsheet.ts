// Reads the first sheet of a spreadsheet, as a file or as cells copied from one, as rows of texts.
import { parseDate } from '../../lib/dates.ts';
import { lazyLibrary } from '../../lib/lazy-library.ts';
import { openZip } from './zip-archive.ts';

/** Rows of cells from the first row on; a day is `yyyy-mm-dd`, an empty cell is ''. */
export type Rows = readonly (readonly string[])[];

export type SpreadsheetFault = 'old_format' | 'unreadable' | 'too_large';

/** What a spreadsheet unpacks to at most: reading one takes several times as much memory. */
const LARGEST_UNPACKED_BYTES = 30_000_000;

const csv = lazyLibrary<typeof import('csv-parse/sync')>('csv-parse/sync');
const excel = lazyLibrary<typeof import('read-excel-file/universal')>('read-excel-file/universal');

/** @param mostRows one more is read, so that the caller sees that there are more */
export async function readSpreadsheet(content: Buffer, mostRows: number): Promise<Rows | SpreadsheetFault> {
  if (content.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return readExcel(content, mostRows);
  if (content.subarray(0, 4).toString('hex') === 'd0cf11e0') return 'old_format';
  return readCsv(content, mostRows);
}

/** A file that a spreadsheet saved as text. @param mostRows as of `readSpreadsheet` */
export function readCsv(content: Buffer, mostRows: number): Rows | 'unreadable' {
  const text = textIn(content);
  // Only a file that is no text has such a character.
  return text.includes('\0') ? 'unreadable' : readDelimited(text, mostRows);
}

async function readExcel(content: Buffer, mostRows: number): Promise<Rows | SpreadsheetFault> {
  try {
    const file = new Blob([new Uint8Array(content)]);
    if (await unpacksToMoreThan(file, LARGEST_UNPACKED_BYTES)) return 'too_large';
    // Numbers stay as they stand: a phone number is no quantity.
    const rows = await excel().readSheet(file, { parseNumber: (text: string) => text });
    return rows.slice(0, mostRows + 1).map((row) => row.map(cellText));
  } catch {
    return 'unreadable';
  }
}

/** Counts what is unpacked: the sizes that an archive states may be wrong. */
async function unpacksToMoreThan(file: Blob, bytes: number): Promise<boolean> {
  let size = 0;
  for (const entry of await openZip(file)) {
    for await (const part of entry.read()) {
      size += part.length;
      if (size > bytes) return true;
    }
  }
  return false;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return parseDate(cell.toISOString()) ?? '';
  return cell === null || cell === undefined ? '' : String(cell).trim();
}

/** Excel saves CSV in the encoding of Windows, "Unicode text" as UTF-16, and only "CSV UTF-8" as UTF-8. */
function textIn(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** Cells that are copied from a spreadsheet are separated by tabs; where the comma is decimal, CSV has semicolons. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  return ['\t', ';', ','].find((one) => first.includes(one)) ?? ',';
}

/** @param text of a CSV file, or of cells that were copied. @param mostRows as of `readSpreadsheet` */
export function readDelimited(text: string, mostRows: number): Rows | 'unreadable' {
  try {
    const delimiter = delimiterOf(text);
    return csv().parse(text, { delimiter, bom: true, trim: true, relax_column_count: true, to: mostRows + 1 });
  } catch {
    return 'unreadable';
  }
}
