// A month, a week or days of a client, as they are reviewed with them: what was ordered and completed, how much of it on time against what was
// agreed, why not, and what is open. Compared
// with the time before.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import {
  type ClientTurnaroundRow,
  findClientTurnaround,
  findLateReasons,
  findOpenByWaiting,
  findOrdersByMonth,
  type OrdersRow,
  type TurnaroundTime,
} from '../../../features/lists/turnaround-queries.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { barOf, mostOf } from '../bars/bars.ts';
import type { Span } from './turnaround-time.ts';

type Rows = readonly ClientTurnaroundRow[];

const sum = (rows: Rows, of: (row: ClientTurnaroundRow) => number) => rows.reduce((so, row) => so + of(row), 0);

const percentOf = (rows: Rows): number | undefined => {
  const due = sum(rows, (row) => row.due);
  return due === 0 ? undefined : Math.floor((100 * sum(rows, ({ on_time }) => on_time)) / due);
};

const waitingWords = { candidate: 'The candidate', client: 'The client', source: 'The source' } as const;
const oneBar = (value: number, most: number) => barOf([{ value, pattern: 'solid' as const }], most);

const placed = (orders: readonly OrdersRow[]) => orders.reduce((so, { ordered }) => so + ordered, 0);

/** The target, if one is agreed, and whether it was reached. */
function targetText(percent: number | undefined, target: number): string | undefined {
  if (target === 0) return undefined;
  return `Target ${target}%${percent === undefined ? '' : percent >= target ? ': reached' : ': not reached'}`;
}

interface Reviewed {
  readonly span: Span & Required<Pick<Span, 'review'>>;
  readonly turnaround: Rows;
  readonly time: TurnaroundTime;
  /** The day on which it is read, which may be later. */
  readonly readOn: IsoDate;
}

export async function reviewOf(
  ctx: Pick<Ctx, 'db'>,
  caller: Authority & OrderScope,
  { span, turnaround, time, readOn }: Reviewed,
) {
  const { name, before, beforeText: words } = span.review;
  /** `80 the month before` */
  const beforeText = (value: string | number) => `${value} ${words}`;
  const [orders, ordersBefore, earlier, reasons, open, { onTimeTargetPercent: target }] = await Promise.all([
    findOrdersByMonth(ctx.db, caller, span),
    findOrdersByMonth(ctx.db, caller, before),
    findClientTurnaround(ctx.db, caller, { ...before, today: ukDateOf(before.until) }),
    findLateReasons(ctx.db, caller, time),
    findOpenByWaiting(ctx.db, caller, readOn),
    readAccountSettings(ctx, caller.accountId),
  ]);
  const [percent, percentBefore] = [percentOf(turnaround), percentOf(earlier)];
  const completed = (rows: Rows) => sum(rows, (row) => row.completed);
  const late = (rows: Rows) => sum(rows, (row) => row.due - row.on_time);
  const mostLate = mostOf(reasons.map(({ reports }) => reports));
  const mostOpen = mostOf(open.map(({ reports }) => reports));
  return {
    name,
    figures: [
      {
        label: 'Orders placed',
        value: placed(orders),
        change: beforeText(placed(ordersBefore)),
      },
      { label: 'Reports completed', value: completed(turnaround), change: beforeText(completed(earlier)) },
      {
        label: 'On time',
        value: percent === undefined ? 'None was due' : `${percent}%`,
        of: targetText(percent, target),
        change: percentBefore === undefined ? undefined : beforeText(`${percentBefore}%`),
      },
      { label: 'Late', value: late(turnaround), change: beforeText(late(earlier)) },
      {
        label: 'Opened again',
        value: sum(turnaround, (row) => row.reopened),
        change: beforeText(sum(earlier, (row) => row.reopened)),
      },
    ],
    tables: [
      {
        title: 'Why reports were late',
        of: 'Reason',
        empty: 'No report was late.',
        legend: [],
        heads: ['Reports'],
        rows: reasons.map(({ reason, reports }) => ({
          name: reason === null ? 'No reason is given' : delayReasonWords[reason],
          bar: oneBar(reports, mostLate),
          cells: [reports],
        })),
      },
      {
        title: 'Open reports, as they are now',
        of: 'Who is waited for',
        empty: 'No report is open.',
        legend: [],
        heads: ['Reports', 'Late'],
        rows: open.map((row) => ({
          name: row.waiting_for === null ? 'The screening company' : waitingWords[row.waiting_for],
          bar: oneBar(row.reports, mostOpen),
          cells: [row.reports, row.late],
        })),
      },
    ],
  };
}
