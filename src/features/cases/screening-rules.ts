// The permission that each move of a report needs at the desk, and the moves that a screener is offered; pure.
import { mayDo, type Permission, type Permitted } from '../access/permissions.ts';
import { nextReportState, type ReportMove, type ReportState, type ScreeningMove } from '../reports/report-states.ts';

export const closingMoves: readonly ScreeningMove[] = ['withdraw', 'cancel'];

export function permissionFor(move: ReportMove, status: ReportState): Permission {
  if (move === 'reopen') return 'reopen_reports';
  if (move === 'withdraw' || move === 'cancel') return 'close_reports';
  return status === 'awaiting_approval' ? 'approve_outcomes' : 'record_outcomes';
}

/** Who gave the newest version of the outcome that awaits approval. */
export type Proposer = 'self' | 'colleague' | 'provider';

/** Nobody reviews their own proposal; a colleague's is sent back with a reason, on a page of its own. */
const notOffered: Readonly<Record<Proposer, readonly ScreeningMove[]>> = {
  self: ['complete', 'change'],
  colleague: ['need_more'],
  provider: [],
};

export const allowedMoves = (
  who: Permitted,
  { status, proposer }: { readonly status: ReportState; readonly proposer: Proposer | undefined },
  among: readonly ScreeningMove[],
): ScreeningMove[] =>
  among
    .filter((move) => nextReportState(status, move) !== undefined && mayDo(who, permissionFor(move, status)))
    .filter((move) => proposer === undefined || !notOffered[proposer].includes(move));
