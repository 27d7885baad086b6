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
  // Of the seals of one version the last counts: its contents may have been deleted since.
  const seals = [...events]
    .sort((one, other) => one.id.localeCompare(other.id))
    .flatMap((event) => sealIn(event) ?? []);
  const seal = seals.sort((one, other) => one.version - other.version).at(-1);
  if (newest === null || seal === undefined) return newest === null && seal === undefined;
  return newest.isOurs && newest.version === seal.version && newest.mac.toString('hex') === seal.mac;
}

const reopening: readonly string[] = ['report.reopened', 'report.changed', 'check.reopened'];

/** The events that ended it, and whether it has been open again after each of them, or all but the last. */
function endings(events: readonly EventColumns[], ended: (event: EventColumns) => boolean, isOver: boolean) {
  const all = events.filter(ended);
  const reopened = events.filter(({ type }) => reopening.includes(type)).length;
  const last = isOver
    ? all.toSorted((one, other) => one.occurred_at.localeCompare(other.occurred_at)).at(-1)
    : undefined;
  return { last, areWhole: all.length - reopened === (isOver ? 1 : 0) };
}

function differencesOfReport(report: ShownReport, events: readonly EventColumns[]): string[] {
  const isOver = !isOpen(report.status);
  const ends = ({ type, status }: EventColumns) => type !== 'report.contents_deleted' && !isOpen(status as ReportState);
  const { last, areWhole } = endings(events, ends, isOver);
  const { newest } = report;
  const completed = last?.type === 'report.completed' ? last : undefined;
  return differing({
    status: areWhole && (!isOver || last?.status === report.status),
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
  const events = check.events.filter(({ resource_type }) => resource_type === 'check');
  const isOver = !isOngoing(check.status);
  const { last, areWhole } = endings(events, ({ status }) => !isOngoing(status as CheckState), isOver);
  return differing({
    status: areWhole && (!isOver || last?.status === check.status),
    result: check.result === (isOver ? resultOf(check.reports) : null),
    completed_at: isSameTime(last, check.completedAt),
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
