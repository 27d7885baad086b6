// States as data: a table of state × event → next state, and the one function that reads it.

export type StateTable<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: State };
};

/** The state that `event` leads to from `state`; undefined if the table has no such transition. */
export function nextState<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  state: State,
  event: Event,
): State | undefined {
  return table[state][event];
}

/** The states that no event leaves. */
export function finalStates<State extends string, Event extends string>(table: StateTable<State, Event>): State[] {
  return (Object.keys(table) as State[]).filter((state) => Object.keys(table[state]).length === 0);
}

/** Every state reachable from `start`, `start` included. */
export function reachableStates<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  start: State,
): Set<State> {
  const seen = new Set<State>([start]);
  for (const state of seen) {
    for (const next of Object.values(table[state]) as State[]) seen.add(next);
  }
  return seen;
}
