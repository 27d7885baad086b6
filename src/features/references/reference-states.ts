// The states of a reference and the moves between them.
import { nextState, type StateTable } from '../../lib/state-table.ts';

export const referenceStates = ['requested', 'unanswered', 'undelivered', 'answered', 'declined', 'withdrawn'] as const;
export type ReferenceState = (typeof referenceStates)[number];

export type ReferenceMove =
  | 'answer'
  | 'correct'
  | 'retract'
  | 'decline'
  | 'reconsider'
  | 'give_up'
  | 'fail_to_reach'
  | 'ask_again'
  | 'withdraw';

export const referenceTable = {
  /** Out with the referee, who is reminded. */
  requested: {
    answer: 'answered',
    decline: 'declined',
    give_up: 'unanswered',
    fail_to_reach: 'undelivered',
    ask_again: 'requested',
    withdraw: 'withdrawn',
  },
  /** Reminded often enough: the screener decides. A late answer is still taken. */
  unanswered: { answer: 'answered', decline: 'declined', ask_again: 'requested', withdraw: 'withdrawn' },
  /** The mail was refused or given up: the screener corrects the address, or calls. An earlier link still takes answers. */
  undelivered: { answer: 'answered', decline: 'declined', ask_again: 'requested', withdraw: 'withdrawn' },
  /** Its referee may send a newer version, or take it back, until an outcome rests on it. */
  answered: { correct: 'answered', retract: 'declined' },
  /** Somebody else at the organisation may answer, or the same person by telephone, or by the link after all. */
  declined: { answer: 'answered', reconsider: 'requested', ask_again: 'requested', withdraw: 'withdrawn' },
  withdrawn: {},
} as const satisfies StateTable<ReferenceState, ReferenceMove>;

export const nextReferenceState = (state: ReferenceState, move: ReferenceMove): ReferenceState | undefined =>
  nextState<ReferenceState, ReferenceMove>(referenceTable, state, move);

/** Whether the referee's link takes answers. */
export const takesAnswers = (state: ReferenceState): boolean =>
  state === 'requested' || state === 'unanswered' || state === 'undelivered';
