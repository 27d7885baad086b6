// The client's figures: how many orders came to which result, by month, and how long each report takes.
import type { FastifyRequest } from 'fastify';
import { type Ctx, type Environment, timeFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { findClientTurnaround, findOrdersByMonth, type OrdersRow } from '../../../features/lists/turnaround-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { formatMonth } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { barOf, durationText, mostOf, type Segment, turnaroundTable } from '../../shared/bars/bars.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { monthHref } from '../orders/orders-page.ts';

const path = '/portal/turnaround';
const DAY_MS = 86_400_000;
const periods = { 90: 'The last 90 days', 365: 'The last year', 730: 'The last two years' } as const;
const DEFAULT_DAYS = 365;

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

const endedOf = ({ clear, consider, without_result }: OrdersRow) => clear + consider + without_result;

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

/** @param seesResults whether the reader may know results */
function ordersTable(rows: readonly OrdersRow[], seesResults: boolean, environment: Environment) {
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
      href: monthHref(environment, row.month),
      bar: barOf(segmentsOf(row, seesResults), most),
      cells: [
        row.ordered,
        ...(seesResults ? [row.clear, row.consider, row.without_result] : [endedOf(row)]),
        row.ordered - endedOf(row),
        row.median_seconds === null ? 'None is complete' : durationText(row.median_seconds),
      ],
    })),
  };
}

async function modelOf(ctx: Ctx, user: ClientUser, { query }: FastifyRequest) {
  const { environment: given, days: asked } = query as Readonly<Record<string, unknown>>;
  const environment: Environment = given === 'test' ? 'test' : 'live';
  const days = Object.hasOwn(periods, Number(asked)) ? Number(asked) : DEFAULT_DAYS;
  const caller = callerFor(user, environment);
  const since = new Date(timeFor(ctx, caller).getTime() - days * DAY_MS);
  // Each month leads to the list of all its orders, so the first one is counted as a whole.
  const firstMonth = startOfUkDay(`${ukDateOf(since).slice(0, 7)}-01`);
  const [orders, turnaround] = await Promise.all([
    findOrdersByMonth(ctx.db, caller, firstMonth),
    findClientTurnaround(ctx.db, caller, since),
  ]);
  return {
    title: 'Turnaround',
    environment,
    periods: Object.entries(periods).map(([value, text]) => ({ value, text, selected: Number(value) === days })),
    tables: [
      ordersTable(orders, mayDo(user, 'read_results'), environment),
      turnaroundTable('Turnaround by report', turnaround, (key) => reportTypeById(Number(key))?.label ?? 'Report'),
    ],
  };
}

export function turnaroundPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_checks', menu: 'Turnaround', byEnvironment: true },
    async (request, reply, user) =>
      renderPage(request, reply, 'client/turnaround/turnaround.njk', await modelOf(ctx, user, request)),
  );
}
