// What is to be done next on an order, and who has its reports; pure.
import { mayWorkOn } from '../../../features/cases/screening-rules.ts';
import type { OrderReport } from '../../../features/lists/order-report-queries.ts';
import { waitingTexts } from '../../shared/history-words.ts';

type Worked = Pick<OrderReport, 'turn' | 'status' | 'waiting_for' | 'mark' | 'reopened_at' | 'proposed_by'>;
type Who = Parameters<typeof mayWorkOn>[0];

const markTexts: Readonly<Record<NonNullable<OrderReport['mark']>, string>> = {
  sent_back: 'Correct what the reviewer sent back',
  source_answered: 'Read what the source answered',
  chase_due: 'Chase the supplier',
  answered: 'Read the answer to the query',
  change_found: 'Decide it anew: monitoring opened it again',
  check_again: 'Check it anew: monitoring opened it again',
};

/** Of a report in the queue, as this person may do it. */
export function actionText(who: Who, report: Omit<Worked, 'turn'>): string {
  const { status, waiting_for, mark, reopened_at } = report;
  if (waiting_for !== null && mark !== 'source_answered') return waitingTexts[waiting_for];
  if (status === 'paused') return 'Resume it';
  if (!mayWorkOn(who, report)) return 'Waiting for somebody else to approve the proposed outcome';
  if (status === 'awaiting_approval') return 'Approve the proposed outcome, or send it back';
  if (mark !== null) return markTexts[mark];
  return reopened_at === null ? 'Record the outcome' : 'Correct the outcome: it was opened again';
}

/** The report of the order that the queue would give this person first; else the first that somebody else has to do. */
export function nextOf<Row extends Worked>(who: Who, work: readonly Row[]): Row | undefined {
  const inTurn = work.filter(({ turn }) => turn !== null).sort((one, other) => one.turn! - other.turn!);
  return inTurn.find((one) => mayWorkOn(who, one)) ?? inTurn[0];
}

type Held = Pick<OrderReport, 'turn' | 'assignee_id' | 'assignee_name'>;

export const holderOf = ({ assignee_id, assignee_name }: Omit<Held, 'turn'>, userId: string): string =>
  assignee_id === userId ? 'You' : (assignee_name ?? 'Nobody');

/** How many of the reports in the queue each person has. */
export function holdersOf(
  work: readonly Held[],
  userId: string,
): { readonly name: string; readonly reports: number }[] {
  const byPerson = Map.groupBy(
    work.filter(({ turn }) => turn !== null),
    ({ assignee_id }) => assignee_id,
  );
  return [...byPerson.values()].map((held) => ({ name: holderOf(held[0]!, userId), reports: held.length }));
}
