// The spreadsheet that a form sends, as a file or as pasted rows, and what is wrong with its rows.
import type { FastifyRequest } from 'fastify';
import {
  type Rows,
  readDelimited,
  readSpreadsheet,
  type SpreadsheetFault,
} from '../../../platform/files/spreadsheet.ts';
import { keepSentFile, readAtMost, sentFile } from '../files/file-forms.ts';
import { pastedRows } from './bulk-rows.ts';

/** Far more than a thousand people take. */
export const LARGEST_FILE_BYTES = 5_000_000;

export const faultTexts: Readonly<Record<SpreadsheetFault, string>> = {
  old_format: 'The spreadsheet is in the format of Excel 2003: save it as .xlsx or CSV, and choose it again',
  unreadable: 'The spreadsheet could not be read: save it as .xlsx or CSV, and choose it again',
  too_large: 'The spreadsheet must be smaller than 5 MB: delete what is not needed, and choose it again',
};

/** What is wrong in a cell. */
export interface Problem {
  /** The title of the column; empty where it is of none. */
  readonly column: string;
  readonly text: string;
}

/** A row that cannot be taken. */
export interface WrongRow {
  readonly rowNumber: number;
  readonly problems: readonly Problem[];
}

const isSameProblem = (one: Problem, other: Problem) => one.column === other.column && one.text === other.text;

/** What is wrong in every row alike, which is said once, and what is left of each. @param count of all rows, right or wrong */
export function sharedProblems(
  wrong: readonly WrongRow[],
  count: number,
): { readonly ofAll: readonly Problem[]; readonly rows: readonly WrongRow[] } {
  const [first, ...others] = wrong;
  if (first === undefined || others.length === 0 || wrong.length < count) return { ofAll: [], rows: wrong };
  const ofAll = first.problems.filter((one) =>
    others.every(({ problems }) => problems.some((other) => isSameProblem(one, other))),
  );
  const rows = wrong.map(({ rowNumber, problems }) => ({
    rowNumber,
    problems: problems.filter((one) => !ofAll.some((other) => isSameProblem(one, other))),
  }));
  return { ofAll, rows: rows.filter(({ problems }) => problems.length > 0) };
}

async function tableIn(
  request: FastifyRequest,
  pasted: string,
  most: number,
): Promise<Rows | SpreadsheetFault | undefined> {
  const { fileName, content } = sentFile(request);
  if (fileName !== '') {
    const file = await readAtMost(content, LARGEST_FILE_BYTES);
    return file === undefined ? 'too_large' : readSpreadsheet(file, most + 1);
  }
  return pasted.trim() === '' ? undefined : readDelimited(pasted, most + 1);
}

export const pastedIn = ({ body }: Pick<FastifyRequest, 'body'>): string =>
  String((body as Readonly<Record<string, unknown>> | null)?.rows ?? '');

/** The file, else what was pasted, or why there is none. The rows of a file come back like pasted ones, to be corrected on the page. */
export async function sentTable(
  request: FastifyRequest,
  most: number,
): Promise<{ readonly table: Rows | string; readonly pasted: string }> {
  const pasted = pastedIn(request);
  const found = await tableIn(request, pasted, most);
  if (found === undefined) return { table: 'Choose a spreadsheet, or paste its rows', pasted };
  if (typeof found === 'string') return { table: faultTexts[found], pasted };
  if (sentFile(request).fileName === '') return { table: found, pasted };
  keepSentFile(request);
  return { table: found, pasted: pastedRows(found) };
}

/** What was pasted without the rows that were left out since; the others keep their numbers. @param kept their numbers */
export function withoutLeftOut(pasted: string, kept: ReadonlySet<number>): string {
  const table = readDelimited(pasted, Number.MAX_SAFE_INTEGER - 1);
  if (table === 'unreadable') return pasted;
  const isKept = (cells: readonly string[], at: number) =>
    at === 0 || kept.has(at + 1) || cells.every((text) => text === '');
  return table.every(isKept) ? pasted : pastedRows(table.map((cells, at) => (isKept(cells, at) ? cells : [''])));
}
