// The states of a request to a provider about a report, and the moves between them.
import { nextState, type StateTable } from '../../lib/state-table.ts';

export const requestStates = [
  'asking',
  'accepted',
  'answered',
  'person_needed',
  'given_up',
  'cancelling',
  'cancelled',
] as const;
export type RequestState = (typeof requestStates)[number];

export type RequestMove = 'accept' | 'answer' | 'need_person' | 'give_up' | 'cancel' | 'end';

export const requestTable = {
  /** Not reached or not answered yet: the provider is asked again. */
  asking: {
    accept: 'accepted',
    answer: 'answered',
    need_person: 'person_needed',
    give_up: 'given_up',
    cancel: 'cancelling',
  },
  /** The answer follows by poll or callback. */
  accepted: { answer: 'answered', need_person: 'person_needed', give_up: 'given_up', cancel: 'cancelling' },
  answered: {},
  person_needed: {},
  given_up: {},
  /** No longer needed: the provider is being notified. */
  cancelling: { end: 'cancelled' },
  cancelled: {},
} as const satisfies StateTable<RequestState, RequestMove>;

export const nextRequestState = (state: RequestState, move: RequestMove): RequestState | undefined =>
  nextState<RequestState, RequestMove>(requestTable, state, move);

/** Whether the request needs more work. */
export const isUnderWay = (state: RequestState): boolean => Object.keys(requestTable[state]).length > 0;
