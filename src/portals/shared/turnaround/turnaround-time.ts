// The time that the figures of a client are of: days until now, or a month.
import { addMonths, formatMonth, isMonthText } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';

const DAY_MS = 86_400_000;
const periods = { 90: 'The last 90 days', 365: 'The last year', 730: 'The last two years' } as const;
const DEFAULT_DAYS = 365;
const MONTHS_OFFERED = 13;

export interface AskedTime {
  /** As the address has it: a number of days, or `yyyy-mm`. */
  readonly period: unknown;
  /** By the clock of the client's data. */
  readonly now: Date;
}

export interface Span {
  /** As the address has it. */
  readonly period: string;
  readonly since: Date;
  readonly until: Date;
  /** Of a month: its first day, and the same time before it, with which it is compared. */
  readonly month?: { readonly firstDay: string; readonly before: { readonly since: Date; readonly until: Date } };
}

const monthsBack = (now: Date) =>
  Array.from({ length: MONTHS_OFFERED }, (_, back) => addMonths(`${ukDateOf(now).slice(0, 7)}-01`, -back).slice(0, 7));

export function spanOf({ period, now }: AskedTime): Span {
  const text = String(period);
  if (isMonthText(text) && monthsBack(now).includes(text)) {
    const firstDay = `${text}-01`;
    const [since, next, before] = [0, 1, -1].map((months) => startOfUkDay(addMonths(firstDay, months)));
    return {
      ...{ period: text, since: since!, until: next! > now ? now : next! },
      month: { firstDay, before: { since: before!, until: since! } },
    };
  }
  const days = Object.hasOwn(periods, text) ? Number(text) : DEFAULT_DAYS;
  return { period: String(days), since: new Date(now.getTime() - days * DAY_MS), until: now };
}

/** For a select. */
export const periodItems = (chosen: Span, now: Date) =>
  [
    ...Object.entries(periods).map(([value, text]) => ({ value, text: text as string })),
    ...monthsBack(now).map((month, back) => ({
      value: month,
      text: `${formatMonth(`${month}-01`)}${back === 0 ? ' so far' : ''}`,
    })),
  ].map((item) => ({ ...item, selected: item.value === chosen.period }));
