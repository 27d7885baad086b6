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

/** As every page and document says them. */
export const reportStateWords: Readonly<Record<ReportState, string>> = {
  awaiting_data: 'Awaiting data',
  paused: 'Paused',
  awaiting_approval: 'Awaiting approval',
  complete: 'Complete',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
};

export type ReportMove =
  | 'pause'
  | 'resume'
  | 'await_approval'
  | 'change'
  | 'need_more'
  | 'complete'
  | 'reopen'
  | 'find_change'
  | 'cancel'
  | 'withdraw';

/** Everything but to open a complete report again, which also concerns its check. */
export type ScreeningMove = Exclude<ReportMove, 'reopen' | 'find_change'>;

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
    /** Another outcome is proposed instead. */
    change: 'awaiting_approval',
    need_more: 'awaiting_data',
    complete: 'complete',
    cancel: 'cancelled',
    withdraw: 'withdrawn',
  },
  complete: {
    /** To be corrected. */
    reopen: 'awaiting_data',
    /** Monitoring found that the outcome does not hold any more. */
    find_change: 'awaiting_data',
  },
  cancelled: {},
  withdrawn: {},
} as const satisfies StateTable<ReportState, ReportMove>;

/** The event that a move stores. */
export const reportMoveEvents = {
  pause: 'report.paused',
  resume: 'report.resumed',
  await_approval: 'report.awaiting_approval',
  change: 'report.outcome_changed',
  need_more: 'report.resumed',
  complete: 'report.completed',
  reopen: 'report.reopened',
  find_change: 'report.changed',
  cancel: 'report.cancelled',
  withdraw: 'report.withdrawn',
} as const satisfies Record<ReportMove, string>;

/** To whom a move gives the report; every other move leaves it where it is. */
export const handovers: Partial<Record<ReportMove, 'nobody' | 'proposer'>> = {
  await_approval: 'nobody',
  change: 'nobody',
  need_more: 'proposer',
  /** So that who gave the outcome corrects it, if it is opened again. */
  complete: 'proposer',
};

export function nextReportState(state: ReportState, move: ReportMove): ReportState | undefined {
  return nextState<ReportState, ReportMove>(reportTable, state, move);
}

/** The states in which somebody works on a report, or waits; a complete one is not open, although it can be reopened. */
export const openReportStates = ['awaiting_data', 'paused', 'awaiting_approval'] as const satisfies ReportState[];

export const isOpen = (state: ReportState): boolean => openReportStates.some((open) => open === state);
