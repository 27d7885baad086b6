// The line of a person in the single central record, from all their checks; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { AgencyConfirmation } from '../agency-workers/agency-confirmation-rules.ts';
import type { PlacedPerson } from '../applicants/person-place-actions.ts';
import type { WorkKind } from '../applicants/work-kind-rules.ts';
import type { Check } from '../checks/check.ts';
import { jobOf, referencesOf } from '../checks/order-reference-rules.ts';
import type { Area, ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { certificateNumberOf, certificateText } from '../reports/certificate-rules.ts';
import type { Report } from '../reports/report.ts';
import { isOfRightToWork, permissionEndOf } from '../reports/right-to-work-rules.ts';
import { kinds, type RecordKind } from '../stated-staff/record-kind-rules.ts';
import type { StatedStaff } from '../stated-staff/stated-staff-actions.ts';
import type { StatedReport } from '../stated-staff/stated-staff-rules.ts';

import type { RecordGap } from './record-gap-queries.ts';
import type { HeldReportRow } from './renewal-queries.ts';

export interface RecordedCheck {
  readonly check: Check;
  readonly startsOn: IsoDate | null;
  readonly firstCompletedOn: IsoDate | null;
  /** They left after it. Where they came back, nothing of it counts any more. */
  readonly isOfEarlierWork: boolean;
  readonly decision: ClientDecision | null;
  /** Names; empty where nobody did it. */
  readonly decidedBy: string;
  readonly identityBy: string;
}

/** A complete report, the newest of its type. */
export interface RecordedReport {
  readonly type: ReportType;
  readonly report: Report;
  /** null if it is not renewed. */
  readonly renewOn: IsoDate | null;
  readonly isMonitored: boolean;
  readonly completedOn: IsoDate;
  /** Of a right to work. */
  readonly permissionEndsOn: IsoDate | null;
  /** Of a criminal record; empty where the result names none. */
  readonly certificate: { readonly number: string; readonly issuedOn: string };
}

export interface RecordedPerson {
  readonly id: string;
  /** As their newest check has them, or their client states them. */
  readonly firstName: string;
  readonly lastName: string;
  readonly dob: string;
  readonly job: string;
  /** null if nobody said it. */
  readonly workKind: WorkKind | null;
  /** What their agency confirmed; undefined of anybody else, and until it is recorded. */
  readonly agency: AgencyConfirmation | undefined;
  readonly subsidiaryId: string | null;
  /** The others where the reader sees them. */
  readonly places: readonly RecordedPlace[];
  /** Of their newest check; null without one. */
  readonly orderId: number | null;
  /** Empty if nobody said it. */
  readonly employeeNumber: string;
  /** What their client states of kinds that nothing here establishes. */
  readonly stated: readonly StatedHeld[];
  readonly startsOn: IsoDate | null;
  /** They started before their screening was complete for the first time, or without. */
  readonly isEarlyStart: boolean;
  readonly hasLeft: boolean;
  readonly gaps: readonly RecordGap[];
  readonly identity: { readonly on: IsoDate; readonly by: string } | undefined;
  readonly rightToWork: RecordedReport | undefined;
  /** Those with a certificate first. */
  readonly criminalRecords: readonly RecordedReport[];
  readonly others: ReadonlyMap<Area, readonly RecordedReport[]>;
  readonly decision: { readonly decision: ClientDecision; readonly on: IsoDate; readonly by: string } | undefined;
}

/** `startedBefore` finds the same. */
const isEarly = ({ startsOn, firstCompletedOn }: RecordedCheck, today: IsoDate): boolean =>
  startsOn !== null && startsOn <= today && (firstCompletedOn === null || startsOn < firstCompletedOn);

const criminalAreas: readonly Area[] = ['criminal_records', 'international_criminal_records'];

function certificateOf({ findings }: Report): RecordedReport['certificate'] {
  return { number: certificateNumberOf(findings), issuedOn: certificateText(findings, 'issued_on') };
}

/** Of the reports of a type, which follow each other, the last complete one. */
function newestOf({ reports }: Check): Report[] {
  const complete = reports.filter(({ status }) => status === 'complete');
  return [...new Map(complete.map((report) => [report.reportTypeId, report])).values()];
}

/** The last one of the newest check that has any: a follow-up stands behind what it follows up. */
function rightToWorkOf(reports: readonly RecordedReport[]): RecordedReport | undefined {
  const found = reports.filter(({ report }) => isOfRightToWork(report));
  return found.findLast(({ report }) => report.checkId === found[0]!.report.checkId);
}

/** What a client states of a kind of report. */
export interface StatedHeld extends StatedReport {
  readonly renewOn: IsoDate | null;
  /** Nobody states it: another subsidiary of the client had it checked, and it is clear. */
  readonly isOfGroup?: boolean;
}

/** Where they work besides the subsidiaries of their orders and of what is stated. */
export type RecordedPlace = Pick<PlacedPerson, 'subsidiaryId' | 'job' | 'startsOn' | 'endsOn'>;

/** What the record says of a person beside their checks. */
export interface RecordedFacts {
  readonly hasLeft: boolean;
  readonly workKind: WorkKind | null;
  readonly agency: AgencyConfirmation | undefined;
  readonly gaps: readonly RecordGap[];
  /** Also what another subsidiary states of who works at one that the reader sees. */
  readonly stated: StatedStaff | undefined;
  readonly seesStated: boolean;
  readonly places: readonly PlacedPerson[];
  readonly ofGroup: readonly StatedHeld[];
  /** Of what is stated and not replaced, by kind. */
  readonly statedRenewals: ReadonlyMap<RecordKind, IsoDate | null>;
  /** By the ids of the reports; those that are not renewed may be left out. */
  readonly renewals: ReadonlyMap<string, Pick<HeldReportRow, 'renew_on' | 'renewal'>>;
  readonly today: IsoDate;
  /** The other reference of an order is the number of the employee. */
  readonly referenceIsNumber: boolean;
}

/** @param checks the newest first */
function newestReports(checks: readonly RecordedCheck[], renewals: RecordedFacts['renewals']): RecordedReport[] {
  const byType = new Map<number, RecordedReport>();
  for (const report of checks.flatMap(({ check }) => newestOf(check))) {
    const type = reportTypeById(report.reportTypeId);
    if (report.completedAt === null || type === undefined || byType.has(type.id)) continue;
    const completedOn = ukDateOf(report.completedAt);
    byType.set(type.id, {
      ...{ type, report, completedOn, certificate: certificateOf(report) },
      renewOn: renewals.get(report.id)?.renew_on ?? null,
      isMonitored: renewals.get(report.id)?.renewal === 'monitored',
      permissionEndsOn: permissionEndOf(report),
    });
  }
  return [...byType.values()];
}

/** Undefined if nothing is known of them. */
function personOf(
  checks: readonly RecordedCheck[],
  { stated, places: [place] }: Pick<RecordedFacts, 'stated' | 'places'>,
): Pick<RecordedPerson, 'id' | 'firstName' | 'lastName' | 'dob' | 'job' | 'subsidiaryId' | 'orderId'> | undefined {
  const newest = checks[0]?.check;
  if (newest === undefined) {
    const known = stated ?? place;
    return known && { ...known, id: known.applicantId, orderId: null };
  }
  const { first_name: firstName, last_name: lastName, dob } = newest.order.facts;
  const { applicantId: id, subsidiaryId, orderId, order } = newest;
  return { id, firstName, lastName, dob, job: jobOf(order) || (stated?.job ?? ''), subsidiaryId, orderId };
}

/** @param all checks of one person, the newest first. Undefined for somebody who was erased meanwhile */
export function recordedPerson(all: readonly RecordedCheck[], facts: RecordedFacts): RecordedPerson | undefined {
  const { hasLeft, workKind, agency, gaps, renewals, today, stated, statedRenewals, referenceIsNumber } = facts;
  const checks = hasLeft ? all : all.filter(({ isOfEarlierWork }) => !isOfEarlierWork);
  const own = facts.seesStated ? stated : undefined;
  // Where they work now comes before where they have left.
  const places = facts.places.toSorted((one, other) => Number(one.endsOn !== null) - Number(other.endsOn !== null));
  const person = personOf(checks, { stated: own, places });
  if (person === undefined) return undefined;
  const said = places.find(({ subsidiaryId }) => subsidiaryId === person.subsidiaryId);
  const [newest] = checks;
  const ordered = referenceIsNumber && newest !== undefined ? referencesOf(newest.check.order).reference : '';
  const reports = newestReports(checks, renewals);
  const started = checks.find(({ startsOn }) => startsOn !== null);
  const confirmed = checks.find(({ check }) => check.identityConfirmedAt !== null);
  const decided = checks.find(({ check, decision }) => decision !== null && check.decidedAt !== null);
  const isCriminal = ({ type }: RecordedReport) => criminalAreas.includes(type.area);
  const rightToWork = rightToWorkOf(reports);
  const rest = reports.filter((one) => one !== rightToWork && !isCriminal(one));
  return {
    ...{ id: person.id, firstName: person.firstName, lastName: person.lastName, dob: person.dob },
    job: said?.job || person.job,
    places: places.filter((one) => one !== said),
    ...{
      subsidiaryId: person.subsidiaryId,
      orderId: person.orderId,
      employeeNumber: stated?.employeeNumber || ordered,
    },
    stated: [
      ...(stated?.reports ?? []).flatMap((one) =>
        statedRenewals.has(one.kind) ? [{ ...one, renewOn: statedRenewals.get(one.kind)! }] : [],
      ),
      ...facts.ofGroup,
    ].toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind)),
    startsOn: said?.startsOn ?? started?.startsOn ?? own?.startsOn ?? null,
    isEarlyStart: checks.some((one) => isEarly(one, today)),
    ...{ hasLeft, workKind, agency, gaps },
    identity: confirmed && { on: ukDateOf(confirmed.check.identityConfirmedAt!), by: confirmed.identityBy },
    rightToWork,
    criminalRecords: reports
      .filter(isCriminal)
      .toSorted((one, other) => Number(one.certificate.number === '') - Number(other.certificate.number === '')),
    others: Map.groupBy(rest, ({ type }) => type.area),
    decision: decided && {
      ...{ decision: decided.decision!, on: ukDateOf(decided.check.decidedAt!), by: decided.decidedBy },
    },
  };
}

/** In the order in which a reader looks for them. */
export const allReports = ({ rightToWork, criminalRecords, others }: RecordedPerson): RecordedReport[] => [
  ...(rightToWork === undefined ? [] : [rightToWork]),
  ...criminalRecords,
  ...[...others.values()].flat(),
];
