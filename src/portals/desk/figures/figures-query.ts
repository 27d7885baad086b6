// The address of the page of figures: its period, and how its tables are sorted.
import {
  type Comparison,
  comparedWith,
  comparisons,
  type FigureDays,
  type FigurePeriod,
  type FigureTimes,
  figurePeriods,
  figureTimes,
  openingPeriod,
} from '../../../features/lists/figure-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { chosenDaysProblems, dayText } from '../../shared/chosen-days.ts';

export const figuresPath = '/desk/figures';

export const figureSorts = {
  most: 'Most orders or reports',
  overdue: 'Most overdue',
  late: 'Least on time',
  margin: 'Lowest margin',
  name: 'Name',
} as const;
export type FigureSort = keyof typeof figureSorts;

export interface FiguresQuery {
  readonly period: FigurePeriod;
  /** The one with which the page opens. */
  readonly opens: FigurePeriod;
  /** As typed; empty if absent. */
  readonly from: string;
  readonly to: string;
  readonly sort: FigureSort;
  readonly against: Comparison;
  /** Whose backlog is shown; undefined for everybody's. */
  readonly teamId: string | undefined;
  readonly times: FigureTimes;
  /** What is wrong with the days; those of the default are shown then. */
  readonly errors: FieldMessages | undefined;
}

const isKeyOf = <Key extends string>(of: Readonly<Record<Key, string>>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(of, value);

/** @param firstDay of the orders that the reader sees; undefined if there are none */
export function readFiguresQuery(
  query: Readonly<Record<string, unknown>>,
  today: IsoDate,
  firstDay: IsoDate | undefined,
): FiguresQuery {
  const opens = openingPeriod(today, firstDay);
  const period = isKeyOf(figurePeriods, query.period) ? query.period : opens;
  const [from, to] = [dayText(query.from), dayText(query.until)];
  const errors = period === 'days' ? chosenDaysProblems(from, to, today) : undefined;
  const against = isKeyOf(comparisons, query.against) ? query.against : 'before';
  const shown = errors === undefined ? period : opens;
  const days: FigureDays = { from, to: to > today ? today : to };
  return {
    ...{ period, opens, from, to, errors, against },
    sort: isKeyOf(figureSorts, query.sort) ? query.sort : 'most',
    teamId: isUuid(query.team) ? query.team : undefined,
    times: comparedWith(against, shown, figureTimes(shown, today, days)),
  };
}

/** Leaves out what has its default. */
export function figuresHref({ period, opens, from, to, sort, against }: FiguresQuery, path = figuresPath): string {
  const parameters = new URLSearchParams({
    ...(period === opens ? {} : { period }),
    ...(period === 'days' ? { from, until: to } : {}),
    ...(sort === 'most' ? {} : { sort }),
    ...(against === 'before' ? {} : { against }),
  });
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
