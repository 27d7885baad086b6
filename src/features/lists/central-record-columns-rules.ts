// The columns of the record of staff as CSV, for an inspector such as the CQC or Ofsted; pure.

import { type CsvColumns, digitsAsText } from '../../lib/csv.ts';
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { decisionWords } from '../../messages/en-client-decisions.ts';
import { type Area, areas } from '../report-types/report-type.ts';
import { unableWords } from '../report-types/unable-to-verify.ts';
import { unconfirmedSentence } from '../reports/unconfirmed-rules.ts';
import { outcomeText, reportOutcome } from '../results/report-document-rules.ts';
import { type RecordKind, recordKinds } from '../stated-staff/record-kind-rules.ts';
import { allReports, type RecordedPerson, type RecordedReport, type StatedHeld } from './central-record-rules.ts';
import { gapText } from './record-gap-rules.ts';

/** What the report says was not confirmed, in sentences. */
const unconfirmedIn = ({ report }: RecordedReport): string[] =>
  (report.findings.unconfirmed ?? []).map(unconfirmedSentence);

const recordedResult = (one: RecordedReport): string => {
  const outcome = outcomeText(reportOutcome({ ...one.report, unable: unableWords(one.report.findings.properties) }));
  return unconfirmedIn(one).length === 0 ? outcome : `${outcome}, not everything confirmed`;
};

/** The barred lists and other options that were ordered with it. */
const optionsText = ({ type, report }: RecordedReport): string =>
  type.options
    .filter(({ name }) => report.options?.some((ordered) => ordered.name === name))
    .map(({ label }) => label)
    .join('; ');

function reportText(one: RecordedReport): string {
  const { number, issuedOn } = one.certificate;
  const certificate = [number, issuedOn].filter((part) => part !== '').join(' of ');
  const parts = [recordedResult(one), one.completedOn, ...(certificate === '' ? [] : [`certificate ${certificate}`])];
  return `${one.type.label}: ${parts.join(', ')}`;
}

const reportsText = (reports: readonly RecordedReport[] = []): string => reports.map(reportText).join('; ');

/** Reports of these stand in columns of their own; all others together. */
const ownColumns = ['identity', 'employment', 'education', 'professional_bodies', 'health'] as const satisfies Area[];

const otherAreas = (Object.keys(areas) as Area[]).filter((area) => !ownColumns.some((own) => own === area));

const columns: CsvColumns<RecordedPerson> = {
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  date_of_birth: ({ dob }) => dob,
  job: ({ job }) => job,
  newest_order: ({ orderId }) => orderId && `VF${orderId}`,
  starts_on: ({ startsOn }) => startsOn ?? '',
  identity_confirmed_on: ({ identity }) => identity?.on ?? '',
  identity_confirmed_by: ({ identity }) => identity?.by ?? '',
  right_to_work: ({ rightToWork }) => (rightToWork === undefined ? '' : recordedResult(rightToWork)),
  right_to_work_checked_on: ({ rightToWork }) => rightToWork?.completedOn ?? '',
  permission_ends_on: ({ rightToWork }) => rightToWork?.permissionEndsOn ?? '',
  criminal_record: ({ criminalRecords: [first] }) => first?.type.label ?? '',
  criminal_record_result: ({ criminalRecords: [first] }) => (first === undefined ? '' : recordedResult(first)),
  criminal_record_checked_on: ({ criminalRecords: [first] }) => first?.completedOn ?? '',
  criminal_record_options: ({ criminalRecords: [first] }) => (first === undefined ? '' : optionsText(first)),
  certificate_number: ({ criminalRecords: [first] }) => digitsAsText(first?.certificate.number ?? ''),
  certificate_issued_on: ({ criminalRecords: [first] }) => first?.certificate.issuedOn ?? '',
  other_criminal_records: ({ criminalRecords }) => reportsText(criminalRecords.slice(1)),
  ...Object.fromEntries(
    ownColumns.map((area) => [area, ({ others }: RecordedPerson) => reportsText(others.get(area))]),
  ),
  other_reports: ({ others }) => reportsText(otherAreas.flatMap((area) => others.get(area) ?? [])),
  decision: ({ decision }) => (decision === undefined ? '' : decisionWords[decision.decision].label),
  decided_on: ({ decision }) => decision?.on ?? '',
  decided_by: ({ decision }) => decision?.by ?? '',
};

const nextRenewal = (person: RecordedPerson): string =>
  [...allReports(person), ...person.stated].flatMap(({ renewOn }) => renewOn ?? []).toSorted()[0] ?? '';

/** As their client states it. @param written how a day is written: as it is in a file, in words on paper */
const statedParts = ({ completedOn, expiresOn, source }: StatedHeld, written = (day: IsoDate): string => day): string =>
  [
    written(completedOn),
    ...(expiresOn === null ? [] : [`until ${written(expiresOn)}`]),
    ...(source === '' ? [] : [source]),
  ].join(', ');

const statedText = (one: StatedHeld, written?: (day: IsoDate) => string): string =>
  `${recordKinds[one.kind].label}: ${statedParts(one, written)}`;

/** After those that files had before. */
const laterColumns: CsvColumns<RecordedPerson> = {
  next_renewal_on: nextRenewal,
  renewals: (person) =>
    allReports(person)
      .flatMap(({ type, renewOn, isMonitored }) =>
        renewOn === null && !isMonitored ? [] : [`${type.label}: ${renewOn ?? 'monitored'}`],
      )
      .join('; '),
  missing: ({ gaps }) => gaps.map(gapText).join('; '),
  started_before_clearance: ({ isEarlyStart }) => (isEarlyStart ? 'yes' : ''),
  screened_elsewhere: ({ stated }) => stated.map((one) => statedText(one)).join('; '),
  employee_number: ({ employeeNumber }) => digitsAsText(employeeNumber),
  left_or_not_suitable: ({ hasLeft }) => (hasLeft ? 'yes' : ''),
  not_confirmed: (person) =>
    allReports(person)
      .flatMap((one) => {
        const sentences = unconfirmedIn(one);
        return sentences.length === 0 ? [] : [`${one.type.label}: ${sentences.join(' ')}`];
      })
      .join(' '),
};

/** @param nameOf of a subsidiary; undefined leaves the column out */
export const recordColumns = (
  nameOf: ((subsidiaryId: string | null) => string) | undefined,
): CsvColumns<RecordedPerson> => ({
  ...columns,
  ...(nameOf && { subsidiary: ({ subsidiaryId }: RecordedPerson) => nameOf(subsidiaryId) }),
  ...laterColumns,
});

const onDay = (day: string | null | undefined): string => (day ? formatLongDate(day) : '');

/** Without what is empty. */
const lines = (...texts: readonly string[]): string[] => texts.filter((text) => text !== '');

const labelled = (label: string, text: string): string => (text === '' ? '' : `${label} ${text}`);

function printedReport(one: RecordedReport): string[] {
  const { number, issuedOn } = one.certificate;
  return lines(
    `${one.type.label}: ${recordedResult(one)}`,
    `checked ${onDay(one.completedOn)}`,
    labelled('certificate', number),
    labelled('issued', onDay(issuedOn)),
    optionsText(one),
  );
}

const kindsWithColumns: readonly RecordKind[] = ['identity', 'right_to_work', 'criminal_record'];

/** What their client states of a kind, on paper: the column says which kind it is. */
const printedStated = (stated: readonly StatedHeld[], kind: RecordKind): string[] =>
  stated.filter((one) => one.kind === kind).map((one) => `Screened elsewhere: ${statedParts(one, onDay)}`);

/** By column, the lines of a person on paper. */
const printed: Readonly<Record<string, (person: RecordedPerson) => readonly string[]>> = {
  Name: ({ firstName, lastName, dob, hasLeft }) =>
    lines(fullName(firstName, lastName), labelled('born', onDay(dob)), hasLeft ? 'has left, or is not suitable' : ''),
  'Job and first day': ({ job, startsOn, employeeNumber }) =>
    lines(job, labelled('from', onDay(startsOn)), labelled('employee number', employeeNumber)),
  'Identity seen by': ({ identity, stated }) => [
    ...(identity === undefined ? [] : lines(identity.by, onDay(identity.on))),
    ...printedStated(stated, 'identity'),
  ],
  'Right to work': ({ rightToWork, stated }) => [
    ...(rightToWork === undefined
      ? []
      : lines(
          recordedResult(rightToWork),
          `checked ${onDay(rightToWork.completedOn)}`,
          labelled('permission ends', onDay(rightToWork.permissionEndsOn)),
        )),
    ...printedStated(stated, 'right_to_work'),
  ],
  'Criminal record and certificate': ({ criminalRecords, stated }) => [
    ...criminalRecords.flatMap(printedReport),
    ...printedStated(stated, 'criminal_record'),
  ],
  'Other checks': ({ others, stated }) => [
    ...[...others.values()].flat().map((one) => `${one.type.label}: ${recordedResult(one)}, ${onDay(one.completedOn)}`),
    ...stated
      .filter(({ kind }) => !kindsWithColumns.some((own) => own === kind))
      .map((one) => `Screened elsewhere: ${statedText(one, onDay)}`),
  ],
  Decision: ({ decision }) =>
    decision === undefined ? [] : lines(decisionWords[decision.decision].label, onDay(decision.on), decision.by),
  Missing: ({ gaps }) => gaps.map(gapText),
};

export const printedColumns: readonly string[] = Object.keys(printed);

export const printedPerson = (person: RecordedPerson): (readonly string[])[] =>
  Object.values(printed).map((of) => of(person));
