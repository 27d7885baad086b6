// The time that the figures of a client are of: days until now, a month, last week, or days of choice.
import { type FigureTimes, figureTimes } from '../../../features/lists/figure-rules.ts';
import {
  addDays,
  addMonths,
  earlierOf,
  formatLongDate,
  formatMonth,
  type IsoDate,
  isMonthText,
} from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { chosenDaysProblems, dayText } from '../chosen-days.ts';

const DAY_MS = 86_400_000;
const periods = { 90: 'The last 90 days', 365: 'The last year', 730: 'The last two years' } as const;
const DEFAULT_DAYS = 365;
const MONTHS_OFFERED = 13;
const LAST_WEEK = 'week';
const OTHER_DAYS = 'days';

export interface AskedTime {
  /** As the address has it: a number of days, `yyyy-mm`, `week`, or `days`, with the first and the last day. */
  readonly period: unknown;
  readonly from?: unknown;
  readonly until?: unknown;
  /** By the clock of the client's data. */
  readonly now: Date;
}

export const askedTimeIn = ({ period, from, until }: Readonly<Record<string, unknown>>, now: Date): AskedTime => ({
  period,
  from,
  until,
  now,
});

interface Times {
  readonly since: Date;
  /** Not included. */
  readonly until: Date;
}

export interface Span extends Times {
  /** The parameters of the address that ask for it. */
  readonly address: Readonly<Record<string, string>>;
  /** Of a month, a week or days of choice, which are reviewed: their name, and the time before with which they are compared. */
  readonly review?: { readonly name: string; readonly before: Times; readonly beforeText: string };
  /** What is wrong with the days; those of the default are shown then. */
  readonly errors?: FieldMessages;
}

const monthsBack = (now: Date) =>
  Array.from({ length: MONTHS_OFFERED }, (_, back) => addMonths(`${ukDateOf(now).slice(0, 7)}-01`, -back).slice(0, 7));

const timesOf = ({ from, to }: FigureTimes['now']): Times => ({
  since: startOfUkDay(from),
  until: startOfUkDay(addDays(to, 1)),
});

/** As a sentence names them. */
const daysName = (from: IsoDate, to: IsoDate): string =>
  from === to ? formatLongDate(from) : `${formatLongDate(from)} to ${formatLongDate(to)}`;

function reviewed({ now, before }: FigureTimes, moment: Date, of: Pick<Span, 'address'>, beforeText: string): Span {
  const { since, until } = timesOf(now);
  const review = { name: daysName(now.from, now.to), before: timesOf(before), beforeText };
  return { ...of, since, until: until > moment ? moment : until, review };
}

export function spanOf({ period, now, ...given }: AskedTime): Span {
  const text = String(period);
  const today = ukDateOf(now);
  if (isMonthText(text) && monthsBack(now).includes(text)) {
    const firstDay = `${text}-01`;
    const [since, next, before] = [0, 1, -1].map((months) => startOfUkDay(addMonths(firstDay, months)));
    return {
      ...{ address: { period: text }, since: since!, until: next! > now ? now : next! },
      review: {
        name: formatMonth(firstDay),
        before: { since: before!, until: since! },
        beforeText: 'the month before',
      },
    };
  }
  if (text === LAST_WEEK) {
    const times = figureTimes('week', today, { from: today, to: today });
    return reviewed(times, now, { address: { period: text } }, 'the week before');
  }
  const [from, until] = [dayText(given.from), dayText(given.until)];
  const errors = text === OTHER_DAYS ? chosenDaysProblems(from, until, today) : undefined;
  if (text === OTHER_DAYS && errors === undefined) {
    const times = figureTimes('days', today, { from, to: earlierOf(until, today) });
    return reviewed(times, now, { address: { period: text, from, until } }, 'in the time before');
  }
  const days = Object.hasOwn(periods, text) ? Number(text) : DEFAULT_DAYS;
  const address = errors === undefined ? { period: String(days) } : { period: text, from, until };
  return { address, since: new Date(now.getTime() - days * DAY_MS), until: now, ...(errors && { errors }) };
}

/** For a select. */
export const periodItems = ({ address }: Span, now: Date) =>
  [
    { value: LAST_WEEK, text: 'Last week' },
    ...Object.entries(periods).map(([value, text]) => ({ value, text: text as string })),
    ...monthsBack(now).map((month, back) => ({
      value: month,
      text: `${formatMonth(`${month}-01`)}${back === 0 ? ' so far' : ''}`,
    })),
    { value: OTHER_DAYS, text: 'Other days' },
  ].map((item) => ({ ...item, selected: item.value === address.period }));
