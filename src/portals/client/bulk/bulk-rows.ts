// The columns of a spreadsheet of candidates, and each row as the inputs of an order; pure.

import { csvCellText, csvField, digitsAsText } from '../../../lib/csv.ts';
import { dayIn, dayParts } from '../../../lib/typed-days.ts';
import type { Rows } from '../../../platform/files/spreadsheet.ts';
import type { TypedOrder } from '../../shared/orders/order-form.ts';

export interface Column {
  /** The name of the input of the order page; `dob` stands for its three. */
  readonly input: string;
  readonly title: string;
  /** Other headings that people write, in small letters. */
  readonly called: readonly string[];
  readonly isRequired?: true;
  /** The portal gives it; nobody is asked to type it. */
  readonly isFilledIn?: true;
  readonly example: string;
}

export const bulkColumns: readonly Column[] = [
  {
    ...{ input: 'first_name', title: 'First name', isRequired: true, example: 'Robin' },
    called: ['forename', 'forenames', 'first names', 'given name', 'given names', 'firstname'],
  },
  {
    ...{ input: 'last_name', title: 'Last name', isRequired: true, example: 'Sample' },
    called: ['surname', 'family name', 'lastname'],
  },
  {
    ...{ input: 'dob', title: 'Date of birth', isRequired: true, example: '27/03/1985' },
    called: ['dob', 'd.o.b.', 'birth date', 'birthdate', 'date of birth (dd/mm/yyyy)', 'born'],
  },
  {
    ...{ input: 'email', title: 'Email address', isRequired: true, example: 'robin@example.com' },
    called: ['email', 'e-mail', 'e-mail address', 'mail'],
  },
  {
    ...{ input: 'mobile', title: 'Mobile number', example: '07700 900123' },
    called: ['mobile', 'mobile phone', 'phone', 'phone number', 'telephone', 'tel'],
  },
  {
    ...{ input: 'position', title: 'Job applied for', example: 'Care assistant' },
    called: ['job', 'job title', 'position', 'position applied for', 'role'],
  },
  {
    ...{ input: 'starts_on', title: 'First day of work', example: '' },
    called: [
      ...['first day', 'start date', 'date of start', 'start', 'starts', 'starts on', 'start of work', 'start day'],
      ...['planned start', 'planned start date', 'joining date', 'date of joining', 'employment start date'],
    ],
  },
  {
    ...{ input: 'purchase_order', title: 'Purchase order or cost centre', example: 'PO 1042' },
    called: ['purchase order', 'purchase order number', 'po', 'po number', 'cost centre', 'cost center'],
  },
  {
    ...{ input: 'other_reference', title: 'Other reference', example: 'EMP-17' },
    called: [
      ...['employee id', 'employee number', 'employee no', 'staff id', 'staff number', 'staff no', 'personnel number'],
      ...[
        'payroll number',
        'payroll no',
        'payroll id',
        'reference',
        'your reference',
        'our reference',
        'candidate reference',
      ],
    ],
  },
  {
    ...{ input: 'what', title: 'Package or reports', example: '' },
    called: ['package', 'reports', 'report', 'checks', 'check', 'screening'],
  },
  {
    ...{ input: 'job_role', title: 'Job role', example: '' },
    called: ['agreed job role', 'dbs job role', 'job role for the dbs', 'job role (dbs)'],
  },
  {
    ...{ input: 'place', title: 'Place of work', example: '' },
    called: ['place', 'workplace', 'work place', 'country of work'],
  },
  { ...{ input: 'sector', title: 'Sector', example: '' }, called: ['employment sector', 'sector of the employer'] },
  // Names somebody who was brought in, so that the order is known to be about them.
  { input: 'staff', title: 'Record of staff', called: [], example: '', isFilledIn: true },
  { input: 'notes', title: 'Note for the screeners', called: ['note', 'notes', 'comment', 'comments'], example: '' },
];

/** For an account that has agreed to urgent orders. */
const urgentColumn: Column = {
  ...{ input: 'urgent', title: 'Urgent', example: '' },
  called: ['priority', 'rush', 'express'],
};

/** For who may order for several subsidiaries. */
const subsidiaryColumn: Column = {
  ...{ input: 'subsidiary', title: 'Subsidiary', example: '' },
  called: ['subsidiary name', 'site', 'location', 'branch'],
};
const everyColumn = [...bulkColumns, subsidiaryColumn, urgentColumn];

/** @param ofSubsidiaries whether each row may be for another subsidiary @param takesUrgent whether each row may be urgent */
export const columnsOf = (ofSubsidiaries: boolean, takesUrgent = false): readonly Column[] => [
  ...bulkColumns,
  ...(ofSubsidiaries ? [subsidiaryColumn] : []),
  ...(takesUrgent ? [urgentColumn] : []),
];

/** As the box of the form: nothing for No. */
const urgentIn = (text: string): string[] =>
  ['yes', 'y', 'true', '1', 'urgent', 'x'].includes(text.toLowerCase())
    ? ['1']
    : ['no', 'n', 'false', '0', 'normal', 'standard'].includes(text.toLowerCase())
      ? []
      : [text];

const dateInputs = ['dob-day', 'dob-month', 'dob-year'];

const lineOf = (cells: readonly string[]) => `${cells.map((text) => csvField(digitsAsText(text))).join(',')}\r\n`;

/** A spreadsheet to fill in, with one row that shows how. @param known what its row says, by input */
export const templateFile = (
  known: Readonly<Record<string, string>> = {},
  columns: readonly Column[] = bulkColumns,
): string => {
  const offered = columns.filter(({ isFilledIn }) => !isFilledIn);
  return [offered.map(({ title }) => title), offered.map(({ input, example }) => known[input] || example)]
    .map(lineOf)
    .join('');
};

/** What a form sends back in one field. */
const mostPasted = 50_000;

/** The rows as they are pasted, with tabs; empty where they are too long to be sent back. */
export function pastedRows(table: Rows): string {
  const text = table
    .map((cells) => cells.map((text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n');
  return text.length > mostPasted ? '' : text;
}

/** The title of the column that gives the input; empty if none does. */
export function columnTitleOf(input: string): string {
  const name = input.startsWith('dob') ? 'dob' : /^(?:types|options_|monitor_)/.test(input) ? 'what' : input;
  return everyColumn.find((column) => column.input === name)?.title ?? '';
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

/** A spreadsheet takes the number of a mobile phone as a quantity, and drops the 0 before it. */
const phone = (text: string) => (/^7\d{9}$/.test(text) ? `0${text}` : text);

function inputsOf({ input }: Column, text: string): [name: string, values: string[]][] {
  if (text === '') return [];
  if (input === 'mobile') return [[input, [phone(text)]]];
  if (input === 'starts_on') return [[input, [dayIn(text)?.day ?? text]]];
  if (input === 'urgent') return [[input, urgentIn(text)]];
  if (input !== 'dob') return [[input, [text]]];
  return dayParts(text).map((part, at) => [dateInputs[at]!, part === '' ? [] : [part]]);
}

export interface CandidateRow {
  /** Of the spreadsheet, from 1. */
  readonly rowNumber: number;
  /** What the row gives; an empty cell gives nothing. */
  readonly typed: TypedOrder;
}

export interface ReadRows {
  readonly rows: readonly CandidateRow[];
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

const personOf = ({ typed }: CandidateRow) =>
  ['first_name', 'last_name', ...dateInputs].map((name) => typed[name]?.[0]?.toLowerCase() ?? '').join(' ');
const emailOf = ({ typed }: CandidateRow) => typed.email?.[0]?.trim().toLowerCase() ?? '';

/** The number of the first row that is alike, by that of the later row. @param of empty for a row that is like none */
function repeatedBy(rows: readonly CandidateRow[], of: (row: CandidateRow) => string): Map<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const row of rows) {
    const earlier = first.get(of(row));
    if (earlier !== undefined) repeated.set(row.rowNumber, earlier);
    else if (of(row) !== '') first.set(of(row), row.rowNumber);
  }
  return repeated;
}

/**
 * What is wrong with rows that repeat an earlier one, by their numbers: the same name and date of birth, or the address of
 * somebody else, who would get the form and its codes.
 */
export function repeatedRows(rows: readonly CandidateRow[]): ReadonlyMap<number, string> {
  const people = repeatedBy(rows, personOf);
  const addresses = repeatedBy(rows, emailOf);
  return new Map([
    ...[...addresses].map(([row, earlier]): [number, string] => [
      row,
      `Row ${earlier} has the same email address: the form of one would go to the other`,
    ]),
    ...[...people].map(([row, earlier]): [number, string] => [
      row,
      `The candidate stands in row ${earlier} already: delete one`,
    ]),
  ]);
}

/** What else than candidates of orders a spreadsheet may be of. */
interface RowsOf {
  readonly person: string;
  readonly people: string;
  readonly inputs: (column: Column, text: string) => [name: string, values: string[]][];
}

const candidates: RowsOf = { person: 'candidate', people: 'candidates', inputs: inputsOf };

/** The first row has the headings; empty rows are left out. @param most people */
export function readCandidateRows(
  table: Rows,
  most: number,
  known = bulkColumns,
  { person, people, inputs }: RowsOf = candidates,
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

/** `2 to 51, 60 and 75`. @param rows ascending numbers */
export function rowRanges(rows: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to + 1 === row) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  const texts = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  return new Intl.ListFormat('en-GB').format(texts);
}
