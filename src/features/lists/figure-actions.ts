// The figures of all clients that their reader sees: of a time and the one before it, by client and by report type, with the open
// work and how long it takes at the pace of the last weeks.
import type { Ctx } from '../../context.ts';
import { addDays, type IsoDate, mondayOf } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand, mayDo } from '../access/permissions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { findMoneyFigures, type MoneyCounts, type MoneyRow } from './figure-money-queries.ts';
import {
  findOpenFigures,
  findOrderedReports,
  findOrderFigures,
  findPace,
  findReviewFigures,
  findWeekFigures,
  type OpenCounts,
  type OrderCounts,
  type PaceRow,
  type ReviewCounts,
  type WeekRow,
} from './figure-queries.ts';
import { findReportFigures, type ReportFigureRow } from './figure-report-queries.ts';
import {
  awayPart,
  type FigureTimes,
  type ForecastTime,
  medianOf,
  type Paced,
  type ReportCounts,
  sumOfPaced,
} from './figure-rules.ts';
import type { DeskReader } from './work-queue-queries.ts';

const noOrders: OrderCounts = { placed: 0, completed: 0, clear: 0, consider: 0, reopened: 0 };
const noReports = { completed: 0, reopened: 0, due: 0, on_time: 0 };
const noReviews: ReviewCounts = { reviewed: 0, sent_back: 0, reopened: 0 };
const noneOpen: OpenCounts = { open: 0, waiting: 0, postponed: 0, overdue: 0, today: 0, this_week: 0, next_week: 0 };
const noMoney: MoneyCounts = { revenue_pence: 0, cost_pence: 0, unpriced: 0 };

type Counts<Keys extends string> = Readonly<Record<Keys, number>>;

/** Of every count, over the rows. @param none which counts there are */
function sumOf<Row extends object>(none: Row, rows: readonly Row[]): Row {
  const keys = Object.keys(none) as (keyof Row & string)[];
  const total = Object.fromEntries(
    keys.map((key) => [key, rows.reduce((sum, row) => sum + (row as Counts<string>)[key]!, 0)]),
  );
  return total as Row;
}

/** What is counted of a time. */
export interface Figures {
  readonly orders: OrderCounts;
  readonly reports: ReportCounts;
  readonly reviews: ReviewCounts;
  /** Undefined if the reader does not see money. */
  readonly money: MoneyCounts | undefined;
}

export interface ClientFigures extends Figures {
  readonly accountId: string;
  readonly name: string;
  /** The percent of reports on time that is agreed; 0 if none is. */
  readonly onTimeTarget: number;
  readonly open: OpenCounts;
}

export interface TypeFigures extends Pick<Figures, 'reports' | 'money'> {
  readonly reportTypeId: number;
  readonly label: string;
  readonly ordered: number;
  readonly open: OpenCounts;
  readonly paced: Paced;
}

export interface CompanyFigures {
  readonly now: Figures;
  readonly before: Figures;
  readonly open: OpenCounts;
  /** Those of which there is anything to say. */
  readonly clients: readonly ClientFigures[];
  readonly types: readonly TypeFigures[];
  /** The oldest first; the last one is going on. */
  readonly weeks: readonly WeekRow[];
}

/** What of the figures the backlog and its forecast follow from. */
export interface Backlog {
  readonly open: OpenCounts;
  readonly types: readonly Pick<TypeFigures, 'reportTypeId' | 'open' | 'paced'>[];
}

const WEEKS_SHOWN = 12;

/** Every week, also one in which nothing happened. */
function everyWeek(rows: readonly WeekRow[], first: IsoDate): WeekRow[] {
  const found = new Map(rows.map((row) => [row.week, row]));
  return Array.from({ length: WEEKS_SHOWN }, (_, at) => {
    const week = addDays(first, 7 * at);
    return found.get(week) ?? { week, placed: 0, completed: 0 };
  });
}

async function readRows(ctx: Ctx, reader: DeskReader, times: FigureTimes) {
  const now = ctx.now();
  const today = ukDateOf(now);
  const first = addDays(mondayOf(today), -7 * (WEEKS_SHOWN - 1));
  const seesMoney = mayDo(reader, 'read_charges') && mayDo(reader, 'read_suppliers');
  const [orders, reports, reviews, open, ordered, pace, weeks, money] = await Promise.all([
    findOrderFigures(ctx.db, reader, times),
    findReportFigures(ctx.db, reader, times, today, ctx.calendar()),
    findReviewFigures(ctx.db, reader, times),
    findOpenFigures(ctx.db, reader, now),
    findOrderedReports(ctx.db, reader, times.now),
    findPace(ctx.db, reader, today),
    findWeekFigures(ctx.db, reader, first),
    seesMoney ? findMoneyFigures(ctx.db, reader, times) : undefined,
  ]);
  return { orders, reports, reviews, open, ordered, pace, weeks: everyWeek(weeks, first), money };
}

type Rows = Awaited<ReturnType<typeof readRows>>;

const moneyOf = (rows: readonly MoneyRow[] | undefined, isWanted: (row: MoneyRow) => boolean) =>
  rows === undefined ? undefined : sumOf(noMoney, rows.filter(isWanted));

const reportsOf = (rows: readonly ReportFigureRow[] = []): ReportCounts => ({
  ...sumOf(noReports, rows),
  median_days: medianOf(rows),
});

const isNow = ({ period }: { readonly period: string }): boolean => period === 'now';

const figuresOf = (rows: Rows, period: 'now' | 'before'): Figures => ({
  orders: sumOf(
    noOrders,
    rows.orders.filter((row) => row.period === period),
  ),
  reports: reportsOf(rows.reports.filter((row) => row.period === period)),
  reviews: sumOf(
    noReviews,
    rows.reviews.filter((row) => row.period === period),
  ),
  money: moneyOf(rows.money, (row) => row.period === period),
});

const isAny = (...counts: readonly object[]): boolean =>
  counts.some((one) => Object.values(one).some((value) => typeof value === 'number' && value !== 0));

function clientsOf(rows: Rows): ClientFigures[] {
  const reports = Map.groupBy(rows.reports.filter(isNow), ({ account_id }) => account_id);
  const open = Map.groupBy(rows.open, ({ account_id }) => account_id);
  return rows.orders
    .filter(isNow)
    .map(({ account_id: accountId, name, on_time_target: onTimeTarget, period: _, ...orders }) => {
      const isOurs = (row: { readonly account_id: string; readonly period: string }) =>
        row.account_id === accountId && isNow(row);
      return {
        ...{ accountId, name, onTimeTarget, orders },
        reports: reportsOf(reports.get(accountId)),
        reviews: rows.reviews.find(isOurs) ?? noReviews,
        open: sumOf(noneOpen, open.get(accountId) ?? []),
        money: moneyOf(rows.money, isOurs),
      };
    })
    .filter(({ orders, reports: rated, reviews, open: queue, money }) =>
      isAny(orders, rated, reviews, queue, money ?? {}),
    );
}

const pacedOf = (rows: readonly PaceRow[], time: ForecastTime): Paced =>
  sumOfPaced(rows.map((row) => ({ done: row.done, away: row.done * awayPart(row, time) })));

function typesOf(rows: Rows, time: ForecastTime): TypeFigures[] {
  const reports = Map.groupBy(rows.reports.filter(isNow), ({ report_type_id: id }) => id);
  const open = Map.groupBy(rows.open, ({ report_type_id: id }) => id);
  const charged = (rows.money ?? []).filter(isNow).flatMap(({ report_type_id: id }) => id ?? []);
  const ids = new Set([
    ...[...reports.keys(), ...open.keys(), ...charged],
    ...[...rows.ordered, ...rows.pace].map(({ report_type_id: id }) => id),
  ]);
  return [...ids].map((reportTypeId) => {
    const isOurs = (row: { readonly report_type_id: number | null }) => row.report_type_id === reportTypeId;
    return {
      reportTypeId,
      label: reportTypeById(reportTypeId)?.label ?? 'Report',
      ordered: rows.ordered.find(isOurs)?.ordered ?? 0,
      reports: reportsOf(reports.get(reportTypeId)),
      open: sumOf(noneOpen, open.get(reportTypeId) ?? []),
      paced: pacedOf(rows.pace.filter(isOurs), time),
      money: moneyOf(rows.money, (row) => isNow(row) && isOurs(row)),
    };
  });
}

/** Of what people of a team have, at the pace of these people. */
export async function readTeamBacklog(ctx: Ctx, reader: DeskReader, teamId: string): Promise<Backlog> {
  demand(authorityOf(reader), 'read_figures');
  const now = ctx.now();
  const [open, pace] = await Promise.all([
    findOpenFigures(ctx.db, reader, now, teamId),
    findPace(ctx.db, reader, ukDateOf(now), teamId),
  ]);
  const time = { today: ukDateOf(now), calendar: ctx.calendar() };
  const ids = new Set([...open, ...pace].map(({ report_type_id: id }) => id));
  const types = [...ids].map((reportTypeId) => ({
    reportTypeId,
    open: sumOf(
      noneOpen,
      open.filter((row) => row.report_type_id === reportTypeId),
    ),
    paced: pacedOf(
      pace.filter((row) => row.report_type_id === reportTypeId),
      time,
    ),
  }));
  return { open: sumOf(noneOpen, open), types };
}

export async function readFigures(ctx: Ctx, reader: DeskReader, times: FigureTimes): Promise<CompanyFigures> {
  demand(authorityOf(reader), 'read_figures');
  const rows = await readRows(ctx, reader, times);
  return {
    now: figuresOf(rows, 'now'),
    before: figuresOf(rows, 'before'),
    open: sumOf(noneOpen, rows.open),
    clients: clientsOf(rows),
    types: typesOf(rows, { today: ukDateOf(ctx.now()), calendar: ctx.calendar() }),
    weeks: rows.weeks,
  };
}
