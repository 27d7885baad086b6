// The moves that the reader of a report's page may make, with the words of their buttons.

import type { Permitted } from '../../../features/access/permissions.ts';
import { assessmentsFor } from '../../../features/assessments/assessments.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { allowedMoves } from '../../../features/cases/screening-rules.ts';
import { jobCountryOf } from '../../../features/checks/job-country-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import type { ScreeningMove } from '../../../features/reports/report-states.ts';
import { moveTexts } from './report-words.ts';

export const moves = Object.keys(moveTexts) as ScreeningMove[];
export const outcomeMoves: readonly ScreeningMove[] = ['complete', 'await_approval', 'change'];

export const typeOf = (report: Report) => reportTypeById(report.reportTypeId)!;

/** Without the verdicts of the law of another country than that of the job, and what is typed for them alone. */
export function typeForJob({ report, check }: Pick<OpenedReport, 'report' | 'check'>): ReportType {
  const type = typeOf(report);
  const assessments = assessmentsFor(type.assessments, jobCountryOf(check.order));
  return { ...type, assessments, inputs: assessments.length === 0 ? {} : type.inputs };
}

export function allowed(
  user: Permitted,
  { report: { status }, proposer, lacksTraining }: OpenedReport,
  among: readonly ScreeningMove[],
) {
  const isApproval = status === 'awaiting_approval';
  return allowedMoves(user, { status, proposer, lacksTraining }, among).map((move) => ({
    move,
    text: isApproval && move === 'complete' ? 'Approve' : moveTexts[move],
  }));
}
