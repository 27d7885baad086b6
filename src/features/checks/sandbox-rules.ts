// The sandbox's fixed outcomes and its next step; pure (decisions, Sandbox; ours).

import type { ReportResult } from '../report-types/breakdown.ts';
import { breakdownWith } from '../report-types/findings-rules.ts';
import { withListsNotRequested } from '../report-types/ordered-list-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import type { Outcome } from '../reports/report-rules.ts';
import { isOpen } from '../reports/report-states.ts';
import type { Check } from './check.ts';

const byLastName: Readonly<Record<string, ReportResult>> = { consider: 'consider', unidentified: 'unidentified' };

/** Last name `Consider` or `Unidentified`, or a report named in `consider`; clear otherwise. */
function sandboxResult(order: Check['order'], reportName: string): ReportResult {
  if (order.consider.some((name) => name.toLowerCase() === reportName)) return 'consider';
  return byLastName[order.facts.last_name.toLowerCase()] ?? 'clear';
}

export function sandboxOutcome(order: Check['order'], report: Report, forced: ReportResult | undefined): Outcome {
  const result = forced ?? sandboxResult(order, report.name);
  const type = reportTypeById(report.reportTypeId)!;
  // A part that has no such answer gets its best one, or its worst.
  const breakdown = breakdownWith(type.breakdown, (results) =>
    results.includes(result) ? result : results.at(result === 'clear' ? 0 : -1)!,
  );
  return {
    result,
    subResult: type.hasSubResult ? (result === 'clear' ? 'clear' : 'caution') : null,
    findings: {
      breakdown: withListsNotRequested(type, report.options, breakdown),
      properties: {},
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
