// The tables of the page of figures: by client, by report type, and the backlog by area with its forecast.
import type { Backlog, ClientFigures, TypeFigures } from '../../../features/lists/figure-actions.ts';
import type { OpenCounts } from '../../../features/lists/figure-queries.ts';
import {
  endOfNextWeek,
  type ForecastTime,
  forecastOf,
  LEAST_FOR_PACE,
  LEAST_OF_AREA,
  onTimePercent,
  type Paced,
  sumOfPaced,
  workingDaysLeft,
} from '../../../features/lists/figure-rules.ts';
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { inThousands } from '../../shared/page-filters.ts';
import { accountsPath } from '../accounts/account-request.ts';
import { orderListHref, readOrderListQuery } from '../order-list/order-list-query.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';
import type { FigureSort, FiguresQuery } from './figures-query.ts';
import { daysText, type FigureLinks, inWholePounds, marginPence } from './figures-words.ts';

/** More stand in the file. */
const ROWS_SHOWN = 50;

type Row = Pick<ClientFigures, 'reports' | 'open' | 'money'>;
type Named = Row & { readonly name: string; readonly size: number };

const smallest = (one: number, other: number) => one - other;

/** First what a director looks for; equal ones by size, then by name. */
const byWhat: Readonly<Record<FigureSort, (one: Named, other: Named) => number>> = {
  most: () => 0,
  overdue: (one, other) => smallest(other.open.overdue, one.open.overdue),
  late: (one, other) => smallest(onTimePercent(one.reports) ?? 101, onTimePercent(other.reports) ?? 101),
  margin: (one, other) =>
    one.money === undefined || other.money === undefined
      ? 0
      : smallest(marginPence(one.money), marginPence(other.money)),
  name: (one, other) => one.name.localeCompare(other.name),
};

const sortFigures = <One extends Named>(rows: readonly One[], sort: FigureSort): One[] =>
  rows.toSorted(
    (one, other) => byWhat[sort](one, other) || other.size - one.size || one.name.localeCompare(other.name),
  );

interface Cell {
  readonly text: string;
  readonly href?: string | undefined;
  /** The target that it does not reach. */
  readonly missed?: string | undefined;
}

const cell = (value: number, href?: string): Cell => ({
  text: inThousands(value),
  href: value === 0 ? undefined : href,
});
const text = (said: string): Cell => ({ text: said });
const NOTHING = '–';

/** @param target 0 where none is agreed */
const rateCells = ({ reports }: Row, target = 0): Cell[] => {
  const onTime = onTimePercent(reports);
  return [
    text(
      reports.reopened === 0
        ? inThousands(reports.completed)
        : `${inThousands(reports.completed)} (${reports.reopened} reopened)`,
    ),
    {
      text: onTime === undefined ? NOTHING : `${onTime}%`,
      missed: onTime !== undefined && onTime < target ? `Target ${target}%` : undefined,
    },
    text(reports.median_days === null ? NOTHING : String(reports.median_days)),
  ];
};
const rateHeads = ['Reports completed', 'On time', 'Median working days'];

const moneyCells = ({ money }: Row): Cell[] =>
  money === undefined
    ? []
    : [money.revenue_pence, money.cost_pence, marginPence(money)].map((of) => text(inWholePounds(of)));
const moneyHeads = ['Revenue', 'Cost', 'Margin'];

const openHeads = ['Open', 'Overdue'];

interface Shown {
  readonly query: FiguresQuery;
  /** Only who reads reports may open what the figures count. */
  readonly readsReports: boolean;
}

/** The lists of orders and of open reports, of a client, of a report type, or of all. */
export function workLinks(
  { query: { times }, readsReports }: Shown,
  { account, reportTypeId }: { readonly account?: string; readonly reportTypeId?: number } = {},
): Omit<FigureLinks, 'team'> {
  if (!readsReports) return {};
  const plain = { ...readOrderListQuery({}), account };
  const queue = {
    ...plainQueue('live'),
    accountIds: account === undefined ? undefined : [account],
    reportTypeIds: reportTypeId === undefined ? undefined : [reportTypeId],
  };
  const { from, to } = times.now;
  return {
    placed: orderListHref({ ...plain, ordered_from: from, ordered_to: to }),
    completed: orderListHref({ ...plain, completed_from: from, completed_to: to }),
    open: queueHref(queue),
    overdue: queueHref({ ...queue, view: 'overdue' }),
  };
}

export function clientTable(clients: readonly ClientFigures[], shown: Shown) {
  const rows = sortFigures(
    clients.map((one) => ({ ...one, size: one.orders.placed })),
    shown.query.sort,
  );
  const seesMoney = clients.some(({ money }) => money !== undefined);
  return {
    of: 'Client',
    heads: ['Orders placed', 'Orders completed', ...openHeads, ...rateHeads, ...(seesMoney ? moneyHeads : [])],
    left: Math.max(0, rows.length - ROWS_SHOWN),
    rows: rows.slice(0, ROWS_SHOWN).map((one) => {
      const links = workLinks(shown, { account: one.accountId });
      return {
        name: one.name,
        href: `${accountsPath}/${one.accountId}/turnaround`,
        cells: [
          cell(one.orders.placed, links.placed),
          cell(one.orders.completed, links.completed),
          cell(one.open.open, links.open),
          cell(one.open.overdue, links.overdue),
          ...rateCells(one, one.onTimeTarget),
          ...moneyCells(one),
        ],
      };
    }),
  };
}

export function typeTable(types: readonly TypeFigures[], shown: Shown) {
  const rows = sortFigures(
    types.map((one) => ({ ...one, name: one.label, size: one.ordered })),
    shown.query.sort,
  );
  const seesMoney = types.some(({ money }) => money !== undefined);
  return {
    of: 'Report type',
    heads: ['Ordered', ...openHeads, ...rateHeads, ...(seesMoney ? moneyHeads : [])],
    left: Math.max(0, rows.length - ROWS_SHOWN),
    rows: rows.slice(0, ROWS_SHOWN).map((one) => {
      const links = workLinks(shown, { reportTypeId: one.reportTypeId });
      return {
        name: one.name,
        cells: [
          cell(one.ordered),
          cell(one.open.open, links.open),
          cell(one.open.overdue, links.overdue),
          ...rateCells(one),
          ...moneyCells(one),
        ],
      };
    }),
  };
}

export interface AreaBacklog {
  readonly area: Area;
  readonly label: string;
  readonly open: OpenCounts;
  /** Overdue, or due up to the end of next week. */
  readonly due: number;
  readonly paced: Paced;
}

const dueOf = ({ overdue, today, this_week, next_week }: OpenCounts): number => overdue + today + this_week + next_week;

/** Those with anything open, in the order in which people read the catalogue. */
export function backlogByArea(types: Backlog['types']): AreaBacklog[] {
  return (Object.keys(areas) as Area[]).flatMap((area) => {
    const ours = types.filter(({ reportTypeId }) => reportTypeById(reportTypeId)?.area === area);
    const sum = (of: (one: Backlog['types'][number]) => number) => ours.reduce((so, one) => so + of(one), 0);
    const open: OpenCounts = {
      open: sum((one) => one.open.open),
      waiting: sum((one) => one.open.waiting),
      postponed: sum((one) => one.open.postponed),
      overdue: sum((one) => one.open.overdue),
      today: sum((one) => one.open.today),
      this_week: sum((one) => one.open.this_week),
      next_week: sum((one) => one.open.next_week),
    };
    if (open.open === 0) return [];
    return [{ area, label: areas[area], open, due: dueOf(open), paced: sumOfPaced(ours.map((one) => one.paced)) }];
  });
}

/** `8.4`; whole from ten on. */
const paceText = (pace: number): string =>
  pace < 10 ? String(Math.round(pace * 10) / 10) : inThousands(Math.round(pace));

const reports = (count: number) => `${inThousands(count)} open ${count === 1 ? 'report is' : 'reports are'}`;

/** How long what is due takes, as far as it can be said. */
function forecastSentence(open: OpenCounts, paced: Paced, time: ForecastTime): string {
  const due = dueOf(open);
  const until = formatLongDate(endOfNextWeek(time.today));
  if (due === 0) return `No open report is overdue or due by ${until}.`;
  const { pace, takes } = forecastOf(paced, due, time);
  const what = `${reports(due)} overdue or due by ${until}.`;
  if (takes === undefined && paced.done >= LEAST_FOR_PACE)
    return `${what} Everybody who completed reports in the last 4 weeks is away until then.`;
  if (takes === undefined)
    return `${what} People completed fewer than ${LEAST_FOR_PACE} reports in the last 4 weeks: too few to say how long these take.`;
  const left = workingDaysLeft(time);
  return `${what} People completed ${paceText(pace)} reports per working day in the last 4 weeks: at this pace${paced.away > 0 ? ', less what those would do who are away,' : ''} these take ${daysText(takes)}, and there ${left === 1 ? 'is 1' : `are ${left}`} until then.`;
}

export function backlogOf({ open, types }: Backlog, time: ForecastTime) {
  const rows = backlogByArea(types);
  const paced = sumOfPaced(types.map((one) => one.paced));
  const left = workingDaysLeft(time);
  const takesOf = ({ paced: done, due }: AreaBacklog) => forecastOf(done, due, time, LEAST_OF_AREA).takes;
  const behind = rows.filter((row) => (takesOf(row) ?? 0) > left);
  return {
    sentence: forecastSentence(open, paced, time),
    postponed:
      open.postponed === 0
        ? undefined
        : `${inThousands(open.postponed)} more ${open.postponed === 1 ? 'waits' : 'wait'} for the candidate or the client, for whom the day moves on.`,
    behind: behind.map(({ label }) => label),
    heads: [
      ...['Overdue', 'Due today', 'This week', 'Next week', 'Later or no day', 'With candidate or client'],
      ...['Done a working day', 'Working days needed'],
    ],
    rows: rows.map((row) => {
      const { overdue, today: now, this_week, next_week, postponed } = row.open;
      const takes = row.due === 0 ? 0 : takesOf(row);
      return {
        name: row.label,
        cells: [
          ...[overdue, now, this_week, next_week, row.open.open - row.due - postponed, postponed].map((of) => cell(of)),
          text(paceText(forecastOf(row.paced, 0, time).pace)),
          text(takes === undefined ? 'Too few to say' : String(takes)),
        ],
      };
    }),
  };
}
