// The permission that each move of a report needs at the desk, who may work on it, and the moves that a screener is
// offered; pure.
import type { Actor } from '../../context.ts';
import { mayDo, type Permission, type Permitted } from '../access/permissions.ts';
import { isOwnProposal } from '../reports/outcome-rules.ts';
import { nextReportState, type ReportMove, type ReportState, type ScreeningMove } from '../reports/report-states.ts';

export const closingMoves = ['withdraw', 'cancel'] as const satisfies readonly ScreeningMove[];

export function permissionFor(move: ReportMove, status: ReportState): Permission {
  if (move === 'reopen') return 'reopen_reports';
  if (move === 'withdraw' || move === 'cancel') return 'close_reports';
  return status === 'awaiting_approval' ? 'approve_outcomes' : 'record_outcomes';
}

/** An outcome that awaits approval is work for those who may approve it and did not propose it. */
export const mayWorkOn = (
  who: Permitted & { readonly userId: string },
  { status, proposed_by }: { readonly status: ReportState; readonly proposed_by: Actor | null },
): boolean =>
  status !== 'awaiting_approval' ||
  (mayDo(who, 'approve_outcomes') && !isOwnProposal(`user:${who.userId}`, proposed_by));

/** Who gave the newest version of the outcome that awaits approval. */
export type Proposer = 'self' | 'colleague' | 'provider';

/** Nobody reviews their own proposal; a colleague's is sent back with a reason, on a page of its own. */
const notOffered: Readonly<Record<Proposer, readonly ScreeningMove[]>> = {
  self: ['complete', 'change'],
  colleague: ['need_more'],
  provider: [],
};

interface Offered {
  readonly status: ReportState;
  readonly proposer: Proposer | undefined;
  /** Whoever is not trained proposes outcomes, and approves none. */
  readonly lacksTraining: boolean;
}

export const allowedMoves = (
  who: Permitted,
  { status, proposer, lacksTraining }: Offered,
  among: readonly ScreeningMove[],
): ScreeningMove[] =>
  among
    .filter((move) => nextReportState(status, move) !== undefined && mayDo(who, permissionFor(move, status)))
    .filter((move) => proposer === undefined || !notOffered[proposer].includes(move))
    .filter((move) => proposer === undefined || !lacksTraining || move !== 'complete');
