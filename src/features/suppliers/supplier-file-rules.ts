// The register of suppliers as a file: its columns, how its lines are read, and which supplier each of them changes; pure.

import { csvCellText, digitsAsText } from '../../lib/csv.ts';
import { isoDayOf } from '../../lib/dates.ts';
import { refuseFile } from '../../lib/file-problems.ts';
import { Problems } from '../../lib/refusal.ts';
import { withDecimalPoint } from '../report-types/agreement-text-rules.ts';
import {
  readSupplier,
  type SupplierFacts,
  type SupplierField,
  supplierFields,
  type TypedSupplier,
  typedSupplier,
} from './supplier-rules.ts';

/** A supplier of the register, in its newest version. */
export interface KnownSupplier extends SupplierFacts {
  readonly id: string;
  readonly version: number;
}

/** Its column is empty for a new supplier. */
export const versionColumn = 'version';

const versionText = ({ id, version }: KnownSupplier): string => `${id}:${version}`;

/** Where a telephone number may stand. */
const textFields: readonly SupplierField[] = ['name', 'order_at', 'remarks'];

function cellOf(field: SupplierField, one: KnownSupplier): string {
  const text = typedSupplier(one)[field];
  return textFields.includes(field) ? digitsAsText(text) : text;
}

/** One line of the file for each supplier. */
export const supplierFileColumns: Readonly<
  Record<SupplierField | typeof versionColumn, (one: KnownSupplier) => string>
> = {
  ...(Object.fromEntries(
    supplierFields.map((field) => [field, (one: KnownSupplier) => cellOf(field, one)]),
  ) as Readonly<Record<SupplierField, (one: KnownSupplier) => string>>),
  [versionColumn]: versionText,
};

export interface SupplierLine {
  readonly number: number;
  /** That of the supplier when the file was downloaded; empty for a new one. */
  readonly version: string;
  readonly facts: SupplierFacts;
}

/** Of the file, its first line included. */
export const mostSupplierRows = 5000;

function readLine(
  heads: readonly string[],
  cells: readonly string[],
  number: number,
  problems: Problems,
): SupplierLine {
  const textOf = (field: string) => csvCellText(cells[heads.indexOf(field)]);
  const typed = Object.fromEntries(supplierFields.map((field) => [field, textOf(field)])) as TypedSupplier;
  const read = readSupplier({
    ...typed,
    cost: withDecimalPoint(typed.cost),
    agreement_until: isoDayOf(typed.agreement_until),
  });
  for (const [field, messages] of Object.entries(read.problems.fields))
    for (const message of messages) problems.add('file', `line ${number}, ${field}: ${message}`);
  return { number, version: textOf(versionColumn), facts: read.facts };
}

/**
 * The suppliers of a file, a line each. Refuses the whole file with `invalid_fields` (file), naming each wrong line.
 * @param rows the first one names the columns; undefined if the file could not be read
 */
export function readSupplierFile(rows: readonly (readonly string[])[] | undefined): SupplierLine[] {
  const problems = new Problems();
  if (rows === undefined) problems.add('file', 'is not a CSV file: save the sheet as CSV');
  const [heads = [], ...below] = rows ?? [];
  const lacking = supplierFields.filter((field) => !heads.includes(field));
  if (rows !== undefined && lacking.length > 0) problems.add('file', `has no column ${lacking.join(', ')}`);
  if (below.length >= mostSupplierRows) problems.add('file', `has more than ${mostSupplierRows} lines`);
  const lines = below
    .map((cells, index) => ({ cells, number: index + 2 }))
    .filter(({ cells }) => cells.some((text) => text !== ''));
  if (lines.length === 0 && !problems.any) problems.add('file', 'has no lines');
  problems.refuse('invalid_fields');
  const read = lines.flatMap(({ cells, number }) => {
    if (cells.length === heads.length) return [readLine(heads, cells, number, problems)];
    problems.add('file', `line ${number} has ${cells.length} cells, and the first line ${heads.length}`);
    return [];
  });
  refuseFile(problems);
  const numbers = new Map<string, number>();
  for (const { number, facts } of read) {
    const key = facts.name.toLowerCase();
    const earlier = numbers.get(key);
    if (earlier === undefined) numbers.set(key, number);
    else problems.add('file', `line ${number}, name: line ${earlier} has this supplier, too`);
  }
  refuseFile(problems);
  return read;
}

export const isSameSupplier = (one: SupplierFacts, other: SupplierFacts): boolean =>
  JSON.stringify(typedSupplier(one)) === JSON.stringify(typedSupplier(other));

export const isNamed = (name: string) => (one: SupplierFacts) => one.name.toLowerCase() === name.toLowerCase();

export interface MatchedLine<Known extends KnownSupplier> {
  readonly facts: SupplierFacts;
  /** The supplier that the line changes, or leaves as it is; undefined if it adds one. */
  readonly before: Known | undefined;
}

/** What is wrong with a line for the supplier that it names; undefined if it may change or add it. */
function versionProblem({ version, facts }: SupplierLine, found: KnownSupplier | undefined): string | undefined {
  // Whoever sends a file twice, or a line as it is, takes nothing from anybody.
  if (found !== undefined && isSameSupplier(found, facts)) return undefined;
  if (version === '') return found && `${facts.name} is in the register: download the file, and change its line there`;
  if (found === undefined)
    return `${facts.name} is not in the register any more: delete the line, or empty its ${versionColumn} to add the supplier again`;
  return version === versionText(found)
    ? undefined
    : `${found.name} was changed since this file was downloaded: download it again`;
}

/**
 * The suppliers of the register that the lines change. Refuses all of them with `invalid_fields` (file), naming each line that
 * would undo what others did since the file was downloaded.
 */
export function matchLines<Known extends KnownSupplier>(
  lines: readonly SupplierLine[],
  known: readonly Known[],
): MatchedLine<Known>[] {
  const problems = new Problems();
  const byId = new Map(known.map((one) => [one.id, one]));
  const matched = lines.map(({ version, ...line }) => ({
    ...line,
    version,
    before: version === '' ? known.find(isNamed(line.facts.name)) : byId.get(version.split(':')[0]!),
  }));
  const ofFile = new Set(matched.map(({ before }) => before?.id));
  const first = new Map<Known | undefined, number>();
  for (const { before, ...line } of matched) {
    const earlier = before && first.get(before);
    first.set(before, line.number);
    const problem =
      earlier === undefined
        ? versionProblem(line, before)
        : `line ${earlier} has the same ${versionColumn}: leave that of a new supplier empty`;
    if (problem !== undefined) problems.add('file', `line ${line.number}: ${problem}`);
    else if (known.some((one) => isNamed(line.facts.name)(one) && !ofFile.has(one.id)))
      problems.add('file', `line ${line.number}, name: another supplier has this name`);
  }
  refuseFile(problems);
  return matched;
}
