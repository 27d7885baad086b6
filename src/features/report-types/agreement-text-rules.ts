// Agreements as people type them: prices in pounds, and a CSV file with a line for each report type; pure.

import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { refuseFile } from '../../lib/file-problems.ts';
import { amountText, inPounds, typedPrice } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import {
  type AgreedTerms,
  comingProblem,
  comingTerms,
  eachTerm,
  type TermName,
  type TypedTerms,
  termNames,
  termProblem,
  terms,
} from './agreed-terms.ts';
import { catalogue } from './catalogue.ts';
import { codeOf } from './catalogue-rules.ts';
import type { ReportType } from './report-type.ts';
import { namedType } from './report-type-rules.ts';
import { typedVolume, volumeText, volumeWords } from './volume-price-rules.ts';

/** Text that stands for no number at all, which the rules refuse. */
const notNumber = Number.NaN;

/** Spreadsheets of other countries write `28,50`; no number has one or two digits after a comma otherwise. */
export const withDecimalPoint = (text: string) => text.replace(/^([-−–]?\s?£?\s?\d+),(\d{1,2})$/, '$1.$2');

/** Undefined if it is empty, NaN if it is no whole number. */
export function typedCount(text: string): number | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  return /^\d{1,9}$/.test(given) ? Number(given) : notNumber;
}

/** Undefined if it is empty, and another text as it is. Spreadsheets write a day as `31/01/2027`. */
export function typedDay(text: string): IsoDate | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const [, day = '', month = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(given) ?? [];
  return year === undefined ? given : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const priceText = (pence: number | null | undefined): string =>
  pence === null || pence === undefined ? '' : amountText(pence);

/** A term as it is typed: money in pounds. */
export function termText(name: TermName, value: number | string | null | undefined): string {
  const { kind } = terms[name];
  if (kind === 'volume') return typeof value === 'string' ? volumeText(value) : '';
  return kind === 'money' ? priceText(value as number | null | undefined) : (value?.toString() ?? '');
}

const valueText = (name: TermName, value: number | string | null): string =>
  value === null ? 'none' : `${terms[name].kind === 'money' ? '£' : ''}${termText(name, value)}`;

/** `from 1 January 2027: £32.00 + £5.00 fee, £30.00 from number 51 of a month`; empty if nothing is to come. */
export function comingText({ nextPricePence, nextFeePence, nextFrom, nextVolumePrices }: AgreedTerms): string {
  if (nextFrom === null) return '';
  const price = nextPricePence === null ? [] : [inPounds(nextPricePence)];
  const fee = nextFeePence === null ? [] : [`${inPounds(nextFeePence)} fee`];
  const single = price.length + fee.length === 0 ? [] : [[...price, ...fee].join(' + ')];
  const volume = nextVolumePrices === null ? [] : [volumeWords(nextVolumePrices)];
  return `from ${formatLongDate(nextFrom)}: ${[...single, ...volume].join(', ')}`;
}

/** What stands beside its value. */
const shortNames = {
  pricePence: 'price',
  feePence: 'fee',
  workingDays: 'working days',
  renewAfterMonths: 'months to renewal',
  volumePrices: 'volume prices',
} as const;

const shortNamed = Object.keys(shortNames) as readonly (keyof typeof shortNames)[];

/** `Switched on; price £5.00`, or `price £5.00 → £6.20; working days 5 → none`. @param before undefined where it was off */
export function changeText(before: AgreedTerms | undefined, after: AgreedTerms | undefined): string {
  if (after === undefined) return 'Switched off';
  const texts = shortNamed.flatMap((name) => {
    const value = valueText(name, after[name]);
    if (before === undefined) return after[name] === null ? [] : `${shortNames[name]} ${value}`;
    return before[name] === after[name] ? [] : `${shortNames[name]} ${valueText(name, before[name])} → ${value}`;
  });
  const isNewToCome = comingTerms.some((name) => (before?.[name] ?? null) !== after[name]);
  const coming = isNewToCome ? [comingText(after) || 'no price to come any more'] : [];
  return [...(before === undefined ? ['Switched on'] : []), ...texts, ...coming].join('; ');
}

const typedTerm = { money: typedPrice, count: typedCount, day: typedDay, volume: typedVolume } as const;

/** The terms as they were typed. */
export const typedTerms = (textOf: (name: TermName) => string): TypedTerms =>
  eachTerm((name) => typedTerm[terms[name].kind](textOf(name))) as TypedTerms;

const columns = ['report', 'label', 'on', ...termNames.map((name) => terms[name].file)];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Every type of the catalogue; empty cells are terms that are not agreed. */
export function agreementFile(agreed: ReadonlyMap<number, AgreedTerms>): string {
  const lines = catalogue.map((type) => {
    const own = agreed.get(type.id);
    const cells = termNames.map((name) => termText(name, own?.[name]));
    return [codeOf(type), quoted(type.label), own === undefined ? 'no' : 'yes', ...cells].join(',');
  });
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

export interface AgreementLine {
  readonly type: ReportType;
  readonly isOn: boolean;
  readonly terms: TypedTerms;
}

/** By the name of the column; a column that the file lacks is undefined. */
type Line = Readonly<Partial<Record<string, string>>>;

/** What a cell must hold. */
const wanted = (name: TermName) => {
  const term = terms[name];
  if (term.kind === 'day') return 'write it as 2027-01-31';
  if (term.kind === 'volume') return 'write it as 51: 8.00; 201: 7.50, each number higher and each price lower';
  const { kind, least, most } = term;
  return kind === 'money' ? 'write it as 28.50' : `write a whole number from ${least} to ${most}`;
};

function readLine(line: Line, number: number, problems: Problems): AgreementLine[] {
  const refuse = (message: string) => problems.add('file', `line ${number} ${message}`);
  const { report = '', on = 'yes' } = line;
  const textOf = (name: TermName) => {
    const text = line[terms[name].file] ?? '';
    return terms[name].kind === 'money' ? withDecimalPoint(text) : text;
  };
  const found = namedType(report.trim());
  if (!('type' in found)) refuse(`names “${report}”, which is not a report type`);
  const isOn = /^(?:yes|no)$/i.test(on.trim()) ? on.trim().toLowerCase() === 'yes' : undefined;
  if (isOn === undefined) refuse('has neither yes nor no in the column on');
  const typed = typedTerms(textOf);
  for (const name of termNames) {
    if (termProblem(name, typed[name]) !== undefined) {
      refuse(`has “${line[terms[name].file]}” as ${terms[name].called}: ${wanted(name)}`);
    }
  }
  const coming = comingProblem(typed);
  if (coming !== undefined) refuse(`has “${line.next_from}” as ${terms.nextFrom.called}: it ${coming}`);
  return 'type' in found && isOn !== undefined ? [{ type: found.type, isOn, terms: typed }] : [];
}

/** Undefined if it has more or fewer cells than columns: a price such as 28,50 would end in two of them. */
const lineOf = (heads: readonly string[], cells: readonly string[]): Line | undefined =>
  cells.length === heads.length ? Object.fromEntries(heads.map((head, index) => [head, cells[index]])) : undefined;

/** Without one of them, the file would end every term of that column that is agreed. */
function addColumnProblems(heads: readonly string[], problems: Problems): void {
  if (!heads.includes('report')) problems.add('file', 'has no column report');
  const lacking = termNames.map((name) => terms[name].file).filter((file) => !heads.includes(file));
  if (lacking.length === 0) return;
  problems.add('file', `has no column ${lacking.join(', ')}: download the file again, and change that one`);
}

/** Of the file, its first line included. */
export const mostAgreementRows = 5000;

/**
 * Refuses the whole file with `invalid_fields` (file), naming each wrong line. @param rows the first one names the columns;
 * undefined if the file could not be read
 */
export function readAgreementFile(rows: readonly (readonly string[])[] | undefined): AgreementLine[] {
  const problems = new Problems();
  if (rows === undefined) problems.add('file', 'is not a CSV file: save the sheet as CSV');
  const [heads = [], ...below] = rows ?? [];
  const lines = below
    .map((cells, index) => ({ cells, number: index + 2 }))
    .filter(({ cells }) => cells.some((text) => text !== ''));
  if (rows !== undefined) addColumnProblems(heads, problems);
  if (below.length >= mostAgreementRows) problems.add('file', `has more than ${mostAgreementRows} lines`);
  if (lines.length === 0 && !problems.any) problems.add('file', 'has no lines');
  problems.refuse('invalid_fields');
  const read = lines.flatMap(({ cells, number }) => {
    const line = lineOf(heads, cells);
    if (line !== undefined) return readLine(line, number, problems);
    problems.add('file', `line ${number} has ${cells.length} cells, and the first line ${heads.length}`);
    return [];
  });
  const seen = new Set<number>();
  for (const { type } of read) {
    if (seen.has(type.id)) problems.add('file', `has two lines for ${codeOf(type)}`);
    seen.add(type.id);
  }
  refuseFile(problems);
  return read;
}
