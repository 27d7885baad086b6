// The lower prices of a report type from a number of reports in a month on, as they are kept, typed, read and foreseen; pure.
import { addDays, daysBetween, type IsoDate } from '../../lib/dates.ts';
import { amountText, inPounds } from '../../lib/money.ts';

interface Step {
  /** The number in the month of the first report at this price. */
  readonly from: number;
  readonly pence: number;
}

/** The price itself is the first tier. */
const MOST_STEPS = 3;

const stepsOf = (kept: string): Step[] =>
  kept.split(' ').map((step) => {
    const [from, pence] = step.split(':').map(Number);
    return { from: from!, pence: pence! };
  });

const keptForm = /^\d{1,6}:\d{1,8}(?: \d{1,6}:\d{1,8})*$/;

/** As it is kept, of `51: 8.00; 201: 7.50`; undefined if it is empty, and another text as it is. */
export function typedVolume(text: string): string | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const steps = given.split(/[;\n]/).map((step) => /^(\d{1,6})\s*:\s*£?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(step.trim()));
  if (steps.some((step) => step === null)) return given;
  return steps
    .map((step) => `${Number(step![1])}:${Number(step![2]) * 100 + Number((step![3] ?? '').padEnd(2, '0'))}`)
    .join(' ');
}

/** As it is typed: `51: 8.00; 201: 7.50`. */
export const volumeText = (kept: string): string =>
  stepsOf(kept)
    .map(({ from, pence }) => `${from}: ${amountText(pence)}`)
    .join('; ');

/** As people read it: `£8.00 from number 51 of a month, £7.50 from 201`. */
export const volumeWords = (kept: string): string =>
  stepsOf(kept)
    .map(({ from, pence }, index) => `${inPounds(pence)} from ${index === 0 ? `number ${from} of a month` : from}`)
    .join(', ');

/** The highest of them, in pence. */
export const highestVolumePence = (kept: string): number => stepsOf(kept)[0]!.pence;

/** What is wrong with volume prices; undefined if they may be agreed. */
export function volumeProblem(kept: string): string | undefined {
  const steps = keptForm.test(kept) ? stepsOf(kept) : [];
  const rises = steps.every(({ from, pence }, index) => {
    const before = steps[index - 1];
    return from > (before?.from ?? 1) && (before === undefined || pence < before.pence);
  });
  if (steps.length > 0 && steps.length <= MOST_STEPS && rises) return undefined;
  return `must be a number and a lower price, such as 51: 8.00; 201: 7.50, at most ${MOST_STEPS}, each number higher and each price lower than the one before`;
}

/** The UK month so far, and at the same pace until its end: `43 ordered this month, 64 at this pace: 14 of them at £8.00.` */
export function volumeForecast(kept: string, ordered: number, today: IsoDate): string {
  const first = `${today.slice(0, 7)}-01`;
  const days = daysBetween(first, `${addDays(first, 31).slice(0, 7)}-01`);
  const foreseen = Math.round((ordered * days) / (daysBetween(first, today) + 1));
  const steps = stepsOf(kept);
  const parts = steps.flatMap(({ from, pence }, index) => {
    const many = Math.min(foreseen, (steps[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1) - from + 1;
    return many > 0 ? [`${many} of them at ${inPounds(pence)}`] : [];
  });
  return `${ordered} ordered this month, ${foreseen} at this pace: ${parts.join(', ') || 'all at the first price'}.`;
}
