// The figures of a time as people read them, each with its change on the time before.
import type { CompanyFigures, Figures } from '../../../features/lists/figure-actions.ts';
import type { MoneyCounts } from '../../../features/lists/figure-money-queries.ts';
import type { OpenCounts } from '../../../features/lists/figure-queries.ts';
import { type FigureDays, onTimePercent } from '../../../features/lists/figure-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { inThousands } from '../../shared/page-filters.ts';

let pounds: Intl.NumberFormat | undefined;

/** `£1,029`: a director reads no pence; the file has them. */
export function inWholePounds(pence: number): string {
  pounds ??= new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 });
  return pounds.format(Math.round(pence / 100));
}

/** Undefined of nothing. */
const percentOf = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : Math.round((100 * part) / whole);

export const marginPence = ({ revenue_pence, cost_pence }: MoneyCounts): number => revenue_pence - cost_pence;

export const daysText = (days: number): string => `${days} working ${days === 1 ? 'day' : 'days'}`;
export const daysSentence = ({ from, to }: FigureDays): string =>
  from === to ? formatLongDate(from) : `${formatLongDate(from)} to ${formatLongDate(to)}`;

interface Unit {
  readonly say: (value: number) => string;
  /** Of a difference, where it is not that of the value. */
  readonly sayChange?: (value: number) => string;
}

const count: Unit = { say: inThousands };
const percent: Unit = {
  say: (value) => `${value}%`,
  sayChange: (value) => `${value} ${value === 1 ? 'point' : 'points'}`,
};
const money: Unit = { say: inWholePounds };

/** `+12, from 40` */
function changeOf({ say, sayChange = say }: Unit, now: number | undefined, before: number | undefined): string {
  if (before === undefined) return now === undefined ? '' : 'None before';
  if (now === undefined) return `From ${say(before)}`;
  if (say(now) === say(before)) return 'Unchanged';
  const change = now - before;
  return `${change > 0 ? '+' : '−'}${sayChange(Math.abs(change))}, from ${say(before)}`;
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  /** What it is of, or what stands beside it. */
  readonly of?: string | undefined;
  readonly change?: string | undefined;
  readonly href?: string | undefined;
}

/** Where a figure can be read one by one, as far as the reader may. */
export interface FigureLinks {
  readonly placed?: string;
  readonly completed?: string;
  readonly open?: string;
  readonly overdue?: string;
  readonly team: string | undefined;
}

const reopenedText = (reopened: number) => (reopened === 0 ? undefined : `of them ${reopened} reopened`);

function ofTime(now: Figures, before: Figures) {
  return (
    label: string,
    unit: Unit,
    of: (figures: Figures) => number | undefined,
    more: Pick<Figure, 'of' | 'href'> = {},
  ): Figure => {
    const value = of(now);
    const said = value === undefined ? 'None' : unit.say(value);
    return { label, value: said, change: changeOf(unit, value, of(before)), ...more };
  };
}

function qualityOf(one: ReturnType<typeof ofTime>, { reviews, reports, orders }: Figures, href: string | undefined) {
  return [
    one('Sent back by reviewers', percent, (all) => percentOf(all.reviews.sent_back, all.reviews.reviewed), {
      of: `${reviews.sent_back} of ${reviews.reviewed} reviewed`,
      href,
    }),
    one('Reports reopened', percent, (all) => percentOf(all.reviews.reopened, all.reports.completed), {
      of: `${reviews.reopened} for ${reports.completed} completed`,
      href,
    }),
    one('Orders clear', percent, (all) => percentOf(all.orders.clear, all.orders.clear + all.orders.consider), {
      of: `${orders.clear} clear, ${orders.consider} to consider`,
    }),
  ];
}

function moneyOf(one: ReturnType<typeof ofTime>, { money: earned }: Figures): Figure[] {
  if (earned === undefined) return [];
  const share = percentOf(marginPence(earned), earned.revenue_pence);
  return [
    one('Revenue', money, (all) => all.money?.revenue_pence, {
      of: earned.unpriced === 0 ? undefined : `without ${earned.unpriced} reports that have no price`,
    }),
    one('Cost', money, (all) => all.money?.cost_pence),
    one('Margin', money, (all) => (all.money === undefined ? undefined : marginPence(all.money)), {
      of: share === undefined || earned.revenue_pence < 0 ? undefined : `${share}% of the revenue`,
    }),
  ];
}

function openOf({ open, waiting, overdue }: OpenCounts, links: FigureLinks): Figure[] {
  return [
    { label: 'Open now', value: inThousands(open), of: `${waiting} wait for somebody else`, href: links.open },
    {
      label: 'Overdue now',
      value: inThousands(overdue),
      of: open === 0 ? undefined : `${percentOf(overdue, open)}% of the open`,
      href: links.overdue,
    },
  ];
}

export function figuresOf({ now, before, open }: CompanyFigures, links: FigureLinks): Figure[] {
  const one = ofTime(now, before);
  const { reports, orders } = now;
  return [
    one('Orders placed', count, (all) => all.orders.placed, { href: links.placed }),
    one('Orders completed', count, (all) => all.orders.completed, {
      of: reopenedText(orders.reopened),
      href: links.completed,
    }),
    one('Reports completed', count, (all) => all.reports.completed, { of: reopenedText(reports.reopened) }),
    one('Reports on time', percent, (all) => onTimePercent(all.reports), {
      of: `${reports.on_time} of ${reports.due}`,
    }),
    one('Median working days', count, (all) => all.reports.median_days ?? undefined, {
      of: reports.median_days === 0 ? 'complete on the day of the request' : 'from the request of a report',
    }),
    ...openOf(open, links),
    ...qualityOf(one, now, links.team),
    ...moneyOf(one, now),
  ];
}
