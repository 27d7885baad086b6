// The moves that the reader of a report's page may make, with the words of their buttons.
import type { Permitted } from '../../../features/access/permissions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { allowedMoves } from '../../../features/cases/screening-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import type { ScreeningMove } from '../../../features/reports/report-states.ts';
import { moveTexts } from './report-words.ts';

export const moves = Object.keys(moveTexts) as ScreeningMove[];
export const outcomeMoves: readonly ScreeningMove[] = ['complete', 'await_approval', 'change'];

export const typeOf = (report: Report) => reportTypeById(report.reportTypeId)!;

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
