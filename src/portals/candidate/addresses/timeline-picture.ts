// Draws a history as a timeline: bars for covered periods and gaps.
import type { TimelineBar } from '../../../features/candidate-form/timeline-rules.ts';

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
