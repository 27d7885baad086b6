// Which versions of an outcome its readers may see, who released them, and what changed since a document that was given
// out before; pure.
import type { EventColumns } from '../events/event-row-rules.ts';
import type { OutcomeSeal, OutcomeVersion } from '../reports/outcome-rules.ts';
import type { Findings } from '../reports/report-rules.ts';

/** A version with its findings in clear. */
export interface ReadOutcome extends Omit<OutcomeVersion, 'sealedFindings'> {
  readonly findings: Findings;
}

export interface ReleasedOutcome extends ReadOutcome {
  /** Who completed the report with this version, and when; null if a later version replaced it before. */
  readonly released: { readonly by: string; readonly at: Date } | null;
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

const versionIn = ({ detail }: EventColumns): number =>
  (detail as { readonly outcome?: OutcomeSeal } | null)?.outcome?.version ?? 0;

/** The versions up to the newest with which its report was completed: nobody may see a later proposal yet. */
export function releasedOutcomes(
  versions: readonly ReadOutcome[],
  events: readonly EventColumns[],
  reopenings: readonly ReopenedVersion[],
): ReleasedOutcome[] {
  const completions = events
    .filter(({ type }) => type === 'report.completed')
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const ofReport = (id: string) => completions.filter((event) => event.report_id === id);
  return versions.flatMap((version) => {
    const releases = ofReport(version.reportId);
    if (!releases.some((event) => versionIn(event) >= version.version)) return [];
    const release = releases.findLast((event) => versionIn(event) === version.version);
    const released = release === undefined ? null : { by: release.actor, at: new Date(release.occurred_at) };
    const reopened = reopenings.findLast((one) => one.reportId === version.reportId && one.version === version.version);
    return [{ ...version, released, reopened: reopened ?? null }];
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

interface CompleteReport {
  readonly id: string;
  readonly status: string;
}

export function shownOutcomes(
  isFinal: boolean,
  reports: readonly CompleteReport[],
  versions: readonly ReleasedOutcome[],
): ShownOutcomes {
  const complete = reports.filter(({ status }) => status === 'complete');
  const newest = complete.map(({ id }) => [id, versions.findLast(({ reportId }) => reportId === id)?.version ?? 0]);
  return { kind: isFinal ? 'final' : 'interim', versions: Object.fromEntries(newest) };
}
