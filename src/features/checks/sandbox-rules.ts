// The sandbox's fixed outcomes and its next step; pure (decisions, Sandbox; ours).

import { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import { type BreakdownEntry, breakdownWith } from '../report-types/findings-rules.ts';
import { partsOfOrderedLists, withListsNotRequested } from '../report-types/ordered-list-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { type UnableReason, unableReasonsOf } from '../report-types/unable-to-verify.ts';
import type { Report } from '../reports/report.ts';
import { type Outcome, type TrafficLight, trafficLightOf } from '../reports/report-rules.ts';
import { isOpen } from '../reports/report-states.ts';
import type { Check } from './check.ts';

/** The outcome that a test report gets; what is absent follows from `result`. */
interface Fixed {
  readonly result: ReportResult;
  readonly trafficLight?: TrafficLight;
  readonly unable?: UnableReason;
  /** Which parts of the breakdown are not clear; all by default. */
  readonly parts?: 'barred_lists' | 'first';
}

/** In the order of the reference. */
const byLastName: Readonly<Record<string, Fixed>> = {
  consider: { result: 'consider' },
  red: { result: 'consider', trafficLight: 'Red' },
  partial: { result: 'consider', parts: 'first' },
  barred: { result: 'consider', trafficLight: 'Red', parts: 'barred_lists' },
  unidentified: { result: 'unidentified' },
  unverified: { result: 'unidentified', unable: 'no_reply' },
};

const clear: Fixed = { result: 'clear' };

/** By the last name of the applicant, or a report named in `consider`; clear otherwise. */
function fixedOutcome(order: Check['order'], report: Report, type: ReportType): Fixed {
  if (order.consider.some((name) => name.toLowerCase() === report.name)) return { result: 'consider' };
  const named = order.facts.last_name.toLowerCase();
  const fixed = Object.hasOwn(byLastName, named) ? byLastName[named]! : clear;
  // Who is barred is so on the lists that the report searches.
  const isElsewhere = fixed.parts === 'barred_lists' && partsOfOrderedLists(type, report.options).length === 0;
  return isElsewhere ? clear : fixed;
}

/** What a client asks a test report to be complete with. */
export interface AskedOutcome {
  readonly result?: ReportResult | undefined;
  readonly trafficLight?: TrafficLight | undefined;
  readonly unable?: UnableReason | undefined;
}

const impliedBy = { Green: 'clear', Amber: 'consider', Red: 'consider' } as const;

/** Undefined if nothing is asked. Refuses with `invalid_fields` what a live report could not be. */
function askedOutcome({ result, trafficLight, unable }: AskedOutcome, type: ReportType): Fixed | undefined {
  const found = result ?? (unable && 'unidentified') ?? (trafficLight && impliedBy[trafficLight]);
  if (found === undefined) return undefined;
  const problems = new Problems();
  if (unable !== undefined && found !== 'unidentified')
    problems.add('unable_to_verify', problemSentence('unable_without_unidentified'));
  const reasons = Object.keys(unableReasonsOf(type));
  if (unable !== undefined && !reasons.includes(unable))
    problems.add('unable_to_verify', problemSentence('not_one_of', { allowed: reasons }));
  const follows = trafficLightOf(found, trafficLight);
  if (trafficLight === 'Red' && follows !== 'Red')
    problems.add('traffic_light', problemSentence('red_without_consider'));
  else if (trafficLight !== undefined && trafficLight !== follows)
    problems.add('traffic_light', problemSentence('not_light_of_result', { other: found }));
  problems.refuse('invalid_fields');
  return { result: found, ...(trafficLight && { trafficLight }), ...(unable && { unable }) };
}

type Parts = Readonly<Record<string, BreakdownEntry>>;

/** A part that has no such answer gets its best one, or its worst. */
const withAnswer = (type: ReportType, result: ReportResult): Parts =>
  breakdownWith(type.breakdown, (results) =>
    results.includes(result) ? result : results.at(result === 'clear' ? 0 : -1)!,
  );

function partsOf(type: ReportType, report: Report, { result, parts }: Fixed): Parts {
  const all = withAnswer(type, result);
  if (parts === undefined) return all;
  const best = withAnswer(type, 'clear');
  const differing = Object.keys(all).filter((key) => type.breakdown[key]?.means[all[key]!.result] === result);
  const adverse = parts === 'first' ? differing.slice(0, 1) : partsOfOrderedLists(type, report.options);
  return { ...best, ...Object.fromEntries(adverse.map((key) => [key, all[key]!])) };
}

/** Refuses with `invalid_fields` an asked outcome that a live report of the type could not have. */
export function sandboxOutcome(order: Check['order'], report: Report, asked: AskedOutcome = {}): Outcome {
  const type = reportTypeById(report.reportTypeId)!;
  const fixed = askedOutcome(asked, type) ?? fixedOutcome(order, report, type);
  const { result, trafficLight, unable } = fixed;
  return {
    result,
    subResult: type.hasSubResult ? (result === 'clear' ? 'clear' : 'caution') : null,
    ...(trafficLight && { trafficLight }),
    findings: {
      breakdown: withListsNotRequested(type, report.options, partsOf(type, report, fixed)),
      properties: unable === undefined ? {} : { unable_to_verify: unable },
      notes: 'Test data: nothing was looked up.',
    },
  };
}

/** One step: the form, then each report in turn; the check completes with its last report. */
export function nextSandboxStep(check: Check): 'submit_form' | { readonly complete: Report } | undefined {
  if (check.status === 'awaiting_applicant') return 'submit_form';
  const report = check.reports.find((candidate) => isOpen(candidate.status));
  return report === undefined ? undefined : { complete: report };
}
