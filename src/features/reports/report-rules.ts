// The types of a report's outcome, and the rules that follow from its result; pure.
import type { Problems } from '../../lib/refusal.ts';
import { certificateFaults as certificateFaultTexts } from '../../messages/en-certificates.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { verdictsIn } from '../assessments/assessment-rules.ts';
import { type ReportResult, words } from '../report-types/breakdown.ts';
import { type BreakdownEntry, findingsProblems } from '../report-types/findings-rules.ts';
import { isExcluded, withoutOtherPeople } from '../report-types/found-lists.ts';
import { type Meant, meaning } from '../report-types/meaning-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { unableWords } from '../report-types/unable-to-verify.ts';
import type { AppliedRules } from '../result-rules/rule-set.ts';
import { type CertificateBounds, type CertificateFault, certificateFaults } from './certificate-rules.ts';
import type { ReportState } from './report-states.ts';
import { type Unconfirmed, unconfirmedSentence } from './unconfirmed-rules.ts';

/** For document reports only (interface §Report). */
export const subResults = ['clear', 'rejected', 'suspected', 'caution'] as const;
export type SubResult = (typeof subResults)[number];

export const trafficLights = ['Green', 'Amber', 'Red'] as const;
export type TrafficLight = (typeof trafficLights)[number];

/** The findings of a report; personal data, encrypted with the applicant's key. */
export interface Findings {
  /** By the name of each part that was examined, in the form `{ result, properties }`. */
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly properties: Readonly<Record<string, unknown>>;
  /** For people: shown in the PDF and the portals beside the traffic light. */
  readonly notes: string;
  /** What a Clear does not rest on, as its author confirmed at the desk; absent if nothing was missing. */
  readonly unconfirmed?: readonly Unconfirmed[];
  /** What the client's result rules said of it; absent where no rule is for reports of its type. */
  readonly result_rules?: AppliedRules;
}

export const noFindings: Findings = { breakdown: {}, properties: {}, notes: '' };

interface Finding {
  readonly status: ReportState;
  readonly result: ReportResult | null;
  readonly subResult: SubResult | null;
  readonly trafficLight: TrafficLight | null;
  readonly findings: Findings;
}

/** Whether the client may see what was found. */
export const isPublished = (status: ReportState): boolean => status === 'complete';

/**
 * The report as its client may see it: findings are hidden until somebody approves them, and for ever if the report is
 * withdrawn or cancelled (interface §Report: null until a result exists).
 */
export function published<R extends Finding>(report: R): R {
  if (isPublished(report.status)) return report;
  return { ...report, result: null, subResult: null, trafficLight: null, findings: noFindings };
}

/** As everybody but the desk sees a report of a restricted person: it waits, and shows nothing that was found. */
export const restrictedReport = <R extends Finding & { readonly completedAt: Date | null }>(report: R): R =>
  published(
    report.status === 'withdrawn' || report.status === 'cancelled'
      ? report
      : { ...report, status: 'paused', completedAt: null },
  );

/** The properties that clients see of a published report: the findings' own, traffic light and notes. */
export function propertiesOf({ status, trafficLight, findings }: Finding): Readonly<Record<string, unknown>> {
  if (!isPublished(status)) return {};
  const unable = unableWords(findings.properties);
  return {
    ...withoutOtherPeople(findings.properties),
    ...(unable !== undefined && { unable_to_verify_text: unable }),
    ...(findings.unconfirmed !== undefined && { unconfirmed: findings.unconfirmed.map(unconfirmedSentence) }),
    traffic_light: trafficLight,
    notes: findings.notes,
  };
}

export interface Outcome {
  readonly result: ReportResult;
  readonly subResult: SubResult | null;
  /** Set if the screener marks Red; otherwise the light follows from the result. */
  readonly trafficLight?: TrafficLight;
  readonly findings: Findings;
}

/** clear → Green, unidentified → Amber, consider → Amber unless the screener marks Red (decisions, Results). */
export function trafficLightOf(result: ReportResult, marked: TrafficLight | undefined): TrafficLight {
  if (result === 'clear') return 'Green';
  return marked === 'Red' ? 'Red' : 'Amber';
}

/** What of a Clear calls for attention, so that one of the two is wrong. */
export function contradictionsOf(
  { result, subResult, findings }: Pick<Outcome, 'result' | 'subResult' | 'findings'>,
  type: Pick<ReportType, 'breakdown' | 'properties'>,
): (Meant | { readonly in: 'sub_result'; readonly label: string; readonly value: string })[] {
  if (result !== 'clear') return [];
  const isExaminedClear = subResult === null || subResult === 'clear';
  const examined = { in: 'sub_result', label: 'What the examination showed', value: words(subResult ?? '') } as const;
  return [...(isExaminedClear ? [] : [examined]), ...meaning(type, findings, 'consider')];
}

const isGiven = (value: unknown): boolean => (value ?? '') !== '';

/** Lists of a provider alone whose entries say why, as those of judgments do. */
const adverseLists = ['records', 'matches'];

/** What speaks against the candidate; where was searched does not, nor a job without a word of why it is not confirmed. */
function listsWhy(known: ReportType['properties'], { employments, ...others }: Findings['properties']): boolean {
  const isAdverse = (list: string) => {
    const kind = known[list];
    return kind === 'list' ? adverseLists.includes(list) : typeof kind === 'object' && 'isAdverse' in kind;
  };
  const jobs = Array.isArray(employments) ? (employments as readonly Readonly<Record<string, unknown>>[]) : [];
  const saysMore = ({ not_confirmed_because: because, differs }: (typeof jobs)[number]) =>
    isGiven(because) || (Array.isArray(differs) && differs.length > 0);
  const isListed = ([name, list]: [string, unknown]) =>
    isAdverse(name) && Array.isArray(list) && list.some((entry) => !isExcluded(entry));
  return jobs.some(saysMore) || Object.entries(others).some(isListed);
}

/** Whether who reads a result that is not Clear learns why: by a note, or by a finding that means it. */
export function saysWhy(
  type: Pick<ReportType, 'breakdown' | 'properties'>,
  { result, subResult, findings }: Pick<Outcome, 'result' | 'subResult' | 'findings'>,
): boolean {
  const { notes, properties } = findings;
  if (result === 'clear' || notes.trim() !== '' || isGiven(properties.unable_to_verify)) return true;
  if (subResult !== null && subResult !== 'clear') return true;
  const isUnmet = verdictsIn(properties).some(({ is_met }) => !is_met);
  const isMeant = (meant: ReportResult) => meaning(type, findings, meant).length > 0;
  return isUnmet || isMeant('consider') || isMeant('unidentified') || listsWhy(type.properties, properties);
}

const pathOfFault = (fault: CertificateFault): string => {
  const [part, property] = fault.path.split('.');
  return fault.in === 'results' ? `breakdown.${part}.result` : `breakdown.${part}.properties.${property}`;
};

/** What is wrong with an outcome, whether a person or a provider gives it. */
export function outcomeProblems(outcome: Outcome, type: ReportType, bounds: CertificateBounds): Problems {
  const problems = findingsProblems(type, outcome.findings);
  for (const fault of certificateFaults(type, outcome.findings, bounds))
    problems.add(pathOfFault(fault), certificateFaultTexts[fault.code].api);
  if (outcome.subResult !== null && !type.hasSubResult) {
    problems.add('sub_result', problemSentence('for_documents_only'));
  }
  if (outcome.trafficLight === 'Red' && outcome.result !== 'consider') {
    problems.add('traffic_light', problemSentence('red_without_consider'));
  }
  const isUnable = (outcome.findings.properties.unable_to_verify ?? null) !== null;
  if (isUnable && outcome.result !== 'unidentified') {
    problems.add('properties.unable_to_verify', problemSentence('unable_without_unidentified'));
  }
  return problems;
}
