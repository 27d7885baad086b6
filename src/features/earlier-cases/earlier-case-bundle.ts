// What a person or an operator brings: one spreadsheet and the PDFs that it names, in a ZIP or in a folder.
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadRows, readSheetRows } from '../../lib/sheet-rows.ts';
import { readSpreadsheet, type SpreadsheetFault } from '../../platform/files/spreadsheet.ts';
import { openZip } from '../../platform/files/zip-archive.ts';
import { earlierColumns, fileKey } from './earlier-case-rules.ts';

/** Of the content of a PDF; called once for judging, and once for storing. */
export type Content = () => AsyncIterable<Uint8Array>;

export interface Bundle extends ReadRows {
  /** By `fileKey`. */
  readonly files: ReadonlyMap<string, Content>;
}

/** Far more than the rows take. */
const LARGEST_SHEET_BYTES = 20_000_000;

const faultTexts: Readonly<Record<SpreadsheetFault, string>> = {
  old_format: 'The spreadsheet is in the format of Excel 2003: save it as .xlsx or CSV',
  unreadable: 'The spreadsheet could not be read: save it as .xlsx or CSV',
  too_large: 'The spreadsheet is too large: delete what is not needed, or split it',
};

interface Entry {
  readonly path: string;
  readonly read: Content;
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > LARGEST_SHEET_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const faulty = (...faults: readonly string[]): Bundle => ({ rows: [], unread: [], faults, files: new Map() });

/** What a computer adds to archives and folders of its own accord. */
const isOurs = ({ path }: Entry) =>
  !path.endsWith('/') && !/(^|[/\\])(__MACOSX[/\\]|\.[^/\\]|~\$|Thumbs\.db$)/i.test(path);

const rowsOf = {
  person: 'case',
  people: 'cases',
  inputs: ({ input }: { readonly input: string }, text: string): [string, string[]][] =>
    text === '' ? [] : [[input, [text]]],
};

async function bundleOf(entries: readonly Entry[], most: number): Promise<Bundle> {
  const given = entries.filter(isOurs);
  const isSheet = ({ path }: Entry) => /\.(xlsx|xls|csv|tsv|txt)$/i.test(path);
  const [sheet, ...others] = given.filter(isSheet);
  if (sheet === undefined) return faulty('There is no spreadsheet (.xlsx or .csv) beside the PDFs');
  if (others.length > 0) return faulty('There is more than one spreadsheet: leave one');
  const content = await wholeOf(sheet.read());
  if (content === undefined) return faulty(faultTexts.too_large);
  const table = await readSpreadsheet(content, most + 1);
  if (typeof table === 'string') return faulty(faultTexts[table]);
  const read = readSheetRows(table, most, earlierColumns, rowsOf);
  const pdfs = given.filter((one) => !isSheet(one));
  const files = new Map(pdfs.map((one) => [fileKey(one.path), one.read]));
  const twice = pdfs.length > files.size ? ['Two of the files have one name: give each a name of its own'] : [];
  return { ...read, faults: [...read.faults, ...twice], files };
}

/** @param most cases of one upload */
export async function bundleOfZip(archive: Buffer<ArrayBuffer>, most: number): Promise<Bundle> {
  try {
    return await bundleOf(await openZip(new Blob([archive])), most);
  } catch {
    return faulty('The file could not be read: choose a ZIP that is complete and has no password');
  }
}

/** Of the files that lie in the folder itself. */
export async function bundleOfFolder(folder: string, most: number): Promise<Bundle> {
  const found = await readdir(folder, { withFileTypes: true });
  const entries = found
    .filter((one) => one.isFile())
    .map(({ name }): Entry => {
      const path = join(folder, name);
      const isSmall = !/\.pdf$/i.test(name);
      return {
        path: name,
        read: async function* () {
          if (isSmall) yield await readFile(path);
          else yield* createReadStream(path) as AsyncIterable<Uint8Array>;
        },
      };
    });
  return bundleOf(entries, most);
}
