// The sandbox's fixed outcomes and its next step; pure (decisions, Sandbox; ours).

import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import type { Outcome, ReportResult } from '../reports/report-rules.ts';
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
  const hasSubResult = reportTypeById(report.reportTypeId)?.hasSubResult ?? false;
  return {
    result,
    subResult: hasSubResult ? (result === 'clear' ? 'clear' : 'caution') : null,
    findings: { breakdown: { sandbox: { result } }, properties: {}, notes: 'Test data: nothing was looked up.' },
  };
}

/** One step: the form, then each report in turn; the check completes with its last report. */
export function nextSandboxStep(check: Check): 'submit_form' | { readonly complete: Report } | undefined {
  if (check.status === 'awaiting_applicant') return 'submit_form';
  const report = check.reports.find((candidate) => isOpen(candidate.status));
  return report === undefined ? undefined : { complete: report };
}
