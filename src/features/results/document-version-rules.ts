// Words the versions of outcomes, who released them, and what changed since an earlier document; pure.
import { ukTime } from '../../lib/uk-times.ts';
import { unableWords } from '../report-types/unable-to-verify.ts';
import type { OutcomeGround } from '../reports/outcome-rules.ts';
import { type ReopenReason, reopenReasons } from '../reports/reopen-reasons.ts';
import { isOpen, type ReportState } from '../reports/report-states.ts';
import type { GivenDocument, ReleasedOutcome, Reopening, ShownOutcomes } from './outcome-version-rules.ts';
import { type Outcome, outcomeText, reportOutcome, ukDate } from './report-document-rules.ts';

export interface DocumentedVersion extends Omit<ReleasedOutcome, 'author' | 'released' | 'reopened'> {
  /** The label of its report. */
  readonly report: string;
  /** Who gave the outcome, by name, as who released it. */
  readonly author: string;
  readonly released: { readonly by: string; readonly at: Date };
  readonly reopened: Reopening | null;
}

const grounds: Readonly<Record<OutcomeGround, string>> = {
  provider_answer: 'A provider answered',
  examination: 'A person examined the report',
  review: 'A person changed it in approval',
};

export interface VersionRow {
  readonly report: string;
  readonly version: string;
  readonly outcome: Outcome;
  readonly decided: string;
  readonly released: string;
}

const at = (moment: Date) => `${ukDate(moment)} at ${ukTime(moment)}`;

const outcomeOf = (
  version: Pick<ReleasedOutcome, 'status' | 'result' | 'subResult' | 'trafficLight' | 'findings'>,
): Outcome =>
  isOpen(version.status)
    ? { light: 'None', word: 'Being corrected', aside: '' }
    : reportOutcome({ ...version, unable: unableWords(version.findings.properties) });

const reasonOf = ({ code }: Reopening): string => reopenReasons[code as ReopenReason] ?? code;

const reopenedWords = (reopened: Reopening | null): string =>
  reopened === null ? '' : ` Reopened by ${reopened.by}, ${at(reopened.at)}: ${reasonOf(reopened)}.`;

/** A dash where nobody else had to release it. */
function releasedWords({ author, released, reopened }: DocumentedVersion): string {
  const by = released.by === author ? '' : `${released.by}, ${at(released.at)}.`;
  return `${by}${reopenedWords(reopened)}`.trim() || '–';
}

export const versionRows = (versions: readonly DocumentedVersion[]): VersionRow[] =>
  versions.map((version) => ({
    report: version.report,
    version: String(version.version),
    outcome: outcomeOf(version),
    decided: version.result === null ? '–' : `${version.author}, ${at(version.decidedAt)}. ${grounds[version.ground]}.`,
    released: releasedWords(version),
  }));

/** One sentence for each person who released outcomes that count today. */
export function signOffLines(versions: readonly DocumentedVersion[]): string[] {
  const newest = [...Map.groupBy(versions, ({ reportId }) => reportId).values()].flatMap((one) => one.at(-1) ?? []);
  return newest.flatMap(({ report, author, released, result }) => {
    if (result === null) return [];
    const decided =
      released.by === author ? `decided and released by ${author}` : `decided by ${author}, approved by ${released.by}`;
    return [`${report}: ${decided} on ${at(released.at)}.`];
  });
}

interface ChangedReport {
  readonly id: string;
  readonly label: string;
  readonly status: ReportState;
}

/** What became different since the document that was given out before, in the order of the reports. */
export function changeLines(
  before: ShownOutcomes,
  now: ShownOutcomes,
  reports: readonly ChangedReport[],
  versions: readonly ReleasedOutcome[],
): string[] {
  const outcomeIn = (id: string, number: number) => {
    const version = versions.find((one) => one.reportId === id && one.version === number);
    return version === undefined ? 'no result' : outcomeText(outcomeOf(version));
  };
  return reports.flatMap(({ id, label, status }) => {
    const [old, current] = [before.versions[id], now.versions[id]];
    if (old === current) return [];
    if (old === undefined) return [`${label}: completed. ${outcomeIn(id, current!)}.`];
    if (current === undefined)
      return [`${label}: ${isOpen(status) ? 'reopened. Its result is being corrected' : status}.`];
    const reopened = versions.findLast(({ reportId, reopened }) => reportId === id && reopened !== null)?.reopened;
    const reason = reopened ? ` Reopened because: ${reasonOf(reopened)}.` : '';
    const [was, is] = [outcomeIn(id, old), outcomeIn(id, current)];
    const changed = was === is ? `corrected. The result is still ${is}` : `changed from ${was} to ${is}`;
    return [`${label}: ${changed}.${reason}`];
  });
}

/** `Since the interim report of 4 March 2026 at 14:05` */
export const sinceWords = ({ shown, givenAt }: GivenDocument): string =>
  `Since the ${shown.kind} report that was read on ${at(givenAt)}`;
