// What a client states of somebody of its staff who was screened elsewhere, and how it is judged; pure.
import { addYears, type IsoDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type WorkKind, workKindIn, workKindRule } from '../applicants/work-kind-rules.ts';
import { type CriminalLevel, kindOfRecord, kinds, levels, type RecordKind, recordKinds } from './record-kind-rules.ts';

export interface StatedReport {
  readonly kind: RecordKind;
  readonly completedOn: IsoDate;
  /** null if it does not expire. */
  readonly expiresOn: IsoDate | null;
  /** Who did it, or where; empty if it is not said. */
  readonly source: string;
  /** The number of the certificate, or what was checked; empty if it is not said. */
  readonly detail: string;
  /** Of a criminal record; null if it is not said. */
  readonly level: CriminalLevel | null;
}

export interface StatedPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** They have no first name. */
  readonly hasOneName: boolean;
  readonly dob: IsoDate;
  /** Empty if it is not known. */
  readonly email: string;
  readonly job: string;
  readonly employeeNumber: string;
  readonly startsOn: IsoDate | null;
  /** null if nobody said it. */
  readonly workKind: WorkKind | null;
  /** null for the whole account. */
  readonly subsidiaryId: string | null;
  readonly reports: readonly StatedReport[];
}

const longestText = 200;
const mostYears = 60;

/** The names of the inputs of a kind of report. */
export const reportInputs = (kind: RecordKind) =>
  ({ on: `${kind}_on`, until: `${kind}_until`, by: `${kind}_by`, detail: `${kind}_detail` }) as const;

/** The input of the level of a criminal record. */
export const LEVEL_INPUT = 'criminal_record_level';

/** As people write it, such as `Enhanced with barred list`; undefined for a text that is none. */
function levelIn(text: string): CriminalLevel | undefined {
  const said = text.toLowerCase().replaceAll(/[\s_]+/g, ' ');
  const words = said.split(/[^a-z]+/);
  if (/^(level 2|pvg)\b/.test(said)) return 'enhanced';
  return /^level 1\b/.test(said) ? 'basic' : levels.find((level) => words.includes(level));
}

/** By the names of the inputs, beside those of the applicant. @param days what was typed as each day; undefined if it is none */
export function statedProblems(
  { firstName, hasOneName, job, employeeNumber, startsOn, reports }: Omit<StatedPerson, 'subsidiaryId' | 'workKind'>,
  today: IsoDate,
): Problems {
  const problems = new Problems();
  const tooLong = (input: string, text: string) => {
    if (isLongerThan(text, longestText)) problems.add(input, `Use at most ${longestText} characters`);
  };
  if (hasOneName && firstName !== '')
    problems.add('first_name', 'Leave it empty: of somebody who has one name only it is the last name');
  tooLong('job', job);
  tooLong('employee_number', employeeNumber);
  const [first, last] = [addYears(today, -mostYears), addYears(today, mostYears)];
  if (startsOn !== null && (startsOn < first || startsOn > addYears(today, 1)))
    problems.add('starts_on', 'Enter the first day of work, at most a year from now');
  for (const { kind, completedOn, expiresOn, source, detail: said } of reports) {
    const { on, until, by, detail } = reportInputs(kind);
    tooLong(by, source);
    tooLong(detail, said);
    if (completedOn < first || completedOn > today) problems.add(on, 'Enter a day that is not in the future');
    if (expiresOn !== null && (expiresOn < completedOn || expiresOn > last))
      problems.add(until, 'Enter a day after the one on which it was done');
  }
  return problems;
}

/** What was typed, by input. */
type Typed = (input: string) => string;

/** @param dayOf undefined for a text that is no day */
export function readStated(
  typed: Typed,
  dayOf: (text: string) => IsoDate | undefined,
  subsidiaryId: string | null,
): { readonly person: StatedPerson; readonly problems: Problems } {
  const problems = new Problems();
  const day = (input: string): IsoDate | null => {
    const text = typed(input);
    const found = text === '' ? null : dayOf(text);
    if (found === undefined) problems.add(input, 'Enter a day, such as 27/03/2025');
    return found ?? null;
  };
  const typedLevel = typed(LEVEL_INPUT);
  const statedLevel = typedLevel === '' ? null : levelIn(typedLevel);
  if (statedLevel === undefined) problems.add(LEVEL_INPUT, 'Enter basic, standard or enhanced');
  const reports = kinds.flatMap((kind): StatedReport[] => {
    const { on, until, by, detail: what } = reportInputs(kind);
    const [completedOn, expiresOn, source] = [day(on), day(until), typed(by)];
    const detail = kindOfRecord(kind).detail === undefined ? '' : typed(what);
    const level = kind === 'criminal_record' ? (statedLevel ?? null) : null;
    if (completedOn !== null) return [{ kind, completedOn, expiresOn, source, detail, level }];
    if (typed(on) === '' && [typed(until), source, detail, level ?? ''].some((text) => text !== ''))
      problems.add(on, `Enter the day on which it was done: ${recordKinds[kind].label}`);
    return [];
  });
  const workKind = workKindIn(typed('work_kind')) ?? null;
  if (workKind === null && typed('work_kind') !== '') problems.add('work_kind', `The kind of person ${workKindRule}`);
  const dob = day('dob');
  if (dob === null && typed('dob') === '') problems.add('dob', 'Enter the date of birth');
  const person = {
    firstName: typed('first_name'),
    lastName: typed('last_name'),
    hasOneName: typed('has_one_name') === 'yes',
    dob: dob ?? '',
    email: typed('email'),
    job: typed('job'),
    employeeNumber: typed('employee_number'),
    startsOn: day('starts_on'),
    workKind,
    subsidiaryId,
    reports,
  };
  return { person, problems };
}

/** For the copy that a person gets of their data. */
export const statedJson = ({
  job,
  employeeNumber,
  startsOn,
  leftAt,
  reports,
}: StatedPerson & { readonly leftAt: Date | null }) => ({
  ...{ job, employee_number: employeeNumber, starts_on: startsOn, left_on: leftAt && ukDateOf(leftAt) },
  reports: reports.map(({ kind, completedOn, expiresOn, source, detail, level }) => ({
    ...{ kind, completed_on: completedOn, expires_on: expiresOn, done_by: source, detail, level },
  })),
});
