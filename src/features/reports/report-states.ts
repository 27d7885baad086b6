// The states of a report and the moves between them, each with the event it stores (decisions, Report states).
import { nextState, type StateTable } from '../../lib/state-table.ts';

export const reportStates = [
  'awaiting_data',
  'paused',
  'awaiting_approval',
  'complete',
  'cancelled',
  'withdrawn',
] as const;
export type ReportState = (typeof reportStates)[number];

export type ReportMove = 'pause' | 'resume' | 'await_approval' | 'need_more' | 'complete' | 'cancel' | 'withdraw';

export const reportTable = {
  awaiting_data: {
    pause: 'paused',
    await_approval: 'awaiting_approval',
    complete: 'complete',
    cancel: 'cancelled',
    withdraw: 'withdrawn',
  },
  paused: { resume: 'awaiting_data', cancel: 'cancelled', withdraw: 'withdrawn' },
  awaiting_approval: {
    need_more: 'awaiting_data',
    complete: 'complete',
    cancel: 'cancelled',
    withdraw: 'withdrawn',
  },
  complete: {},
  cancelled: {},
  withdrawn: {},
} as const satisfies StateTable<ReportState, ReportMove>;

/** The event that a move stores. */
export const reportMoveEvents = {
  pause: 'report.paused',
  resume: 'report.resumed',
  await_approval: 'report.awaiting_approval',
  need_more: 'report.resumed',
  complete: 'report.completed',
  cancel: 'report.cancelled',
  withdraw: 'report.withdrawn',
} as const satisfies Record<ReportMove, string>;

export function nextReportState(state: ReportState, move: ReportMove): ReportState | undefined {
  return nextState<ReportState, ReportMove>(reportTable, state, move);
}

export function isOpen(state: ReportState): boolean {
  return Object.keys(reportTable[state]).length > 0;
}
