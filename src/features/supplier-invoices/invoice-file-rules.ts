// The spreadsheet of a supplier's invoice: its columns, how its lines are read, and what is typed beside it; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { typedAmount } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import { type Column, readSheetRows, sheetTemplate, withChosenColumns } from '../../lib/sheet-rows.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { withDecimalPoint } from '../report-types/agreement-text-rules.ts';
import type { ReadLine } from './invoice-line-rules.ts';

/** In one file. */
export const mostInvoiceLines = 5000;
const longestNumber = 60;
const mostPence = 10_000_000;

export const invoiceColumns: readonly Column[] = [
  { input: 'request', title: 'Request', called: ['id', 'request id'], isFilledIn: true, example: '' },
  {
    input: 'ours',
    title: 'Our number',
    called: [
      ...[
        'order',
        'order number',
        'order no',
        'order no.',
        'your ref',
        'your reference',
        'your number',
        'po',
        'po number',
      ],
      ...['purchase order', 'client ref', 'client reference', 'customer ref', 'customer reference'],
    ],
    example: 'VF1042',
  },
  {
    input: 'theirs',
    title: 'Their number',
    called: ['supplier reference', 'their reference', 'reference', 'ref', 'case', 'case number', 'job number'],
    example: 'DDV-1042',
  },
  {
    input: 'report',
    title: 'Report',
    called: ['report type', 'type', 'service', 'product', 'search', 'description', 'item'],
    example: 'Education, United Kingdom',
  },
  {
    input: 'cost',
    title: 'Cost',
    called: ['amount', 'price', 'net', 'net amount', 'net price', 'charge', 'fee', 'line total', 'unit price'],
    isRequired: true,
    example: '12.00',
  },
];

/** With one line that shows how. */
export const invoiceSample = (): string => sheetTemplate({}, invoiceColumns);

const rowsOf = {
  ...{ person: 'line', people: 'lines' },
  inputs: ({ input }: Column, text: string): [string, string[]][] => (text === '' ? [] : [[input, [text]]]),
};

const numbers = ['request', 'ours', 'theirs'] as const;

interface ReadRow {
  readonly rowNumber: number;
  readonly texts: Readonly<Record<string, string>>;
  /** Undefined if the row says none, NaN if it is no amount. */
  readonly pence: number | undefined;
}

const isTotal = (text: string): boolean => /^(?:sub|grand )?totals?\W*$/i.test(text);
const beginsAsTotal = (text: string): boolean => /^(?:sub|grand )?totals?\b/i.test(text);

/**
 * Whether the row is the sum of those above it. One that has a number of its own is not, even if its report is called
 * “Total identity check”.
 */
function isSum({ texts, pence }: ReadRow, above: readonly ReadRow[]): boolean {
  if (Object.values(texts).some(isTotal)) return true;
  if (numbers.some((input) => texts[input] !== undefined && !beginsAsTotal(texts[input]))) return false;
  if (Object.values(texts).some(beginsAsTotal)) return true;
  return (
    texts.report === undefined && above.length > 1 && pence === above.reduce((sum, one) => sum + (one.pence ?? 0), 0)
  );
}

export interface ReadFile {
  readonly lines: readonly ReadLine[];
  /** Which column is which is not clear: somebody must choose. */
  readonly isUnclear: boolean;
  readonly problems: Problems;
}

/** @param chosen as of `withChosenColumns` */
export function readInvoiceFile(
  table: readonly (readonly string[])[],
  chosen: Readonly<Record<string, string>>,
): ReadFile {
  const problems = new Problems();
  const named = withChosenColumns(table, invoiceColumns, chosen);
  const { rows, faults } = readSheetRows(named, mostInvoiceLines, invoiceColumns, rowsOf);
  for (const fault of faults) problems.add('file', fault);
  const read = rows.map(({ rowNumber, typed }): ReadRow => {
    const texts = Object.fromEntries(Object.entries(typed).map(([input, [text = '']]) => [input, text]));
    return { rowNumber, texts, pence: typedAmount(withDecimalPoint(texts.cost ?? '')) };
  });
  const isNumbered = read.some(({ texts }) => numbers.some((input) => texts[input] !== undefined));
  if (faults.length === 0 && !isNumbered)
    problems.add('file', 'There is no column “Our number” or “Their number”: choose which it is');
  const isUnclear = problems.any && table.length > 1;
  const charging = read.filter((row, at) => !isSum(row, read.slice(0, at)));
  if (!problems.any && charging.length === 0) problems.add('file', 'There is no line that charges anything');
  for (const { rowNumber, pence } of isUnclear ? [] : charging) {
    if (pence === undefined) problems.add('file', `row ${rowNumber} says no cost`);
    else if (!(Math.abs(pence) <= mostPence))
      problems.add('file', `row ${rowNumber}: the cost must be an amount such as 28.50, or -28.50 for a credit`);
  }
  const lines = charging.map(({ rowNumber: line, texts, pence = 0 }): ReadLine => {
    const [ours, theirs] = [texts.request ?? texts.ours ?? '', texts.theirs ?? ''].map((text) =>
      [...text].slice(0, longestNumber).join(''),
    ) as [string, string];
    return { line, ours, theirs, report: texts.report ?? '', claimedPence: pence };
  });
  return { lines, isUnclear, problems };
}

/** As it is typed beside the file. */
export interface TypedInvoice {
  readonly number: string;
  readonly datedOn: string;
  readonly sentFrom: string;
  readonly sentTo: string;
}

const isDay = (text: string, until: IsoDate): boolean => parseDate(text) === text && text <= until;

export function invoiceProblems({ number, datedOn, sentFrom, sentTo }: TypedInvoice, today: IsoDate): Problems {
  const problems = new Problems();
  if (number === '') problems.add('number', 'Enter the number of the invoice');
  if (isLongerThan(number, longestNumber)) problems.add('number', `Must be ${longestNumber} characters or fewer`);
  if (!isDay(datedOn, today)) problems.add('dated_on', 'Enter the day of the invoice, today or before');
  if (!isDay(sentFrom, today)) problems.add('sent_from', 'Enter the first day that it charges, today or before');
  if (!isDay(sentTo, today)) problems.add('sent_to', 'Enter the last day that it charges, today or before');
  else if (sentTo < sentFrom) problems.add('sent_to', 'Enter a day that is not before the first one');
  return problems;
}
