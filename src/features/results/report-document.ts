// Builds the results of a check as a PDF (PDF/UA-1): its data, and the sentences that depend on the whole check.
import { fileURLToPath } from 'node:url';
import { formatLongDate, toTimestamp } from '../../lib/dates.ts';
import { ukTime } from '../../lib/uk-times.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import type { Logo } from '../accounts/logo-rules.ts';
import type { StoredVerdict } from '../assessments/assessment-rules.ts';
import { type CheckState, checkStateWords, isOngoing } from '../checks/check-states.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import type { DocumentedSheet } from './document-sheet-rules.ts';
import type { DocumentTimeline } from './document-timeline-rules.ts';
import { type DocumentedVersion, signOffLines, versionRows } from './document-version-rules.ts';
import { type Outcome, resultWords, ukDate } from './report-document-rules.ts';
import {
  type DocumentedFile,
  type DocumentedReport,
  fileRow,
  isDone,
  outstandingLine,
  printedVerdict,
  reportSection,
} from './report-section-rules.ts';

export type { DocumentedFile, DocumentedReport };

export interface ReportDocument {
  /** As the portals show it: `VF123`. */
  readonly orderNumber: string;
  readonly clientName: string;
  /** The name of the client's subsidiary that the order is for. */
  readonly subsidiary?: string | undefined;
  /** The screening company, if it is named. */
  readonly screenedBy?: string | undefined;
  /** `#rrggbb`, dark enough for text on white. */
  readonly brandColour: string;
  readonly logo?: Logo | undefined;
  readonly candidateName: string;
  /** `yyyy-mm-dd`; null until the candidate gives it. */
  readonly dateOfBirth: string | null;
  readonly isTest: boolean;
  /** `complete` makes a final report, an ongoing check an interim one. */
  readonly status: CheckState;
  readonly result: ReportResult | null;
  /** null: the light follows from the result. */
  readonly trafficLight: TrafficLight | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /** false for a client entry. */
  readonly isFromCandidate: boolean;
  /** Who the candidate is was confirmed, with the verdicts of that day; null if nobody has. */
  readonly identity: { readonly confirmedAt: Date; readonly verdicts: readonly StoredVerdict[] } | null;
  /** A start before the screening was complete, and how the client manages its risk; null if there is none. */
  readonly start: {
    readonly startsOn: string;
    readonly completeBy: string;
    readonly withoutClearance?: boolean;
    /** The day of a right to work check that came after the start. */
    readonly lateCheck?: string | undefined;
    readonly risk: string;
    readonly by: string;
    readonly writtenAt: Date;
  } | null;
  /** When these data were read. */
  readonly preparedAt: Date;
  readonly reports: readonly DocumentedReport[];
  readonly timelines: readonly DocumentTimeline[];
  /** Which of the stated history is verified, and by what; null where there is no sheet of it. */
  readonly sheet: DocumentedSheet | null;
  /** What the candidate agreed to and declared, with its day, and how where the desk typed for them; empty without a form. */
  readonly declarations: readonly { readonly text: string; readonly on: Date; readonly how: string }[];
  readonly versions: readonly DocumentedVersion[];
  /** What changed since a document that was given out before; null if there is none. */
  readonly changes: { readonly since: string; readonly lines: readonly string[] } | null;
  /** Files of the order that belong to no single report. */
  readonly files: readonly DocumentedFile[];
}

const TEMPLATE = fileURLToPath(new URL('report-document.typ', import.meta.url));

/** Whose statements the reports examined. */
export const statedBy = ({ isFromCandidate }: Pick<ReportDocument, 'isFromCandidate'>): string =>
  isFromCandidate ? 'Stated by the candidate' : 'Stated in the order';

/** Names the complete reports that need attention. */
function summary(reports: readonly DocumentedReport[], isOver: boolean): string {
  const done = reports.filter(isDone);
  const remarkable = done.filter((report) => report.result !== 'clear');
  if (done.length === 0) return isOver ? 'No report was completed.' : 'No report is complete yet.';
  if (remarkable.length === 0)
    return done.length === 1 ? 'The completed report is clear.' : 'All completed reports are clear.';
  const names = remarkable.map((report) => report.label).join('; ');
  const count = done.length === 1 ? 'The completed report' : `${remarkable.length} of ${done.length} completed reports`;
  return `${count} ${remarkable.length === 1 ? 'calls' : 'call'} for attention: ${names}.`;
}

function overall(document: ReportDocument): Outcome & { sentence: string } {
  const isOver = !isOngoing(document.status);
  const disputed = document.reports.filter((report) => report.disputed).map(({ label }) => label);
  const sentence = [
    summary(document.reports, isOver),
    ...(disputed.length === 0 ? [] : [`The candidate says that this is not right: ${disputed.join('; ')}.`]),
  ].join(' ');
  if (document.status === 'complete' && document.result !== null) {
    return { ...resultWords(document.result, document.trafficLight), sentence };
  }
  const done = document.reports.filter(isDone).length;
  const are = isOver ? ['was', 'were'] : ['is', 'are'];
  const what = isOver ? 'completed' : 'complete';
  const soFar = `${done} of ${document.reports.length} reports ${are[done === 1 ? 0 : 1]} ${what}. ${sentence}`;
  return {
    light: 'None',
    word: checkStateWords[document.status],
    aside: '',
    sentence: done === 0 ? sentence : soFar,
  };
}

const meanings = [
  { light: 'Green', word: 'Clear', meaning: 'nothing was found that calls for attention.' },
  { light: 'Amber', word: 'Unable to verify', meaning: 'nobody confirmed or denied what was stated.' },
  { light: 'Amber', word: 'Unidentified', meaning: 'the facts could not be matched to the person.' },
  {
    light: 'Amber',
    word: 'Consider, amber',
    meaning: 'something was found that a person should look at; it is not necessarily negative.',
  },
  { light: 'Red', word: 'Consider, red', meaning: 'something was found that calls for particular attention.' },
] as const;

/** Explains only the marks that the document uses, also in the table of versions. */
function legend(reports: readonly ReturnType<typeof reportSection>[], versions: readonly DocumentedVersion[]) {
  const outcomes = [
    ...reports.flatMap((report) => [report.outcome, ...report.rows.map((row) => row.outcome)]),
    ...versionRows(versions).map(({ outcome }) => outcome),
  ];
  return meanings.filter(({ light, word }) =>
    outcomes.some((outcome) => outcome.light === light && word.startsWith(outcome.word)),
  );
}

function closing(status: CheckState, prepared: string): string {
  const stands =
    status === 'complete'
      ? `This final report shows the results as they stood on ${prepared}.`
      : isOngoing(status)
        ? `This interim report shows what was finished on ${prepared}. Results may follow; the final report replaces it.`
        : `The order is closed: this report shows what was finished before, as it stood on ${prepared}. No results follow.`;
  return `${stands} A report informs a decision and does not make it: the candidate may ask to see it and may answer it.`;
}

/** What the last pages say of how the results came about. */
function record(document: ReportDocument, isFinal: boolean) {
  return {
    outstanding: isFinal ? [] : document.reports.flatMap(outstandingLine),
    changes: document.changes === null ? [] : [document.changes],
    timelines: document.timelines,
    sheet: document.sheet === null ? [] : [document.sheet],
    declarations: document.declarations.map(({ text, on, how }) => ({ text, on: ukDate(on), how })),
    files: document.files.map(fileRow),
    signOff: isFinal ? signOffLines(document.versions) : [],
    versions: versionRows(document.versions),
  };
}

/** Its file for the template; empty if there is none. */
const logoName = ({ logo }: ReportDocument): string => (logo === undefined ? '' : `logo.${logo.type}`);

function kindOf(status: CheckState): string {
  if (status === 'complete') return 'Final report';
  return isOngoing(status) ? 'Interim report' : 'Closed order';
}

const lateSentence = (day: string) =>
  ` The right to work was checked on ${formatLongDate(day)}, after the first day of work: a check after the start gives no statutory excuse.`;

const startSection = ({
  startsOn,
  completeBy,
  withoutClearance,
  lateCheck,
  risk,
  by,
  writtenAt,
}: NonNullable<ReportDocument['start']>) => ({
  sentence: `The client recorded that work starts on ${formatLongDate(startsOn)}, and that the screening must be complete by ${formatLongDate(completeBy)}.${withoutClearance ? ' They started without clearance: how the risk is managed was written afterwards.' : ''}${lateCheck === undefined ? '' : lateSentence(lateCheck)}`,
  risk: risk.split('\n').filter((line) => line.trim() !== ''),
  written: `Written by ${by} for the client on ${ukDate(writtenAt)}.`,
});

/** The texts that the template prints. */
function reportDocumentData(document: ReportDocument) {
  const isFinal = document.status === 'complete';
  const kind = kindOf(document.status);
  const prepared = `${ukDate(document.preparedAt)} at ${ukTime(document.preparedAt)}`;
  const reports = document.reports.map(reportSection);
  const closed: [string, string] =
    document.completedAt === null
      ? ['Results as of', prepared]
      : [isFinal ? 'Completed' : checkStateWords[document.status], ukDate(document.completedAt)];
  return {
    title: `Screening results, order ${document.orderNumber}`,
    description: `${kind} of order ${document.orderNumber}, prepared on ${prepared}`,
    preparedAt: toTimestamp(document.preparedAt),
    brand: { name: document.clientName, colour: document.brandColour, logo: logoName(document) },
    heading: `Screening results for ${document.candidateName}`,
    kind,
    footer: `Order ${document.orderNumber} · ${kind} · Confidential · ${document.screenedBy === undefined ? 'Made with Probity' : `Screening by ${document.screenedBy}`}`,
    test: document.isTest ? 'Test data: made in the sandbox, nobody was screened.' : '',
    facts: [
      ['Candidate', document.candidateName],
      ['Date of birth', document.dateOfBirth === null ? 'Not yet given' : formatLongDate(document.dateOfBirth)],
      ['Order', document.orderNumber],
      ['Requested by', document.clientName],
      ...(document.subsidiary === undefined ? [] : [['Subsidiary', document.subsidiary]]),
      ['Requested', ukDate(document.createdAt)],
      closed,
    ],
    overall: overall(document),
    legend: legend(reports, document.versions),
    reports,
    stated: statedBy(document),
    identity:
      document.identity === null
        ? []
        : [
            {
              sentence: `Confirmed on ${ukDate(document.identity.confirmedAt)}.`,
              verdicts: document.identity.verdicts.map(printedVerdict),
            },
          ],
    start: document.start === null ? [] : [startSection(document.start)],
    ...record(document, isFinal),
    closing: closing(document.status, prepared),
  };
}

export function renderReportDocument(document: ReportDocument): Promise<Buffer> {
  const { logo } = document;
  const images = logo === undefined ? {} : { [logoName(document)]: logo.content };
  return renderPdf({ template: TEMPLATE, data: reportDocumentData(document), images });
}
