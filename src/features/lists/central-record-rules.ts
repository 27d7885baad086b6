// The line of a person in the single central record, from all their checks; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';
import type { Area, ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { certificateNumberOf, certificateText } from '../reports/certificate-rules.ts';
import type { Report } from '../reports/report.ts';
import { isOfRightToWork, permissionEndOf } from '../reports/right-to-work-rules.ts';

export interface RecordedCheck {
  readonly check: Check;
  readonly startsOn: IsoDate | null;
  readonly decision: ClientDecision | null;
  /** Names; empty where nobody did it. */
  readonly decidedBy: string;
  readonly identityBy: string;
}

/** A complete report, the newest of its type. */
export interface RecordedReport {
  readonly type: ReportType;
  readonly report: Report;
  readonly completedOn: IsoDate;
  /** Of a right to work. */
  readonly permissionEndsOn: IsoDate | null;
  /** Of a criminal record; empty where the result names none. */
  readonly certificate: { readonly number: string; readonly issuedOn: string };
}

export interface RecordedPerson {
  /** Their newest check, whose facts and job stand for them. */
  readonly newest: Check;
  readonly startsOn: IsoDate | null;
  readonly identity: { readonly on: IsoDate; readonly by: string } | undefined;
  readonly rightToWork: RecordedReport | undefined;
  /** Those with a certificate first. */
  readonly criminalRecords: readonly RecordedReport[];
  readonly others: ReadonlyMap<Area, readonly RecordedReport[]>;
  readonly decision: { readonly decision: ClientDecision; readonly on: IsoDate; readonly by: string } | undefined;
}

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

/** @param checks the newest first */
function newestReports(checks: readonly RecordedCheck[]): RecordedReport[] {
  const byType = new Map<number, RecordedReport>();
  for (const report of checks.flatMap(({ check }) => newestOf(check))) {
    const type = reportTypeById(report.reportTypeId);
    if (report.completedAt === null || type === undefined || byType.has(type.id)) continue;
    const completedOn = ukDateOf(report.completedAt);
    byType.set(type.id, {
      ...{ type, report, completedOn, certificate: certificateOf(report) },
      permissionEndsOn: permissionEndOf(report),
    });
  }
  return [...byType.values()];
}

/** @param checks of one person, the newest first */
export function recordedPerson(checks: readonly RecordedCheck[]): RecordedPerson {
  const reports = newestReports(checks);
  const confirmed = checks.find(({ check }) => check.identityConfirmedAt !== null);
  const decided = checks.find(({ check, decision }) => decision !== null && check.decidedAt !== null);
  const isCriminal = ({ type }: RecordedReport) => criminalAreas.includes(type.area);
  const rightToWork = rightToWorkOf(reports);
  const rest = reports.filter((one) => one !== rightToWork && !isCriminal(one));
  return {
    newest: checks[0]!.check,
    startsOn: checks.find(({ startsOn }) => startsOn !== null)?.startsOn ?? null,
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
