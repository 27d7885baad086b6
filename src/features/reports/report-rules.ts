// What a report may hold, and what follows from its result; pure.
import type { Problems } from '../../lib/refusal.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import { type BreakdownEntry, findingsProblems } from '../report-types/findings-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { ReportState } from './report-states.ts';

/** Of document reports only (interface §Report). */
export const subResults = ['clear', 'rejected', 'suspected', 'caution'] as const;
export type SubResult = (typeof subResults)[number];

export const trafficLights = ['Green', 'Amber', 'Red'] as const;
export type TrafficLight = (typeof trafficLights)[number];

/** What a report found; personal data, sealed under the applicant's key. */
export interface Findings {
  /** Name → what was looked at, in the form `{ result, properties }`. */
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly properties: Readonly<Record<string, unknown>>;
  /** For people: shown in the PDF and the portals beside the traffic light. */
  readonly notes: string;
}

export const noFindings: Findings = { breakdown: {}, properties: {}, notes: '' };

interface Finding {
  readonly status: ReportState;
  readonly result: ReportResult | null;
  readonly subResult: SubResult | null;
  readonly trafficLight: TrafficLight | null;
  readonly findings: Findings;
}

/**
 * The report as its client may see it: what was found is the desk's own until somebody has approved it, and stays so
 * where the report ends in another way (interface §Report: null until a result exists).
 */
export function published<R extends Finding>(report: R): R {
  if (report.status === 'complete') return report;
  return { ...report, result: null, subResult: null, trafficLight: null, findings: noFindings };
}

/** What clients are shown of a report that is published, its traffic light and notes beside what was found. */
export const propertiesOf = ({ status, trafficLight, findings }: Finding): Readonly<Record<string, unknown>> =>
  status === 'complete' ? { ...findings.properties, traffic_light: trafficLight, notes: findings.notes } : {};

export interface Outcome {
  readonly result: ReportResult;
  readonly subResult: SubResult | null;
  /** Red is a screener's word; left out, the light follows from the result. */
  readonly trafficLight?: TrafficLight;
  readonly findings: Findings;
}

/** clear → Green, unidentified → Amber, consider → Amber unless the screener marks Red (decisions, Results). */
export function trafficLightOf(result: ReportResult, marked: TrafficLight | undefined): TrafficLight {
  if (result === 'clear') return 'Green';
  return marked === 'Red' ? 'Red' : 'Amber';
}

export function outcomeProblems(outcome: Outcome, type: ReportType): Problems {
  const problems = findingsProblems(type, outcome.findings);
  if (outcome.subResult !== null && !type.hasSubResult) {
    problems.add('sub_result', 'is for document reports only');
  }
  if (outcome.trafficLight === 'Red' && outcome.result !== 'consider') {
    problems.add('traffic_light', 'can be Red only where the result is consider');
  }
  return problems;
}
