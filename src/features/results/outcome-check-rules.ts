// Compares the outcomes that are shown with the versions that were decided and with what the sealed events say of them;
// pure.
import type { Tenant } from '../../context.ts';
import { resultOf } from '../checks/check-rules.ts';
import { type CheckState, isOngoing } from '../checks/check-states.ts';
import type { EventColumns } from '../events/event-row-rules.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { OutcomeSeal, OutcomeVersion } from '../reports/outcome-rules.ts';
import type { SubResult, TrafficLight } from '../reports/report-rules.ts';
import { isOpen, type ReportState } from '../reports/report-states.ts';

export interface ShownReport {
  readonly id: string;
  readonly status: ReportState;
  readonly result: ReportResult | null;
  readonly subResult: SubResult | null;
  readonly trafficLight: TrafficLight | null;
  readonly completedAt: Date | null;
  readonly sealedFindings: Buffer | null;
  /** The newest version, with whether its MAC is valid; null if there is none. */
  readonly newest: (OutcomeVersion & { readonly mac: Buffer; readonly isOurs: boolean }) | null;
}

export interface ShownCheck extends Tenant {
  readonly id: string;
  readonly status: CheckState;
  readonly result: 'clear' | 'consider' | null;
  readonly completedAt: Date | null;
  readonly reports: readonly ShownReport[];
  /** Its deciding events, only those that this program wrote. */
  readonly events: readonly EventColumns[];
}

/** What differs, by the names of interface v2; `version` if the stored decision itself does. */
export interface OutcomeProblem extends Tenant {
  readonly kind: 'outcome_changed' | 'outcome_removed';
  readonly checkId: string;
  /** Null if the check itself differs. */
  readonly reportId: string | null;
  readonly fields: readonly string[];
}

const isSameTime = (event: EventColumns | undefined, time: Date | null) =>
  event === undefined ? time === null : time !== null && Date.parse(event.occurred_at) === time.getTime();

/** The field names for which the entry is false. */
const differing = (same: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(same).filter((field) => !same[field]);

const sealIn = ({ detail }: EventColumns): OutcomeSeal | undefined =>
  (detail as { readonly outcome?: OutcomeSeal } | null)?.outcome;

function isDecided({ newest }: ShownReport, events: readonly EventColumns[]): boolean {
  const seals = events.flatMap((event) => sealIn(event) ?? []).sort((one, other) => other.version - one.version);
  const seal = seals[0];
  if (newest === null || seal === undefined) return newest === null && seal === undefined;
  return newest.isOurs && newest.version === seal.version && newest.mac.toString('hex') === seal.mac;
}

function differencesOfReport(report: ShownReport, events: readonly EventColumns[]): string[] {
  const last = events.filter(({ status }) => !isOpen(status as ReportState));
  const { newest } = report;
  const completed = last.find(({ type }) => type === 'report.completed');
  return differing({
    status: last.length === 0 ? isOpen(report.status) : last.length === 1 && last[0]!.status === report.status,
    result: report.result === (newest?.result ?? null),
    sub_result: report.subResult === (newest?.subResult ?? null),
    traffic_light: report.trafficLight === (newest?.trafficLight ?? null),
    breakdown:
      newest === null
        ? report.sealedFindings === null
        : newest.sealedFindings.equals(report.sealedFindings ?? Buffer.alloc(0)),
    completed_at: isSameTime(completed, report.completedAt),
    version: isDecided(report, events),
  });
}

function differencesOfCheck(check: ShownCheck): string[] {
  const last = check.events.filter(({ resource_type }) => resource_type === 'check');
  const isOver = !isOngoing(check.status);
  return differing({
    status: last.length === 0 ? !isOver : last.length === 1 && last[0]!.status === check.status,
    result: check.result === (isOver ? resultOf(check.reports) : null),
    completed_at: isSameTime(last[0], check.completedAt),
  });
}

export function problemsOfOutcomes(check: ShownCheck): OutcomeProblem[] {
  const { accountId, environment } = check;
  const about = { kind: 'outcome_changed', accountId, environment, checkId: check.id } as const;
  const ofReports = check.reports.map((report) => {
    const events = check.events.filter((event) => event.report_id === report.id && event.resource_type === 'report');
    return { ...about, reportId: report.id, fields: differencesOfReport(report, events) };
  });
  return [...ofReports, { ...about, reportId: null, fields: differencesOfCheck(check) }].filter(
    ({ fields }) => fields.length > 0,
  );
}
