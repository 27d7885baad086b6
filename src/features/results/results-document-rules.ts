// Chooses from the results of a check what their document shows; pure.
import { formatLongDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { taken as takenWords } from '../../messages/en-taken.ts';
import { verdictsIn } from '../assessments/assessment-rules.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { declarationOf } from '../candidate-form/consent.ts';
import type { Check } from '../checks/check.ts';
import { factsGivenOn, worstLight } from '../checks/check-rules.ts';
import { type FactRow, factRows } from '../facts/fact-rows-rules.ts';
import { type ApplicantFacts, type FactKey, placeholderDob } from '../facts/facts.ts';
import { toldToClient } from '../facts/previous-name-rules.ts';
import type { Known } from '../knowledge/known.ts';
import { employmentsIn } from '../references/stated-job-rules.ts';
import { labelledFindings } from '../report-types/findings-rules.ts';
import { withoutExcluded } from '../report-types/found-lists.ts';
import { legalGroundText } from '../report-types/legal-limit-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import { lawFor } from '../report-types/role-level-rules.ts';
import { unableWords } from '../report-types/unable-to-verify.ts';
import type { Report } from '../reports/report.ts';
import { unconfirmedSentence } from '../reports/unconfirmed-rules.ts';
import { type Asked, askedBy, factsAsked } from '../requirements/requirement-rules.ts';
import { gradeOf, whyText } from '../result-rules/rule-set-rules.ts';
import { limitedWords } from '../work-starts/limited-screening-rules.ts';
import { reasonLines, supervisedWords } from '../work-starts/work-start-rules.ts';
import { documentedSheet } from './document-sheet-rules.ts';
import { documentTimelines } from './document-timeline-rules.ts';
import { changeLines, type DocumentedVersion, sinceWords } from './document-version-rules.ts';
import type { DocumentedFile, DocumentedReport, ReportDocument } from './report-document.ts';
import type { Results } from './results-actions.ts';
import { recordedSources } from './source-words-rules.ts';

/** What the head of the document shows. */
const inHead: readonly string[] = ['name', 'date_of_birth'];

/**
 * What the report does not repeat: the head shows it, or the timeline of a list that many reports only need. Activities
 * stand with every report that asks for them, since it verifies them; addresses with those on who somebody is and where
 * they live.
 */
const shownElsewhere = ({ area }: ReportType): readonly string[] =>
  area === 'identity' ? inHead : [...inHead, 'addresses'];

/** Questions of the form whose Yes says no more than the number that follows, that there is no other name, or that it was read. */
const formQuestions = [
  ...(['name_is_from_birth', 'has_national_insurance_number', 'has_driving_licence'] as const),
  'has_read_dbs_privacy_policy',
] as const satisfies readonly FactKey[];

/** What the application alone asks of unspent convictions, the candidate was told, goes into it and nowhere else. */
const isForApplicationAlone = (asked: readonly Asked[], facts: ApplicantFacts): boolean =>
  !asked.some(({ id }) => id === 'unspent_declaration') || facts.has_convictions_to_declare !== null;

const labelOf = (report: Report) => reportTypeById(report.reportTypeId)?.label ?? report.name;

/** The known facts that the report type requires; none while the candidate still fills in the form. */
function statedFor({ order, status, activityYears }: Check, type: ReportType | undefined): FactRow[] {
  if (type === undefined || status === 'awaiting_applicant') return [];
  const required = askedBy(requiresOf([type], activityYears));
  const elsewhere = [
    ...shownElsewhere(type),
    ...formQuestions.filter((path) => order.facts[path] === true),
    ...(isForApplicationAlone(required, order.facts) ? ['unspent_convictions'] : []),
  ];
  const asked = required.filter(({ id }) => !elsewhere.includes(id));
  // Two requirements may ask for the same.
  const paths = new Set(asked.flatMap(factsAsked).filter((path) => !elsewhere.includes(path)));
  return factRows(toldToClient(order.facts), [...paths]);
}

const confirmed = (known: readonly Known<string>[]): string[] =>
  known.filter(({ confidence }) => confidence === 'confirmed').map(({ value }) => value);

const documentedFile = ({ fileName, description, size, sha256, createdAt }: Attachment): DocumentedFile => ({
  name: fileName,
  description,
  size,
  sha256,
  addedAt: createdAt,
});

/** Where each job has an entry with its dates, those of one job are not the report's. */
function withoutDates(breakdown: Report['findings']['breakdown']): Report['findings']['breakdown'] {
  if (breakdown.dates === undefined) return breakdown;
  const { properties: _, ...result } = breakdown.dates;
  return { ...breakdown, dates: result };
}

/** Who answered; where nobody recorded that, who answers such a report. */
function sourceText(results: Results, report: Report, type: ReportType | undefined): string {
  const recorded = recordedSources(report, results);
  return recorded.length > 0 ? recorded.join('; ') : (type?.answeredBy?.value ?? '');
}

/** The ground on which the client ordered what the law limits. */
const groundLines = ({ order: { legal_ground: ground } }: Check, type: ReportType | undefined): string[] =>
  type === undefined || type.limit === null
    ? []
    : [
        ground === undefined
          ? 'The client has not said on which ground the law allows this report.'
          : `Ordered on the ground: ${legalGroundText(ground)}.`,
      ];

function documentedReport(results: Results, report: Report): DocumentedReport {
  const { check, files, evidenced, notes: told, expected, workforce, disputes } = results;
  const type = reportTypeById(report.reportTypeId);
  const { properties: shown, excluded } = withoutExcluded(report.findings.properties);
  const findings = { ...report.findings, properties: shown };
  const { breakdown, properties, notes } = type === undefined ? findings : labelledFindings(type, findings);
  const { unconfirmed = [] } = report.findings;
  const isByJob = employmentsIn(report.findings).length > 0;
  const { verdicts: _, unable_to_verify: __, requests_sent: ___, calls_made: ____, ...particulars } = properties;
  return {
    label: labelOf(report),
    status: report.status,
    result: report.result,
    subResult: report.subResult,
    trafficLight: report.trafficLight,
    disputed: disputes.get(report.id) ?? null,
    unconfirmed: unconfirmed.map(unconfirmedSentence),
    unable: unableWords(report.findings.properties),
    breakdown: isByJob ? withoutDates(breakdown) : breakdown,
    properties: particulars,
    excluded,
    verdicts: verdictsIn(properties),
    why: report.trafficLight === null ? undefined : whyText(report.findings, gradeOf(report.trafficLight), 'client'),
    notes: notes === '' ? [] : [notes],
    told: told.filter(({ reportId }) => reportId === report.id).map(({ text, createdAt }) => ({ text, on: createdAt })),
    stated: statedFor(check, type),
    // A source that has not answered is not named, also where evidence came after the outcome.
    source:
      evidenced.has(report.id) && !unconfirmed.some(({ code }) => code === 'source')
        ? sourceText(results, report, type)
        : '',
    limits: [...groundLines(check, type), ...confirmed(lawFor(type?.law ?? [], workforce))],
    files: files.filter(({ reportId }) => reportId === report.id).map(documentedFile),
    waitingFor: expected.waiting.get(report.id) ?? null,
    expectedOn: expected.reports.get(report.id)?.on ?? null,
    overdueSince: expected.overdue.reports.get(report.id) ?? null,
    createdAt: report.createdAt,
    completedAt: report.completedAt,
  };
}

function timelinesOf(check: Check) {
  if (check.status === 'awaiting_applicant') return [];
  const types = check.reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const asked = askedBy(requiresOf(types, check.activityYears));
  const wanted = new Set(asked.flatMap(factsAsked));
  return documentTimelines(toldToClient(check.order.facts), asked, factsGivenOn(check)).filter(({ fact }) =>
    wanted.has(fact),
  );
}

function declarationsOf({ check, consents, taken }: Results): ReportDocument['declarations'] {
  if (check.formCompletedAt === null) return [];
  const declared = { text: declarationOf(check.order.facts), on: check.formCompletedAt };
  const given = consents.flatMap(({ agreed, givenAt, how }) => {
    const saidHow = how === undefined ? '' : takenWords.agreed(how, ukDateOf(givenAt));
    return agreed.map((text) => ({ text, on: givenAt, how: saidHow }));
  });
  return [
    ...given,
    { ...declared, how: taken.map(({ from, isWhole }) => takenWords.toClient(from, isWhole)).join(' ') },
  ];
}

function documentedVersions({ check, versions, nameOf }: Results): DocumentedVersion[] {
  const labels = new Map(check.reports.map((report) => [report.id, labelOf(report)]));
  return versions.map((version) => ({
    ...version,
    report: labels.get(version.reportId) ?? 'Report',
    author: nameOf(version.author).name,
    released: { ...version.released, by: nameOf(version.released.by).name },
    reopened: version.reopened && { ...version.reopened, by: nameOf(version.reopened.by).name },
  }));
}

function changesOf({ check, given, shown, versions }: Results): ReportDocument['changes'] {
  if (given === undefined) return null;
  const reports = check.reports.map((report) => ({ id: report.id, label: labelOf(report), status: report.status }));
  const lines = changeLines(given.shown, shown, reports, versions);
  return lines.length === 0 ? null : { since: sinceWords(given), lines };
}

/** As the newest text says it; null without one. */
function startOf({ start }: Results): ReportDocument['start'] {
  const [newest] = start?.risks ?? [];
  if (start === undefined || newest === undefined) return null;
  const limited = start.terms && limitedWords(start.terms.terms, start.terms.screening, formatLongDate);
  const lines = [supervisedWords(newest.supervisor), newest.text, ...reasonLines(newest), limited && `${limited}.`];
  const risk = lines.filter(Boolean).join('\n');
  return { ...start, risk, by: newest.by.name, writtenAt: newest.recordedAt };
}

export function documentOf(results: Results): ReportDocument {
  const { check, account } = results;
  const { facts, identity_evidence } = check.order;
  return {
    orderNumber: `VF${check.orderId}`,
    clientName: account.name,
    subsidiary: account.subsidiary,
    brandColour: account.brandColour,
    logo: results.logo,
    screenedBy: account.screenedBy,
    candidateName: [facts.first_name, facts.middle_name, facts.last_name].filter(Boolean).join(' '),
    dateOfBirth: facts.dob === placeholderDob ? null : facts.dob,
    isTest: check.tenant.environment === 'test',
    status: check.status,
    result: check.result,
    trafficLight: worstLight(check.reports),
    createdAt: check.createdAt,
    completedAt: check.completedAt,
    isFromCandidate: check.formCompletedAt !== null,
    identity:
      check.identityConfirmedAt === null
        ? null
        : { confirmedAt: check.identityConfirmedAt, verdicts: identity_evidence?.verdicts ?? [] },
    start: startOf(results),
    preparedAt: results.preparedAt,
    reports: check.reports.map((report) => documentedReport(results, report)),
    timelines: timelinesOf(check),
    sheet: documentedSheet(results),
    declarations: declarationsOf(results),
    versions: documentedVersions(results),
    changes: changesOf(results),
    files: results.files.filter(({ reportId }) => reportId === null).map(documentedFile),
  };
}
