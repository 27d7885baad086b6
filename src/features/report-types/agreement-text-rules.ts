// Agreements as people type them: prices in pounds, and a CSV file with a line for each report type; pure.
import { lazyLibrary } from '../../lib/lazy-library.ts';
import { Problems } from '../../lib/refusal.ts';
import {
  type AgreedTerms,
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

const library = lazyLibrary<typeof import('csv-parse/sync')>('csv-parse/sync');

/** Text that stands for no number at all, which the rules refuse. */
const notNumber = Number.NaN;

/**
 * Pence of a price such as `28.50` or `£1,028.50`; undefined if it is empty, NaN if it is no price: `5,00` must not be
 * £500.
 */
export function typedPrice(text: string): number | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const [, pounds, pence = ''] = /^£?\s?(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
  return pounds === undefined ? notNumber : Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'));
}

/** Undefined if it is empty, NaN if it is no whole number. */
export function typedCount(text: string): number | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  return /^\d{1,9}$/.test(given) ? Number(given) : notNumber;
}

const priceText = (pence: number | null | undefined): string =>
  pence === null || pence === undefined ? '' : (pence / 100).toFixed(2);

/** A term as it is typed: money in pounds. */
export const termText = (name: TermName, value: number | null | undefined): string =>
  terms[name].isMoney ? priceText(value) : (value?.toString() ?? '');

/** The terms as they were typed. */
export const typedTerms = (textOf: (name: TermName) => string): TypedTerms =>
  eachTerm((name) => (terms[name].isMoney ? typedPrice(textOf(name)) : typedCount(textOf(name))));

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

type Line = Readonly<Partial<Record<string, string>>>;

/** What a cell must hold. */
const wanted = (name: TermName) => {
  const { isMoney, least, most } = terms[name];
  return isMoney ? 'write it as 28.50' : `write a whole number from ${least} to ${most}`;
};

function readLine(line: Line, number: number, problems: Problems): AgreementLine[] {
  const refuse = (message: string) => problems.add('file', `line ${number} ${message}`);
  const { report = '', on = 'yes' } = line;
  const textOf = (name: TermName) => line[terms[name].file] ?? '';
  const found = namedType(report.trim());
  if (!('type' in found)) refuse(`names “${report}”, which is not a report type`);
  const isOn = /^(?:yes|no)$/i.test(on.trim()) ? on.trim().toLowerCase() === 'yes' : undefined;
  if (isOn === undefined) refuse('has neither yes nor no in the column on');
  const typed = typedTerms(textOf);
  for (const name of termNames) {
    if (termProblem(name, typed[name]) !== undefined) {
      refuse(`has “${textOf(name)}” as ${terms[name].called}: ${wanted(name)}`);
    }
  }
  return 'type' in found && isOn !== undefined ? [{ type: found.type, isOn, terms: typed }] : [];
}

const shownProblems = 20;

/** Refuses the whole file with `invalid_fields` (file), naming each wrong line. */
export function readAgreementFile(text: string): AgreementLine[] {
  const problems = new Problems();
  let lines: { readonly record: Line; readonly info: { readonly lines: number } }[] = [];
  try {
    lines = library().parse(text, {
      columns: true,
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      to: 5000,
    });
  } catch {
    problems.add('file', 'is not a CSV file: save the sheet as CSV, separated by commas');
  }
  const [line] = lines;
  if (line !== undefined && line.record.report === undefined) problems.add('file', 'has no column report');
  // Without one, the file would end every term of that column that is agreed.
  const lacking = termNames.map((name) => terms[name].file).filter((file) => line && line.record[file] === undefined);
  if (lacking.length > 0) {
    problems.add('file', `has no column ${lacking.join(', ')}: download the file again, and change that one`);
  }
  if (lines.length === 0 && !problems.any) problems.add('file', 'has no lines');
  problems.refuse('invalid_fields');
  const read = lines.flatMap(({ record, info }) => readLine(record, info.lines, problems));
  const seen = new Set<number>();
  for (const { type } of read) {
    if (seen.has(type.id)) problems.add('file', `has two lines for ${codeOf(type)}`);
    seen.add(type.id);
  }
  if (problems.any) {
    const messages = problems.fields.file!;
    const first = new Problems();
    for (const message of messages.slice(0, shownProblems)) first.add('file', message);
    if (messages.length > shownProblems) first.add('file', `has ${messages.length - shownProblems} more problems`);
    first.refuse('invalid_fields');
  }
  return read;
}
