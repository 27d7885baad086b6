// When an order is due, by the rows of its reports; pure.
import { withoutWords } from '../../shared/expected-words.ts';

interface Due {
  readonly label: string;
  readonly isQueued: boolean;
  readonly dueOn: string | null;
  readonly overdue: string | undefined;
}

/** When the last of the reports in the queue is due. */
export function dueOf(rows: readonly Due[]) {
  const [last] = rows
    .filter(({ isQueued, dueOn }) => isQueued && dueOn !== null)
    .toSorted((one, other) => (one.dueOn! < other.dueOn! ? 1 : -1));
  const undated = rows.filter(({ isQueued, dueOn }) => isQueued && dueOn === null).map(({ label }) => label);
  return last && { on: last.dueOn!, overdue: last.overdue, rest: withoutWords(undated) };
}
