// The columns of a spreadsheet of candidates, and each row as the inputs of an order; pure.

import { type SubsidiaryWords, usualWords } from '../../../features/accounts/subsidiary-words.ts';
import {
  type Column,
  type ReadRows,
  type RowsOf,
  readSheetRows,
  type SheetRow,
  sheetTemplate,
} from '../../../lib/sheet-rows.ts';
import { dayIn, dayParts } from '../../../lib/typed-days.ts';
import type { Rows } from '../../../platform/files/spreadsheet.ts';

/** How somebody works for the client. */
export const workKindColumn: Column = {
  ...{ input: 'work_kind', title: 'Kind of person', example: '' },
  called: [
    'kind',
    'kind of worker',
    'worker type',
    'type of worker',
    'employment type',
    'type of employment',
    'staff type',
  ],
};

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
  workKindColumn,
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
  called: ['subsidiary name', 'site', 'location', 'branch', 'home', 'care home', 'service'],
};

/** Of somebody who has no first name. */
export const oneNameColumn: Column = {
  ...{ input: 'has_one_name', title: 'One name only', example: '' },
  called: ['has one name', 'hasonename', 'one name', 'single name', 'mononym'],
};
/** The country of the job, and on which ground the law allows what it limits. */
const lawColumns: readonly Column[] = [
  {
    ...{ input: 'job_country', title: 'Country of the job', example: '' },
    called: ['job country', 'work country', 'country of employment'],
  },
  { ...{ input: 'legal_ground', title: 'Legal ground', example: '' }, called: ['ground', 'ground of the law'] },
];

const everyColumn = [...bulkColumns, subsidiaryColumn, urgentColumn, oneNameColumn, ...lawColumns];

/** Headed as the client calls it; the usual word is read, too. */
const subsidiaryColumnOf = ({ One, one }: SubsidiaryWords): Column => ({
  ...subsidiaryColumn,
  title: One,
  called: ['subsidiary', ...subsidiaryColumn.called, `${one} name`],
});

/**
 * @param ofSubsidiaries whether each row may be for another subsidiary @param takesUrgent whether each row may be urgent
 * @param units what the client calls subsidiaries
 */
export const columnsOf = (ofSubsidiaries: boolean, takesUrgent = false, units = usualWords): readonly Column[] => [
  ...bulkColumns,
  ...(ofSubsidiaries ? [subsidiaryColumnOf(units)] : []),
  ...(takesUrgent ? [urgentColumn] : []),
  oneNameColumn,
  ...lawColumns,
];

const [yes, no] = [
  ['yes', 'y', 'true', '1', 'x'],
  ['no', 'n', 'false', '0'],
] as const;

/** As a box of the form: nothing for No. @param ticked what the form sends for it @param words that say so, too */
function boxIn(text: string, ticked: string, words: { readonly yes?: string; readonly no?: readonly string[] } = {}) {
  const said = text.toLowerCase();
  if ([...yes, words.yes].includes(said)) return [ticked];
  return [...no, ...(words.no ?? [])].includes(said) ? [] : [text];
}

const dateInputs = ['dob-day', 'dob-month', 'dob-year'];

/** A spreadsheet to fill in, with one row that shows how. @param known what its row says, by input */
export const templateFile = (known: Readonly<Record<string, string>> = {}, columns = bulkColumns): string =>
  sheetTemplate(known, columns);

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
export function columnTitleOf(input: string, units = usualWords): string {
  const name = input.startsWith('dob') ? 'dob' : /^(?:types|options_|monitor_|ground_)/.test(input) ? 'what' : input;
  if (name === 'subsidiary') return units.One;
  return everyColumn.find((column) => column.input === name)?.title ?? '';
}

/** A spreadsheet takes the number of a mobile phone as a quantity, and drops the 0 before it. */
const phone = (text: string) => (/^7\d{9}$/.test(text) ? `0${text}` : text);

export function candidateInputs({ input }: Column, text: string): [name: string, values: string[]][] {
  if (text === '') return [];
  if (input === 'mobile') return [[input, [phone(text)]]];
  if (input === 'starts_on') return [[input, [dayIn(text)?.day ?? text]]];
  if (input === 'urgent') return [[input, boxIn(text, '1', { yes: 'urgent', no: ['normal', 'standard'] })]];
  if (input === 'has_one_name') return [[input, boxIn(text, 'yes')]];
  if (input !== 'dob') return [[input, [text]]];
  return dayParts(text).map((part, at) => [dateInputs[at]!, part === '' ? [] : [part]]);
}

const personOf = ({ typed }: SheetRow) =>
  ['first_name', 'last_name', ...dateInputs].map((name) => typed[name]?.[0]?.toLowerCase() ?? '').join(' ');
const emailOf = ({ typed }: SheetRow) => typed.email?.[0]?.trim().toLowerCase() ?? '';

/** The number of the first row that is alike, by that of the later row. @param of empty for a row that is like none */
function repeatedBy(rows: readonly SheetRow[], of: (row: SheetRow) => string): Map<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const row of rows) {
    const earlier = first.get(of(row));
    if (earlier !== undefined) repeated.set(row.rowNumber, earlier);
    else if (of(row) !== '') first.set(of(row), row.rowNumber);
  }
  return repeated;
}

/** What is wrong with rows that have the address of somebody else of an earlier row, by their numbers. */
export function sharedAddresses(rows: readonly SheetRow[]): ReadonlyMap<number, string> {
  const people = new Map(rows.map((row) => [row.rowNumber, personOf(row)]));
  const isOther = ([row, earlier]: readonly [number, number]) => people.get(row) !== people.get(earlier);
  return new Map([...repeatedBy(rows, emailOf)].filter(isOther).map(addressText));
}

const addressText = ([row, earlier]: readonly [number, number]): [number, string] => [
  row,
  `Row ${earlier} has the same email address: the form of one would go to the other`,
];

/**
 * What is wrong with rows that repeat an earlier one, by their numbers: the same name and date of birth, or the address of
 * somebody else, who would get the form and its codes.
 */
export function repeatedRows(rows: readonly SheetRow[]): ReadonlyMap<number, string> {
  const people = repeatedBy(rows, personOf);
  const addresses = repeatedBy(rows, emailOf);
  return new Map([
    ...[...addresses].map(addressText),
    ...[...people].map(([row, earlier]): [number, string] => [
      row,
      `The candidate stands in row ${earlier} already: delete one`,
    ]),
  ]);
}

const candidates: RowsOf = { person: 'candidate', people: 'candidates', inputs: candidateInputs };

/** The first row has the headings; empty rows are left out. @param most people @param known the columns; `dob` stands for three inputs */
export const readCandidateRows = (
  table: Rows,
  most: number,
  known: readonly Column[] = bulkColumns,
  of: RowsOf = candidates,
): ReadRows => readSheetRows(table, most, known, of);

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
