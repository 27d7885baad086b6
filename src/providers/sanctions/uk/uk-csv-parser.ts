// The UK Sanctions List as CSV: a report date, a header, and a row for each combination of a name and an address.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import {
  joinedName,
  ListError,
  type ListedName,
  type ListedPerson,
  type ListParts,
  listedPerson,
} from '../listed-person.ts';
import { readUkBirthDate, readUkReportDate } from './uk-dates.ts';

const columns = {
  entry: 'Unique ID',
  family: 'Name 6',
  given: ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5'],
  nameType: 'Name type',
  strength: 'Alias strength',
  original: 'Name non-latin script',
  regime: 'Regime Name',
  type: 'Designation Type',
  born: 'D.O.B',
} as const;

const largestRow = 1024 * 1024;

type Row = (column: string) => string;

interface NumberedRow {
  readonly cells: readonly string[];
  readonly line: number;
}

async function* csvRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedRow, void, undefined> {
  const parser = parse({ bom: true, info: true, relax_column_count: true, max_record_size: largestRow });
  // What fails here fails the loop below, too.
  pipeline(Readable.from(content), parser).catch(() => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { cells: record, line: info.lines };
    }
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (typeof code !== 'string' || !code.startsWith('CSV_')) throw error;
    throw new ListError(lines ?? 1, `is not proper CSV (${code.slice(4).toLowerCase().replaceAll('_', ' ')})`);
  }
}

/** @returns how a cell is looked up in the rows that follow */
function readHeader({ cells, line }: NumberedRow): (row: NumberedRow) => Row {
  const places = new Map(cells.map((name, index) => [name.trim(), index]));
  const { given, ...others } = columns;
  const missing = [...Object.values(others), ...given].filter((name) => !places.has(name));
  if (missing.length > 0) throw new ListError(line, `has no column ${missing.join(', ')}`);
  return (row) => {
    if (row.cells.length !== cells.length) {
      throw new ListError(row.line, `has ${row.cells.length} columns where the header has ${cells.length}`);
    }
    return (column) => row.cells[places.get(column)!]!.trim();
  };
}

function namesOf(cell: Row): ListedName[] {
  const isPrimary = /^primary/i.test(cell(columns.nameType));
  const isWeak = /^low/i.test(cell(columns.strength));
  const kind = isPrimary ? 'primary' : isWeak ? 'weak_alias' : 'alias';
  const latin = joinedName(...columns.given.map(cell), cell(columns.family));
  return [
    { name: latin, kind },
    { name: joinedName(cell(columns.original)), kind: 'alias' },
  ];
}

interface Gathered {
  readonly line: number;
  readonly entry: string;
  readonly regime: string;
  readonly names: ListedName[];
  readonly births: Set<string>;
}

const personOf = ({ line, births, ...gathered }: Gathered): ListedPerson =>
  listedPerson(line, { ...gathered, birthDates: [...births] });

/** Rows of one entry are adjacent; an entry in two places is stored twice, which does no harm. */
export async function* parseUkCsv(content: AsyncIterable<Uint8Array>): ListParts {
  let cellsOf: ((row: NumberedRow) => Row) | undefined;
  let reported = false;
  let gathered: Gathered | undefined;
  for await (const row of csvRows(content)) {
    if (!reported) {
      const version = readUkReportDate(row.cells[0] ?? '');
      if (version === undefined) throw new ListError(row.line, 'does not begin with a report date');
      yield { kind: 'version', version };
      reported = true;
      continue;
    }
    if (cellsOf === undefined) {
      cellsOf = readHeader(row);
      continue;
    }
    const cell = cellsOf(row);
    if (cell(columns.type).toLowerCase() !== 'individual') continue;
    const entry = cell(columns.entry);
    if (gathered !== undefined && gathered.entry !== entry) {
      yield personOf(gathered);
      gathered = undefined;
    }
    gathered ??= { line: row.line, entry, regime: cell(columns.regime), names: [], births: new Set() };
    gathered.names.push(...namesOf(cell));
    const born = readUkBirthDate(cell(columns.born));
    if (born !== undefined) gathered.births.add(born);
  }
  if (cellsOf === undefined) throw new ListError(1, 'has no header');
  if (gathered !== undefined) yield personOf(gathered);
}
