// The figures as one CSV file: a row for all, each client, each report type, each area and each week, of which a pivot table makes
// what it wants.
import type { CompanyFigures, Figures } from '../../../features/lists/figure-actions.ts';
import type { OpenCounts } from '../../../features/lists/figure-queries.ts';
import {
  type FigureDays,
  type FigureTimes,
  onTimePercent,
  type Paced,
  sumOfPaced,
} from '../../../features/lists/figure-rules.ts';
import type { CsvColumns } from '../../../lib/csv.ts';
import { addDays, earlierOf, type IsoDate } from '../../../lib/dates.ts';
import { amountText } from '../../../lib/money.ts';
import { backlogByArea } from './figures-tables.ts';
import { marginPence } from './figures-words.ts';

interface FileRow extends Partial<Figures> {
  readonly of: 'all' | 'all, the time before' | 'client' | 'report type' | 'area' | 'week';
  readonly name: string;
  readonly days: FigureDays;
  readonly ordered?: number;
  readonly completedOrders?: number;
  readonly open?: OpenCounts;
  readonly paced?: Paced;
  /** 0 where none is agreed. */
  readonly onTimeTarget?: number;
}

const amount = (pence: number | undefined) => (pence === undefined ? null : amountText(pence));

const columns: CsvColumns<FileRow> = {
  of: ({ of }) => of,
  name: ({ name }) => name,
  from: ({ days }) => days.from,
  until: ({ days }) => days.to,
  ordered: ({ ordered, orders }) => ordered ?? orders?.placed ?? null,
  orders_completed: ({ completedOrders, orders }) => completedOrders ?? orders?.completed ?? null,
  orders_reopened: ({ orders }) => orders?.reopened ?? null,
  clear: ({ orders }) => orders?.clear ?? null,
  consider: ({ orders }) => orders?.consider ?? null,
  reports_completed: ({ reports }) => reports?.completed ?? null,
  reports_completed_and_reopened: ({ reports }) => reports?.reopened ?? null,
  reports_with_a_day: ({ reports }) => reports?.due ?? null,
  on_time: ({ reports }) => reports?.on_time ?? null,
  on_time_percent: ({ reports }) => (reports === undefined ? null : (onTimePercent(reports) ?? null)),
  median_working_days: ({ reports }) => reports?.median_days ?? null,
  reviewed: ({ reviews }) => reviews?.reviewed ?? null,
  sent_back: ({ reviews }) => reviews?.sent_back ?? null,
  reopened: ({ reviews }) => reviews?.reopened ?? null,
  open_now: ({ open }) => open?.open ?? null,
  overdue_now: ({ open }) => open?.overdue ?? null,
  due_today: ({ open }) => open?.today ?? null,
  due_later_this_week: ({ open }) => open?.this_week ?? null,
  due_next_week: ({ open }) => open?.next_week ?? null,
  waiting_for_candidate_or_client: ({ open }) => open?.postponed ?? null,
  completed_by_people_in_4_weeks: ({ paced }) => paced?.done ?? null,
};

const moneyColumns: CsvColumns<FileRow> = {
  revenue_gbp: ({ money }) => amount(money?.revenue_pence),
  cost_gbp: ({ money }) => amount(money?.cost_pence),
  margin_gbp: ({ money }) => amount(money && marginPence(money)),
  reports_without_a_price: ({ money }) => money?.unpriced ?? null,
};

const lastColumns: CsvColumns<FileRow> = {
  on_time_target_percent: ({ onTimeTarget }) => onTimeTarget || null,
};

export const fileColumns = (seesMoney: boolean): CsvColumns<FileRow> => ({
  ...columns,
  ...(seesMoney ? moneyColumns : {}),
  ...lastColumns,
});

export function fileRows(figures: CompanyFigures, { now: days, before }: FigureTimes, today: IsoDate): FileRow[] {
  const paced = sumOfPaced(figures.types.map((one) => one.paced));
  return [
    { of: 'all', name: 'All clients', days, ...figures.now, open: figures.open, paced },
    { of: 'all, the time before', name: 'All clients', days: before, ...figures.before },
    ...figures.clients.map((one): FileRow => ({ of: 'client', days, ...one })),
    ...figures.types.map(({ label, ...one }): FileRow => ({ of: 'report type', name: label, days, ...one })),
    ...backlogByArea(figures.types).map(
      ({ label, open, paced: done }): FileRow => ({ of: 'area', name: label, days, open, paced: done }),
    ),
    ...figures.weeks.map(
      ({ week, placed, completed }): FileRow => ({
        of: 'week',
        name: week,
        days: { from: week, to: earlierOf(addDays(week, 6), today) },
        ordered: placed,
        completedOrders: completed,
      }),
    ),
  ];
}
