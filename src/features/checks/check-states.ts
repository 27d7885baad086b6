// The states of a check and the moves between them, each with the event it stores (decisions, Check states).
import { nextState, type StateTable } from '../../lib/state-table.ts';

export const checkStates = [
  'awaiting_applicant',
  'in_progress',
  'on_hold',
  'complete',
  'withdrawn',
  'cancelled',
] as const;
export type CheckState = (typeof checkStates)[number];

/** As every page and document says them. */
export const checkStateWords: Readonly<Record<CheckState, string>> = {
  awaiting_applicant: 'Waiting for the candidate',
  in_progress: 'In progress',
  on_hold: 'On hold',
  complete: 'Complete',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
};

export type CheckMove = 'start' | 'hold' | 'resume' | 'complete' | 'reopen' | 'withdraw' | 'cancel';

export const checkTable = {
  awaiting_applicant: { start: 'in_progress', complete: 'complete', withdraw: 'withdrawn', cancel: 'cancelled' },
  in_progress: { hold: 'on_hold', complete: 'complete', withdraw: 'withdrawn', cancel: 'cancelled' },
  on_hold: { resume: 'in_progress', complete: 'complete', withdraw: 'withdrawn', cancel: 'cancelled' },
  /** One of its reports is open again. */
  complete: { reopen: 'in_progress' },
  withdrawn: {},
  cancelled: {},
} as const satisfies StateTable<CheckState, CheckMove>;

/** The event that a move stores. */
export const checkMoveEvents = {
  start: 'check.started',
  hold: 'check.on_hold',
  resume: 'check.resumed',
  complete: 'check.completed',
  reopen: 'check.reopened',
  withdraw: 'check.withdrawn',
  cancel: 'check.cancelled',
} as const satisfies Record<CheckMove, string>;

export function nextCheckState(state: CheckState, move: CheckMove): CheckState | undefined {
  return nextState<CheckState, CheckMove>(checkTable, state, move);
}

/** A check is ongoing until it has been completed, withdrawn or cancelled (interface §Check states). */
export const isOngoing = (state: CheckState): boolean =>
  state === 'awaiting_applicant' || state === 'in_progress' || state === 'on_hold';
