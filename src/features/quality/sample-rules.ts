// How many completed reports are drawn for review, which ones, and of which time; pure.
import { addDays, addMonths, type IsoDate, mondayOf } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { usualMostWrongPercent } from '../training/training-rules.ts';

/** With the texts of the desk. */
export const samplePeriods = { month: 'Each month', week: 'Each week' } as const;
export type SamplePeriod = keyof typeof samplePeriods;

/** How completed reports are drawn, for the desk as a whole. */
export interface Programme {
  /** Of what each person completed in a period; 0 draws nothing. */
  readonly percent: number;
  readonly period: SamplePeriod;
  /** Reports that a reviewer approved are drawn, too. */
  readonly withApproved: boolean;
  /** After how many reviewed reports the end of a training is suggested; 0 for never. */
  readonly trainedAfter: number;
  /** The greatest percentage of them with an error for that. */
  readonly trainedBelow: number;
}

/** Until somebody decides: nothing is drawn. */
export const noProgramme: Programme = {
  ...{ percent: 0, period: 'month', withApproved: false },
  ...{ trainedAfter: 0, trainedBelow: usualMostWrongPercent },
};

/** As it is typed. */
export interface GivenProgramme {
  readonly percent: string;
  readonly period: string;
  readonly withApproved: boolean;
  readonly trainedAfter: string;
  readonly trainedBelow: string;
}

const isWhole = (text: string, most: number): boolean => /^\d{1,4}$/.test(text) && Number(text) <= most;

/** Refused are `percent`, `period`, `trained_after` and `trained_below`. */
export function readProgrammeFields(given: GivenProgramme) {
  const { percent, period, withApproved, trainedAfter, trainedBelow } = given;
  const problems = new Problems();
  if (!isWhole(percent, 100)) problems.add('percent', 'must be from 0 to 100');
  if (!isWhole(trainedAfter, 1000)) problems.add('trained_after', 'must be from 0 to 1000');
  if (!isWhole(trainedBelow, 100)) problems.add('trained_below', 'must be from 0 to 100');
  if (!Object.hasOwn(samplePeriods, period)) problems.add('period', 'is not included in the list');
  const programme: Programme = {
    ...{ percent: Number(percent), period: period as SamplePeriod, withApproved },
    ...{ trainedAfter: Number(trainedAfter), trainedBelow: Number(trainedBelow) },
  };
  return { problems, programme };
}

/** Whether the end of somebody's training is suggested. */
export const isReady = (
  { judged, wrong }: { readonly judged: number; readonly wrong: number },
  { trainedAfter, trainedBelow }: Programme,
): boolean => trainedAfter > 0 && judged >= trainedAfter && (wrong / judged) * 100 <= trainedBelow;

export interface Days {
  readonly from: IsoDate;
  /** The last one. */
  readonly to: IsoDate;
}

/** The newest period that is over. */
export function lastPeriod(period: SamplePeriod, today: IsoDate): Days {
  const begun = period === 'week' ? mondayOf(today) : `${today.slice(0, 7)}-01`;
  return { from: period === 'week' ? addDays(begun, -7) : addMonths(begun, -1), to: addDays(begun, -1) };
}

/** One at least, where anything was completed. */
const sampleSize = (completed: number, percent: number): number =>
  percent === 0 || completed === 0 ? 0 : Math.max(1, Math.ceil((completed * percent) / 100));

/** Of each person those with the lowest draws, which are the same however often it is asked. */
export function drawn<Report extends { readonly screener_id: string }>(
  completed: readonly Report[],
  percent: number,
  drawOf: (report: Report) => number,
): Report[] {
  return [...Map.groupBy(completed, (one) => one.screener_id).values()].flatMap((own) =>
    own
      .map((report) => ({ report, draw: drawOf(report) }))
      .sort((one, other) => one.draw - other.draw)
      .slice(0, sampleSize(own.length, percent))
      .map(({ report }) => report),
  );
}
