// Draws a history as a timeline: bars for covered periods and gaps, and the same as text.
import type { TimelineBar } from '../../../features/candidate-form/timeline-rules.ts';
import type { Gap } from '../../../lib/address-history.ts';
import { addDays, addMonths, daysBetween, formatLongDate, type IsoDate } from '../../../lib/dates.ts';

/** The width of the drawing in its own units, whatever the screen. */
const WIDTH = 1000;
/** The minimum width of a bar, so that a single day is visible. */
const NARROWEST = 4;

export interface PictureBar {
  readonly kind: TimelineBar['kind'];
  readonly x: number;
  readonly width: number;
}

/** Gaps come last, so that they are drawn on top. */
export function timelinePicture(bars: readonly TimelineBar[]): PictureBar[] {
  const drawn = bars.map(({ kind, start, width }) => {
    const wide = Math.max(NARROWEST, Math.round(width * WIDTH));
    return { kind, x: Math.min(WIDTH - wide, Math.round(start * WIDTH)), width: wide };
  });
  return drawn.sort((a, b) => Number(a.kind === 'gap') - Number(b.kind === 'gap'));
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** `12 days`, `5 months`, `2 years 4 months`; includes the first and the last day. */
export function lengthText({ from, to }: Gap): string {
  const end = addDays(to, 1);
  const months = monthsBetween(from, end);
  if (months < 2) return count(daysBetween(from, end), 'day');
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [years > 0 ? count(years, 'year') : '', rest > 0 ? count(rest, 'month') : ''].join(' ').trim();
}

function monthsBetween(from: IsoDate, end: IsoDate): number {
  const months =
    (Number(end.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(end.slice(5, 7)) - Number(from.slice(5, 7));
  return addMonths(from, months) > end ? months - 1 : months;
}

export function gapText({ from, to }: Gap): string {
  return from === to ? formatLongDate(from) : `${formatLongDate(from)} to ${formatLongDate(to)}`;
}
