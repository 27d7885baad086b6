// The states in which each action on a report is possible beside its moves: pages offer it there alone; pure.
import { openReportStates, type ReportState, reportStates } from './report-states.ts';

const examined = ['awaiting_data', 'paused'] as const;

export const actionStates = {
  /** Or give it back, or give it to somebody. */
  claim: openReportStates,
  /** The due date and the priority. */
  plan: openReportStates,
  /** Also while the report waits for another answer. */
  ask_query: examined,
  /** To a supplier, also while the report waits for another answer. */
  send_out: examined,
  /** Or ask again, correct the referee, take the answers down by telephone, take them over. */
  use_references: openReportStates,
  /** Or take a verification of a period back, but not while a report that rests on it awaits approval. */
  verify_periods: openReportStates,
  close_unverified: examined,
  /** That the application was made whose fee an authority takes, or that it was not. */
  record_application: openReportStates,
  write_note: reportStates,
  tick_task: reportStates,
} as const satisfies Readonly<Record<string, readonly ReportState[]>>;
export type ReportAction = keyof typeof actionStates;

export const allowsAction = (status: ReportState, action: ReportAction): boolean =>
  (actionStates[action] as readonly ReportState[]).includes(status);
