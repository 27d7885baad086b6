// The permission that each move of a report needs at the desk; pure.
import type { Permission } from '../access/permissions.ts';
import type { ReportMove, ReportState } from '../reports/report-states.ts';

export const closingMoves: readonly ReportMove[] = ['withdraw', 'cancel'];

export function permissionFor(move: ReportMove, status: ReportState): Permission {
  if (closingMoves.includes(move)) return 'close_reports';
  return status === 'awaiting_approval' ? 'approve_outcomes' : 'record_outcomes';
}
