// The forecast of the next working days by area: what is due, what is expected, and whether the desk keeps its days.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type Area, areas } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { findPace } from './figure-queries.ts';
import { awayPart, sumOfPaced } from './figure-rules.ts';
import { countBulkRows, findArrivals, findAwaitedReports, findDueUntil } from './forecast-queries.ts';
import { arrivalsOf, lastForecastDay, shortfallOf } from './forecast-rules.ts';
import type { DeskReader } from './work-queue-queries.ts';

export interface AreaForecast {
  readonly area: Area;
  /** Overdue, or due in the days. */
  readonly due: number;
  readonly expected: number;
  /** Of the expected ones, due in the days too. */
  readonly expectedDue: number;
  /** Reports whose form the candidate has not sent. */
  readonly awaited: number;
  /** How many would be late; undefined if too few were completed to say so. */
  readonly late: number | undefined;
}

export interface Forecast {
  readonly until: IsoDate;
  readonly areas: readonly AreaForecast[];
  /** Rows of spreadsheets whose orders are not placed yet. */
  readonly bulkRows: number;
}

export async function readForecast(ctx: Ctx, reader: DeskReader): Promise<Forecast> {
  demand(authorityOf(reader), 'read_figures');
  const time = { today: ukDateOf(ctx.now()), calendar: ctx.calendar() };
  const until = lastForecastDay(time);
  const [due, arrived, awaited, pace, bulkRows] = await Promise.all([
    findDueUntil(ctx.db, reader, until),
    findArrivals(ctx.db, reader, time.today),
    findAwaitedReports(ctx.db, reader),
    findPace(ctx.db, reader, time.today),
    countBulkRows(ctx.db, reader),
  ]);
  const rows = (Object.keys(areas) as Area[]).flatMap((area): AreaForecast[] => {
    const isOurs = (row: { readonly report_type_id: number }) => reportTypeById(row.report_type_id)?.area === area;
    const sum = (of: readonly { readonly count: number; readonly report_type_id: number }[]) =>
      of.filter(isOurs).reduce((so, { count }) => so + count, 0);
    const arrivals = arrivalsOf(arrived.filter(isOurs), time);
    const paced = sumOfPaced(
      pace.filter(isOurs).map((row) => ({ done: row.done, away: row.done * awayPart(row, time) })),
    );
    const one = {
      ...{ area, due: sum(due), expected: arrivals.expected, expectedDue: arrivals.due, awaited: sum(awaited) },
      late: shortfallOf(paced, sum(due) + arrivals.due, time),
    };
    return one.due + one.expected + one.awaited === 0 ? [] : [one];
  });
  return { until, areas: rows, bulkRows };
}
