// The columns of the record of staff as CSV, for an inspector such as the CQC or Ofsted; pure.

import { type CsvColumns, digitsAsText } from '../../lib/csv.ts';
import { decisionWords } from '../../messages/en-client-decisions.ts';
import { confirmedText } from '../agency-workers/agency-confirmation-rules.ts';
import { workKindLabel } from '../applicants/work-kind-rules.ts';
import { type Area, areas } from '../report-types/report-type.ts';
import { type RecordKind, recordKinds } from '../stated-staff/record-kind-rules.ts';
import {
  allReports,
  type RecordedPerson,
  type RecordedPlace,
  type RecordedReport,
  type StatedHeld,
} from './central-record-rules.ts';
import {
  absenceOf,
  entriesOf,
  isSatisfactory,
  optionsText,
  type RecordEntry,
  type RecordForm,
  recordedResult,
  unconfirmedIn,
} from './record-entry-rules.ts';
import { gapText, gapTextWithoutResults } from './record-gap-rules.ts';

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

const statedText = ({ kind, completedOn, expiresOn, source, isOfGroup = false }: StatedHeld): string => {
  const parts = [
    completedOn,
    ...(expiresOn === null ? [] : [`until ${expiresOn}`]),
    ...(source === '' ? [] : [source]),
    ...(isOfGroup ? ['clear, ordered by another part of your organisation'] : []),
  ];
  return `${recordKinds[kind].label}: ${parts.join(', ')}`;
};

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
  screened_elsewhere: ({ stated }) => stated.map(statedText).join('; '),
  employee_number: ({ employeeNumber }) => digitsAsText(employeeNumber),
  left_or_not_suitable: ({ hasLeft }) => (hasLeft ? 'yes' : ''),
  not_confirmed: (person) =>
    allReports(person)
      .flatMap((one) => {
        const sentences = unconfirmedIn(one);
        return sentences.length === 0 ? [] : [`${one.type.label}: ${sentences.join(' ')}`];
      })
      .join(' '),
  kind_of_person: ({ workKind }) => workKindLabel(workKind),
  agency: ({ agency }) => agency?.agency ?? '',
  agency_confirmed_on: ({ agency }) => agency?.confirmedOn ?? '',
  agency_confirmed_by: ({ agency }) => agency?.confirmedBy ?? '',
  agency_confirms: ({ agency }) => (agency === undefined ? '' : confirmedText(agency)),
  identity_seen_on_arrival_on: ({ agency }) => agency?.seenOn ?? '',
  identity_seen_on_arrival_by: ({ agency }) => agency?.seenBy ?? '',
};

/** Of each kind the day, who did it, and its number or what was checked; several stand in the same order in each. */
const columnsOfKinds = (form: RecordForm): CsvColumns<RecordedPerson> =>
  Object.fromEntries(
    form.kinds.flatMap((kind) => {
      const of = (cell: (one: RecordEntry) => string) => (person: RecordedPerson) =>
        entriesOf(person, kind, form).map(cell).join('; ');
      return [
        [`${kind}_on`, of(({ on }) => on)],
        [`${kind}_by`, of(({ by, isStated }) => (isStated ? `stated by the employer${by && `: ${by}`}` : by))],
        [`${kind}_what`, of(({ what, number }) => [what, number].filter(Boolean).join(', '))],
        ...(form.withResults || kind !== 'criminal_record'
          ? []
          : [[`${kind}_issued_on`, of(({ issuedOn }) => issuedOn)] as const]),
        [`${kind}_absent`, (person: RecordedPerson) => absentText(person, kind, form)],
      ] as const;
    }),
  );

const absences = { missing: 'missing', none: 'none', not_asked: 'not asked for' } as const;

const absentText = (person: RecordedPerson, kind: RecordKind, form: RecordForm): string =>
  entriesOf(person, kind, form).length > 0 ? '' : absences[absenceOf(person, kind)];

const columnNames = ['first_name', 'last_name', 'date_of_birth', 'job', 'newest_order', 'starts_on'] as const;

/** Of the columns above those that say nothing of a result. */
const withoutResults = (): CsvColumns<RecordedPerson> => ({
  ...Object.fromEntries(columnNames.map((name) => [name, columns[name]!])),
  employee_number: laterColumns.employee_number!,
  missing: ({ gaps }) => [...new Set(gaps.map(gapTextWithoutResults))].join('; '),
  satisfactory: ({ decision }) => (decision !== undefined && isSatisfactory(decision.decision) ? decision.on : ''),
});

const placeText = (
  { subsidiaryId, job, startsOn, endsOn }: RecordedPlace,
  nameOf: (subsidiaryId: string) => string,
): string =>
  [
    ...[nameOf(subsidiaryId), job].filter((part) => part !== ''),
    ...(startsOn === null ? [] : [`from ${startsOn}`]),
    ...(endsOn === null ? [] : [`until ${endsOn}`]),
  ].join(', ');

/** @param nameOf of a subsidiary; undefined leaves the columns out */
export function recordColumns(
  form: RecordForm,
  nameOf: ((subsidiaryId: string | null) => string) | undefined,
): CsvColumns<RecordedPerson> {
  const place = nameOf && { subsidiary: ({ subsidiaryId }: RecordedPerson) => nameOf(subsidiaryId) };
  const before = form.withResults ? { ...columns, ...place, ...laterColumns } : { ...withoutResults(), ...place };
  const others = nameOf && {
    other_places: ({ places }: RecordedPerson) => places.map((one) => placeText(one, nameOf)).join('; '),
  };
  return { ...before, ...columnsOfKinds(form), ...others };
}
