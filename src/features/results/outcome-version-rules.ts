// Which versions of an outcome its readers may see, who released them, and what changed since a document that was given
// out before; pure.
import type { EventColumns } from '../events/event-row-rules.ts';
import type { OutcomeSeal, OutcomeVersion } from '../reports/outcome-rules.ts';
import { type Findings, published, type TrafficLight } from '../reports/report-rules.ts';
import type { ReportState } from '../reports/report-states.ts';

/** A version with its findings in clear. */
export interface ReadOutcome extends Omit<OutcomeVersion, 'sealedFindings'> {
  readonly findings: Findings;
}

/** While its report is not complete, a version has no result, no findings and no reopening. */
export interface ReleasedOutcome extends Omit<ReadOutcome, 'result' | 'trafficLight'> {
  /** Of its report. */
  readonly status: ReportState;
  readonly result: ReadOutcome['result'] | null;
  readonly trafficLight: TrafficLight | null;
  /** Who completed the report with this version, and when. */
  readonly released: { readonly by: string; readonly at: Date };
  /** Set if the report was reopened after it was completed with this version. */
  readonly reopened: Reopening | null;
}

export interface Reopening {
  readonly by: string;
  readonly at: Date;
  /** Why, of the closed list of the desk. */
  readonly code: string;
}

export interface ReopenedVersion extends Reopening {
  readonly reportId: string;
  readonly version: number;
}

interface StatedReport {
  readonly id: string;
  readonly status: ReportState;
}

const versionIn = ({ detail }: EventColumns): number =>
  (detail as { readonly outcome?: OutcomeSeal } | null)?.outcome?.version ?? 0;

/** The versions with which their reports were completed: nobody outside of the desk may see other proposals. */
export function releasedOutcomes(
  reports: readonly StatedReport[],
  versions: readonly ReadOutcome[],
  events: readonly EventColumns[],
  reopenings: readonly ReopenedVersion[],
): ReleasedOutcome[] {
  const completions = events
    .filter(({ type }) => type === 'report.completed')
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const statusOf = new Map(reports.map(({ id, status }) => [id, status]));
  return versions.flatMap((version) => {
    const { reportId, version: number } = version;
    const status = statusOf.get(reportId);
    const release = completions.findLast((event) => event.report_id === reportId && versionIn(event) === number);
    if (release === undefined || status === undefined) return [];
    const released = { by: release.actor, at: new Date(release.occurred_at) };
    const reopening = reopenings.findLast((one) => one.reportId === reportId && one.version === number);
    const reopened = status === 'complete' ? (reopening ?? null) : null;
    return [published<ReleasedOutcome>({ ...version, status, released, reopened })];
  });
}

/** What a document shows, without any personal data: kept with the document, and with each reading of it. */
export interface ShownOutcomes {
  readonly kind: 'interim' | 'final';
  /** The version of the outcome of each complete report, by the report's id. */
  readonly versions: Readonly<Record<string, number>>;
}

export interface GivenDocument {
  readonly shown: ShownOutcomes;
  readonly givenAt: Date;
}

export function shownOutcomes(
  isFinal: boolean,
  reports: readonly StatedReport[],
  versions: readonly ReleasedOutcome[],
): ShownOutcomes {
  const complete = reports.filter(({ status }) => status === 'complete');
  const newest = complete.map(({ id }) => [id, versions.findLast(({ reportId }) => reportId === id)?.version ?? 0]);
  return { kind: isFinal ? 'final' : 'interim', versions: Object.fromEntries(newest) };
}
