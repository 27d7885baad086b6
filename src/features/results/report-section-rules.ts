// Words one report of the results document: what was stated and found, by whom and within which limits, and its files;
// pure.
import { daysBetween, formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type StoredVerdict, storedRuleLine } from '../assessments/assessment-rules.ts';
import { type Disputed, disputeSentence } from '../checks/dispute-rules.ts';
import type { FactRow } from '../facts/fact-rows-rules.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import { isOpen, type ReportState } from '../reports/report-states.ts';
import { unconfirmedLead } from '../reports/unconfirmed-rules.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import type { WhyText } from '../result-rules/rule-set-rules.ts';
import {
  type Breakdown,
  breakdownRows,
  entryTables,
  plainProperties,
  propertyLines,
  reportOutcome,
  ukDate,
} from './report-document-rules.ts';

export interface DocumentedFile {
  readonly name: string;
  readonly description: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly addedAt: Date;
}

export interface DocumentedReport {
  /** The label in the catalogue, such as `Right to work`. */
  readonly label: string;
  readonly status: ReportState;
  /** Only complete reports show a result. */
  readonly result: ReportResult | null;
  readonly subResult: string | null;
  /** null: the light follows from the result. */
  readonly trafficLight: TrafficLight | null;
  /** Since when the candidate says that the result is not right; null if they do not. */
  readonly disputed?: Disputed | null;
  /** What a Clear does not rest on, in sentences. */
  readonly unconfirmed?: readonly string[];
  /** Why nobody could confirm what was stated; undefined if somebody did. */
  readonly unable?: string | undefined;
  readonly breakdown: Breakdown;
  readonly properties: Readonly<Record<string, unknown>>;
  /** How much of each list turned out to be about somebody else, such as `2 of 3 appointments`. */
  readonly excluded?: readonly string[];
  /** What the rules say of the findings. */
  readonly verdicts: readonly StoredVerdict[];
  /** Why it has its light, by the client's result rules; undefined if they say nothing. */
  readonly why?: WhyText | undefined;
  readonly notes: readonly string[];
  /** What screeners wrote for the client at any time, the oldest first. */
  readonly told: readonly { readonly text: string; readonly on: Date }[];
  /** The known facts among those that the report type requires. */
  readonly stated: readonly FactRow[];
  /** Who answers reports of this type; empty if that is not known. */
  readonly source: string;
  /** The law and the limits of the source. */
  readonly limits: readonly string[];
  readonly files: readonly DocumentedFile[];
  /** For whom an open report waits, and when it is expected; null if that is not known. */
  readonly waitingFor: WaitingFor | null;
  readonly expectedOn: IsoDate | null;
  /** The due date that has passed; null if none has. */
  readonly overdueSince: IsoDate | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export const isDone = (report: DocumentedReport): boolean => report.status === 'complete' && report.result !== null;

export const printedVerdict = (verdict: StoredVerdict) => ({
  word: verdict.is_met ? 'Met' : 'Not met',
  statement: verdict.statement,
  details: verdict.details,
  rule: storedRuleLine(verdict, 'client'),
});

function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

export const fileRow = ({ name, description, size, sha256, addedAt }: DocumentedFile) => ({
  name: /\S/.test(name) ? name : 'File',
  about: [description, `${sizeWords(size)}, added ${ukDate(addedAt)}`].filter((part) => part !== ''),
  // In lines that are too short to be broken, so that nothing is inserted into the hash.
  hash: [sha256.slice(0, 24), sha256.slice(24, 48), sha256.slice(48)],
});

/** Calendar days in the United Kingdom from the order to the result. */
function daysTaken({ createdAt, completedAt }: DocumentedReport): string {
  return completedAt === null ? '–' : String(daysBetween(ukDateOf(createdAt), ukDateOf(completedAt)));
}

/** PDF/UA forbids empty headings. */
const titleOf = ({ label }: DocumentedReport) => (/[\p{L}\p{N}\p{P}\p{S}]/u.test(label) ? label : 'Report');

const linesOf = (text: string) => text.split(/\n+/).filter((line) => line.trim() !== '');

/** What a complete report found. */
function found(report: DocumentedReport) {
  return {
    rows: breakdownRows(report.breakdown),
    unconfirmed: report.unconfirmed ?? [],
    properties: [
      ...(report.unable === undefined ? [] : [`Unable to verify: ${report.unable}.`]),
      ...propertyLines(plainProperties(report.properties)),
      ...(report.excluded ?? []).map((many) => `Looked at and excluded, as about somebody else: ${many}.`),
    ],
    entries: entryTables(report.properties),
    why: report.why === undefined ? [] : [report.why],
    verdicts: report.verdicts.map(printedVerdict),
    notes: report.notes.flatMap(linesOf),
    source: report.source,
    limits: report.limits,
  };
}

const nothing: ReturnType<typeof found> = {
  rows: [],
  unconfirmed: [],
  why: [],
  properties: [],
  entries: [],
  verdicts: [],
  notes: [],
  source: '',
  limits: [],
};

export function reportSection(report: DocumentedReport) {
  const shown = report.status === 'complete' ? found(report) : nothing;
  const stated = report.stated.map(({ label, lines }) => ({ label, text: lines.join(', ') }));
  const told = report.told.map(({ text, on }) => ({ on: ukDate(on), lines: linesOf(text) }));
  const files = report.files.map(fileRow);
  const lists = [
    shown.rows,
    shown.unconfirmed,
    shown.why,
    shown.properties,
    shown.entries,
    shown.verdicts,
    shown.notes,
    shown.limits,
    stated,
    told,
    files,
  ];
  return {
    title: titleOf(report),
    outcome: reportOutcome(report),
    completed: report.completedAt === null ? '–' : ukDate(report.completedAt),
    days: daysTaken(report),
    dates: [`Requested ${ukDate(report.createdAt)}`, report.completedAt && `completed ${ukDate(report.completedAt)}`]
      .filter(Boolean)
      .join(', '),
    disputed: report.disputed ? disputeSentence(report.disputed) : '',
    ...shown,
    unconfirmedLead,
    stated,
    told,
    files,
    hasDetails: shown.source !== '' || Boolean(report.disputed) || lists.some((list) => list.length > 0),
  };
}

const waits = {
  candidate: 'waiting for the candidate',
  client: 'waiting for you',
  source: 'waiting for the source',
} as const satisfies Readonly<Record<WaitingFor, string>>;

/** What an interim report still lacks; nothing for a report that is over. */
export function outstandingLine(report: DocumentedReport): string[] {
  if (!isOpen(report.status) || report.status === 'complete') return [];
  const parts = [
    reportOutcome(report).word.toLowerCase(),
    report.waitingFor === null ? '' : waits[report.waitingFor],
    report.overdueSince === null ? '' : `overdue since ${formatLongDate(report.overdueSince)}`,
    report.expectedOn === null ? '' : `expected on ${formatLongDate(report.expectedOn)}`,
  ];
  return [`${titleOf(report)}: ${parts.filter((part) => part !== '').join(', ')}.`];
}
