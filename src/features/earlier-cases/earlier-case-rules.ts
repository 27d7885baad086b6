// The columns of a spreadsheet of cases from an earlier system, and how each row is judged; pure.
import { addDays, addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import type { Column, SheetRow } from '../../lib/sheet-rows.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { dayParts } from '../../lib/typed-days.ts';
import { numberTerm } from '../applicants/search-key-rules.ts';
import { type ApplicantFacts, noFacts } from '../facts/facts.ts';
import { catalogue } from '../report-types/catalogue.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';
import { namedType, reportTypeById } from '../report-types/report-type-rules.ts';
import type { TrafficLight } from '../reports/report-rules.ts';

export interface EarlierCase {
  /** In the earlier system. */
  readonly number: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: IsoDate;
  /** Empty if it is not known, as the job and the client's reference. */
  readonly email: string;
  readonly job: string;
  readonly reference: string;
  /** null for the whole account. */
  readonly subsidiaryId: string | null;
  readonly orderedOn: IsoDate;
  readonly completedOn: IsoDate;
  readonly light: TrafficLight;
  /** The ids of report types. */
  readonly types: readonly number[];
}

export const earlierColumns = [
  {
    ...{ input: 'number', title: 'Earlier number', isRequired: true, example: 'OLD-10417' },
    called: ['case number', 'case no', 'order number', 'earlier no', 'old number', 'number', 'case', 'case id'],
  },
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
    called: ['dob', 'd.o.b.', 'birth date', 'birthdate', 'born'],
  },
  {
    ...{ input: 'email', title: 'Email address', example: 'robin@example.com' },
    called: ['email', 'e-mail', 'e-mail address', 'mail'],
  },
  {
    ...{ input: 'subsidiary', title: 'Subsidiary', example: '' },
    called: ['subsidiary name', 'site', 'location', 'branch'],
  },
  {
    ...{ input: 'job', title: 'Job', example: 'Care assistant' },
    called: ['job title', 'position', 'role', 'job applied for'],
  },
  {
    ...{ input: 'reference', title: 'Reference of the client', example: 'EMP-17' },
    called: ['reference', 'client reference', 'your reference', 'employee number', 'purchase order'],
  },
  {
    ...{ input: 'ordered_on', title: 'Ordered on', isRequired: true, example: '04/02/2024' },
    called: ['ordered', 'order date', 'date ordered', 'requested on', 'received on'],
  },
  {
    ...{ input: 'completed_on', title: 'Completed on', isRequired: true, example: '19/02/2024' },
    called: ['completed', 'completion date', 'date completed', 'closed on'],
  },
  {
    ...{ input: 'result', title: 'Result', isRequired: true, example: 'Clear' },
    called: ['outcome', 'overall result', 'grade'],
  },
  {
    ...{ input: 'types', title: 'Report types', isRequired: true, example: 'identity; right_to_work' },
    called: ['reports', 'checks', 'types', 'report types (semicolons)'],
  },
  {
    ...{ input: 'file', title: 'PDF', isRequired: true, example: 'OLD-10417.pdf' },
    called: ['file', 'file name', 'pdf file', 'document', 'report file'],
  },
] as const satisfies readonly Column[];

type Input = (typeof earlierColumns)[number]['input'];

/** What is wrong in a cell. */
export interface Problem {
  /** Undefined for the whole row. */
  readonly input?: Input | undefined;
  readonly text: string;
}

export const titleOf = ({ input }: Problem): string =>
  earlierColumns.find((column) => column.input === input)?.title ?? '';

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

const lights: Readonly<Record<string, TrafficLight>> = {
  ...{ clear: 'Green', green: 'Green', 'clear, green': 'Green' },
  ...{ consider: 'Amber', amber: 'Amber', 'consider, amber': 'Amber' },
  ...{ red: 'Red', 'consider, red': 'Red' },
};

/** By its name or its code, as an order names it. */
function typeIn(text: string): number | undefined {
  const called = catalogue.find((type) => same(type.label, text) || same(codeOf(type), text));
  if (called !== undefined) return called.id;
  const named = namedType(text);
  return 'type' in named ? named.type.id : undefined;
}

const namesIn = (text: string) =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

function typesIn(text: string): { readonly types: readonly number[]; readonly texts: readonly string[] } {
  const found = namesIn(text).map((name) => ({ name, id: typeIn(name) }));
  const unknown = found.filter(({ id }) => id === undefined).map(({ name }) => `“${name}” is no report type`);
  const ids = found.flatMap(({ id }) => id ?? []);
  const texts = found.length === 0 ? ['Name the report types, with a semicolon between them'] : unknown;
  return { types: [...new Set(ids)], texts };
}

function dayOf(text: string): IsoDate | undefined {
  const [day, month, year] = dayParts(text);
  return parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const longest = { number: 100, job: 200, reference: 200 } as const;
const mostYears = 60;

/** What a row is judged by. */
export interface RowContext {
  readonly today: IsoDate;
  /** How long the account keeps people after their case is complete; 0 for no end. */
  readonly eraseAfterDays: number;
  readonly subsidiaries: readonly {
    readonly id: string;
    readonly name: string;
    readonly external_id: string | null;
  }[];
}

export const factsOf = ({ firstName, lastName, dob, email }: EarlierCase): ApplicantFacts => ({
  ...noFacts,
  ...{ first_name: firstName, last_name: lastName, dob, email },
});

export interface ReadRow {
  readonly rowNumber: number;
  /** Not fit to be stored while there are problems. */
  readonly earlier: EarlierCase;
  /** The name of the PDF. */
  readonly file: string;
  readonly problems: readonly Problem[];
}

/** Of the row alone, beside the rules of the person. */
export function readRow({ rowNumber, typed }: SheetRow, { today, eraseAfterDays, subsidiaries }: RowContext): ReadRow {
  const problems: Problem[] = [];
  const add = (input: Input, text: string) => problems.push({ input, text });
  const textIn = (input: Input) => typed[input]?.[0] ?? '';
  const day = (input: Input, missing: string): IsoDate => {
    const text = textIn(input);
    const found = dayOf(text);
    if (found === undefined) add(input, text === '' ? missing : 'Write a day, such as 27/03/2025');
    return found ?? '';
  };
  const [number, firstName, lastName] = [textIn('number'), textIn('first_name'), textIn('last_name')];
  if (number === '') add('number', 'Write the number that the case has in the earlier system');
  if (firstName === '') add('first_name', 'Write the first name');
  if (lastName === '') add('last_name', 'Write the last name');
  for (const input of ['number', 'job', 'reference'] as const)
    if (isLongerThan(textIn(input), longest[input])) add(input, `Use at most ${longest[input]} characters`);
  const dob = day('dob', 'Write the date of birth');
  const orderedOn = day('ordered_on', 'Write the day of the order');
  const completedOn = day('completed_on', 'Write the day on which it was complete');
  if (orderedOn !== '' && orderedOn < addYears(today, -mostYears))
    add('ordered_on', `Use a day of the last ${mostYears} years`);
  else if (orderedOn !== '' && orderedOn <= dob) add('ordered_on', 'Use a day after the date of birth');
  if (completedOn > today) add('completed_on', 'Use a day that is not in the future');
  else if (completedOn !== '' && completedOn < orderedOn)
    add('completed_on', 'Use the day of the order, or a day after it');
  else if (completedOn !== '' && eraseAfterDays > 0 && addDays(completedOn, eraseAfterDays) <= today)
    add(
      'completed_on',
      `The account keeps people for ${eraseAfterDays} days: this case would be erased at once. Leave it out`,
    );
  const result = textIn('result').toLowerCase();
  const light = Object.hasOwn(lights, result) ? lights[result] : undefined;
  if (light === undefined) add('result', 'Write Clear, or Consider with amber or red, such as “Consider, red”');
  const { types, texts } = typesIn(textIn('types'));
  for (const text of texts) add('types', text);
  const named = textIn('subsidiary');
  const subsidiary =
    subsidiaries.find(({ name }) => same(name, named)) ??
    subsidiaries.find(({ external_id: id }) => id !== null && same(id, named));
  if (named !== '' && subsidiary === undefined)
    add('subsidiary', `“${named}” is no subsidiary of the account: write its name or its external id, or nothing`);
  const file = textIn('file');
  if (file === '') add('file', 'Write the name of the PDF');
  else if (!file.toLowerCase().endsWith('.pdf')) add('file', 'Name a file that ends in .pdf');
  const earlier = {
    ...{ number, firstName, lastName, dob, email: textIn('email'), job: textIn('job') },
    ...{ reference: textIn('reference'), subsidiaryId: subsidiary?.id ?? null, orderedOn, completedOn },
    ...{ light: light ?? ('Amber' as const), types },
  };
  return { rowNumber, earlier, file, problems };
}

/**
 * What a file is called in an archive or a folder, without the folders that it lies in. A Mac writes é in a file's name as two
 * characters, a spreadsheet as one.
 */
export const fileKey = (name: string): string =>
  name
    .replace(/^.*[/\\]/, '')
    .normalize('NFC')
    .toLowerCase();

/** Rows with the number or the file of an earlier row are wrong, too. */
export function withRepeated(rows: readonly ReadRow[]): ReadRow[] {
  const seen = new Map<string, number>();
  const repeats = (kind: 'number' | 'file', value: string, rowNumber: number): Problem[] => {
    const key = `${kind} ${value}`;
    const first = seen.get(key);
    if (first === undefined && value !== '') seen.set(key, rowNumber);
    return first === undefined ? [] : [{ input: kind, text: `Row ${first} has the same: each case has its own` }];
  };
  return rows.map((row) => ({
    ...row,
    problems: [
      ...row.problems,
      ...repeats('number', numberTerm(row.earlier.number)?.value ?? '', row.rowNumber),
      ...repeats('file', fileKey(row.file), row.rowNumber),
    ],
  }));
}

export const typeLabels = ({ types }: Pick<EarlierCase, 'types'>): string[] =>
  types.map((id) => reportTypeById(id)?.label ?? String(id));

/** For the copy that a person gets of their data. */
export const earlierJson = (one: EarlierCase) => ({
  ...{ earlier_number: one.number, job: one.job, reference: one.reference },
  ...{ ordered_on: one.orderedOn, completed_on: one.completedOn, result: one.light.toLowerCase() },
  report_types: typeLabels(one),
});
