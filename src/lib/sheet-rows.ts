// The rows of a spreadsheet under the headings that people write; pure.
import { csvCellText, csvField, digitsAsText } from './csv.ts';

/** Rows of cells from the first row on, which has the headings. */
type Rows = readonly (readonly string[])[];

/** What a row gives, by the name of the input. */
type TypedCells = Readonly<Record<string, readonly string[]>>;

export interface Column {
  /** The name of the input that its cells fill in. */
  readonly input: string;
  readonly title: string;
  /** Other headings that people write, in small letters. */
  readonly called: readonly string[];
  readonly isRequired?: true;
  /** The portal gives it; nobody is asked to type it. */
  readonly isFilledIn?: true;
  readonly example: string;
}

const lineOf = (cells: readonly string[]) => `${cells.map((text) => csvField(digitsAsText(text))).join(',')}\r\n`;

/** A spreadsheet to fill in, with one row that shows how. @param known what its row says, by input */
export function sheetTemplate(known: Readonly<Record<string, string>>, columns: readonly Column[]): string {
  const offered = columns.filter(({ isFilledIn }) => !isFilledIn);
  return [offered.map(({ title }) => title), offered.map(({ input, example }) => known[input] || example)]
    .map(lineOf)
    .join('');
}

const headingOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('*', '')
    .replaceAll('(optional)', '')
    .replace(/[\s_]+/g, ' ')
    .trim();

const columnOf = (heading: string, known: readonly Column[]) =>
  known.find(({ title, called }) => title.toLowerCase() === heading || called.includes(heading));

/**
 * The rows as if the headings had the names of the columns that somebody chose; a heading that would be taken for one of
 * these gives way. @param chosen by input the place of its column, from 0; any other text chooses none
 */
export function withChosenColumns(
  table: Rows,
  known: readonly Column[],
  chosen: Readonly<Record<string, string>>,
): Rows {
  const [headings = [], ...others] = table;
  const isChosen = ({ input }: Column) => /^\d{1,3}$/.test(chosen[input] ?? '');
  const titles = new Map(known.filter(isChosen).map(({ input, title }) => [Number(chosen[input]), title]));
  const named = headings.map((heading, at) => {
    const column = columnOf(headingOf(heading), known);
    return titles.get(at) ?? (column !== undefined && isChosen(column) ? '' : heading);
  });
  return [named, ...others];
}

export interface SheetRow {
  /** Of the spreadsheet, from 1. */
  readonly rowNumber: number;
  /** What the row gives; an empty cell gives nothing. */
  readonly typed: TypedCells;
}

export interface ReadRows {
  readonly rows: readonly SheetRow[];
  /** The columns that are in no order, as a sentence names them. */
  readonly unread: readonly string[];
  /** About the spreadsheet as a whole. */
  readonly faults: readonly string[];
}

const isEmpty = (cells: readonly string[]) => cells.every((text) => text === '');

/** `“A”, “B” and “C”`. */
const list = (texts: readonly string[]) => new Intl.ListFormat('en-GB').format(texts.map((text) => `“${text}”`));

function headingFaults(columns: readonly (Column | undefined)[], known: readonly Column[]): string[] {
  const missing = known.filter((column) => column.isRequired && !columns.includes(column));
  if (missing.length === known.filter(({ isRequired }) => isRequired).length) {
    return [
      `The first row must name the columns: ${list(known.filter(({ isFilledIn }) => !isFilledIn).map(({ title }) => title))}`,
    ];
  }
  const twice = known.filter((column) => columns.filter((one) => one === column).length > 1);
  return [
    ...missing.map(({ title }) => `There is no column “${title}”`),
    ...twice.map(({ title }) => `Two columns are “${title}”: delete one`),
  ];
}

const longestHeading = 60;

/** Of a heading that is not known, or of a column that has cells and no heading. */
function unreadName(heading: string, at: number): string {
  if (heading === '') return `column ${at + 1} (without a name)`;
  const letters = [...heading.replace(/[\p{Cc}\s]+/gu, ' ')];
  return `“${letters.slice(0, longestHeading).join('')}${letters.length > longestHeading ? '…' : ''}”`;
}

/** `“Team” and “Line manager” are not read`; undefined if every column is. @param unread as `ReadRows` */
export const unreadText = (unread: readonly string[]): string | undefined =>
  unread.length === 0
    ? undefined
    : `${new Intl.ListFormat('en-GB').format(unread)} ${unread.length === 1 ? 'is' : 'are'} not read`;

/** What the spreadsheet says and no order gets. */
function unreadColumns(table: Rows, columns: readonly (Column | undefined)[]): string[] {
  const width = table.reduce((most, { length }) => Math.max(most, length), 0);
  const isUnread = (at: number) => columns[at] === undefined && table.some((cells) => (cells[at] ?? '') !== '');
  return Array.from({ length: width }, (_, at) => at)
    .filter(isUnread)
    .map((at) => unreadName(table[0]?.[at] ?? '', at));
}

/** What the rows of a spreadsheet are of. */
export interface RowsOf {
  readonly person: string;
  readonly people: string;
  readonly inputs: (column: Column, text: string) => [name: string, values: string[]][];
}

/** The first row has the headings; empty rows are left out. @param most people */
export function readSheetRows(
  table: Rows,
  most: number,
  known: readonly Column[],
  { person, people, inputs }: RowsOf,
): ReadRows {
  const [headings = [], ...others] = table;
  const columns = headings.map((heading) => columnOf(headingOf(heading), known));
  const faults = headingFaults(columns, known);
  const unread = unreadColumns(table, columns);
  if (faults.length > 0) return { rows: [], unread, faults };
  const rows = others
    .map((cells, at) => ({ cells, rowNumber: at + 2 }))
    .filter(({ cells }) => !isEmpty(cells))
    .map(({ cells, rowNumber }) => ({
      rowNumber,
      typed: Object.fromEntries(
        columns.flatMap((column, at) => (column ? inputs(column, csvCellText(cells[at])) : [])),
      ),
    }));
  if (rows.length === 0) return { rows, unread, faults: [`There is no ${person} below the first row`] };
  if (rows.length > most)
    return { rows: [], unread, faults: [`There are more than ${most} ${people}: split the spreadsheet`] };
  return { rows, unread, faults };
}
