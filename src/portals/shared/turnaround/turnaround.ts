// The figures of one client, for its own portal and for the desk: how many orders came to which result, by month, and how long
// each report takes.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import {
  findClientTurnaround,
  findOrdersByMonth,
  type LateReportRow,
  type OrdersRow,
} from '../../../features/lists/turnaround-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { formatMonth, isMonthText } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { barOf, durationText, mostOf, type Segment, turnaroundTable } from '../bars/bars.ts';
import { lateReportsOf, timeOf } from './late-reports.ts';
import { reviewOf } from './time-review.ts';
import { type AskedTime, periodItems, spanOf } from './turnaround-time.ts';

const legends = {
  results: [
    { pattern: 'solid', text: 'clear' },
    { pattern: 'striped', text: 'consider' },
    { pattern: 'outlined', text: 'without a result' },
  ],
  orders: [
    { pattern: 'solid', text: 'ended' },
    { pattern: 'outlined', text: 'going on' },
  ],
} as const;

interface Reader {
  /** Whether the reader may know results. */
  readonly seesResults: boolean;
  /** As the address has it. */
  readonly subsidiary?: string | undefined;
  /** The list of the orders of a month, where there is one. */
  readonly monthHref?: (month: string) => string;
}

const endedOf = ({ clear, consider, without_result }: OrdersRow) => clear + consider + without_result;

/** A reopened one ended before, and its result is being corrected. */
function goingOn(row: OrdersRow): string {
  const count = row.ordered - endedOf(row);
  return row.reopened === 0 ? String(count) : `${count}, of them ${row.reopened} reopened`;
}

const segmentsOf = (row: OrdersRow, seesResults: boolean): Segment[] =>
  seesResults
    ? [
        { value: row.clear, pattern: 'solid' },
        { value: row.consider, pattern: 'striped' },
        { value: row.ordered - row.clear - row.consider, pattern: 'outlined' },
      ]
    : [
        { value: endedOf(row), pattern: 'solid' },
        { value: row.ordered - endedOf(row), pattern: 'outlined' },
      ];

function ordersTable(rows: readonly OrdersRow[], { seesResults, monthHref }: Reader) {
  const most = mostOf(rows.map(({ ordered }) => ordered));
  const results = ['Clear', 'Consider', 'Ended without a result'];
  return {
    title: 'Orders by month',
    of: 'Month',
    empty: 'Nothing was ordered in this time.',
    legend: seesResults ? legends.results : legends.orders,
    heads: ['Ordered', ...(seesResults ? results : ['Ended']), 'Going on', 'Median time to complete'],
    rows: rows.map((row) => ({
      name: formatMonth(`${row.month}-01`),
      href: monthHref?.(row.month),
      bar: barOf(segmentsOf(row, seesResults), most),
      cells: [
        row.ordered,
        ...(seesResults ? [row.clear, row.consider, row.without_result] : [endedOf(row)]),
        goingOn(row),
        row.median_seconds === null ? 'None is complete' : durationText(row.median_seconds),
      ],
    })),
  };
}

/** The model of `shared/turnaround/turnaround.njk`. @param path of the page @param hrefOf where a report of a row is read */
export async function turnaroundOf(
  ctx: Pick<Ctx, 'db' | 'calendar'>,
  caller: Authority & OrderScope,
  {
    path,
    hrefOf,
    ...asked
  }: Reader & AskedTime & { readonly path: string; readonly hrefOf: (row: LateReportRow) => string | undefined },
) {
  const span = spanOf(asked);
  const time = timeOf(asked);
  const { subsidiary } = asked;
  const chosen = { environment: caller.environment, ...span.address, ...(subsidiary && { subsidiary }) };
  const fileHref = `${path}/file?${new URLSearchParams(chosen)}`;
  // Each month leads to the list of all its orders, so the first one is counted as a whole. Days have no such list.
  const isOfMonths = span.review === undefined || isMonthText(span.address.period ?? '');
  const begins = isOfMonths ? (span.review?.before.since ?? span.since) : span.since;
  const since = isOfMonths ? startOfUkDay(`${ukDateOf(begins).slice(0, 7)}-01`) : begins;
  const [orders, turnaround, late] = await Promise.all([
    findOrdersByMonth(ctx.db, caller, { since, until: span.until }),
    findClientTurnaround(ctx.db, caller, time),
    lateReportsOf(ctx, caller, asked, { hrefOf, fileHref }),
  ]);
  const nameOf = (key: unknown) => reportTypeById(Number(key))?.label ?? 'Report';
  const review =
    span.review === undefined
      ? undefined
      : await reviewOf(ctx, caller, {
          span: { ...span, review: span.review },
          turnaround,
          time,
          readOn: ukDateOf(asked.now),
        });
  return {
    title: review === undefined ? 'Turnaround' : `Service review of ${review.name}`,
    environment: caller.environment,
    turnaroundPath: path,
    asked: span.address,
    errors: span.errors,
    late,
    review,
    periods: periodItems(span, asked.now),
    tables: [
      ordersTable(orders, isOfMonths ? asked : { seesResults: asked.seesResults }),
      turnaroundTable('Turnaround by report', turnaround, nameOf, { onTimeOf: 'reports' }),
      ...(review?.tables ?? []),
    ],
  };
}
