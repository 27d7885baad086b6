// What the pages about training say of each area: its state as a tag, and until when it counts.
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import type { CountedTraining } from '../../../features/training/training-actions.ts';
import {
  isProlonged,
  newestByArea,
  type TrainingState,
  takesOf,
  trainingState,
} from '../../../features/training/training-rules.ts';
import { formatLongDate, type IsoDate } from '../../../lib/dates.ts';

export const stateTags: Readonly<Record<TrainingState, { readonly text: string; readonly classes: string }>> = {
  trained: { text: 'Trained', classes: 'govuk-tag--green' },
  in_training: { text: 'In training', classes: 'govuk-tag--blue' },
  ends_soon: { text: 'Ends soon', classes: 'govuk-tag--yellow' },
  ended: { text: 'Ended', classes: 'govuk-tag--red' },
  not_trained: { text: 'Not recorded', classes: 'govuk-tag--grey' },
};

export interface AreaOfPerson {
  readonly area: Area;
  readonly label: string;
  readonly state: TrainingState;
  /** Undefined where nothing was ever recorded. */
  readonly entry: CountedTraining | undefined;
}

export const areaNames = Object.keys(areas) as Area[];

/** Every area of the catalogue, in its order. @param entries of one person, the oldest first */
export function areasOf(
  entries: readonly CountedTraining[],
  { today, soon }: { readonly today: IsoDate; readonly soon: IsoDate },
): AreaOfPerson[] {
  const newest = newestByArea(entries);
  return areaNames.map((area) => {
    const entry = newest.get(area);
    return { area, label: areas[area], entry, state: trainingState(entry, today, soon) };
  });
}

/** `until 4 March 2027`; empty for what does not end. */
export const untilText = ({ entry, state }: AreaOfPerson, today: IsoDate): string => {
  if (entry !== undefined && state === 'in_training') return trainingText(entry, today);
  const until = entry?.validUntil ?? null;
  return until === null ? '' : `until ${formatLongDate(until)}`;
};

/** What they are given of the queue. @param entries of one person */
export function takesText(entries: readonly CountedTraining[], today: IsoDate): string {
  const takes = takesOf(entries, today);
  if (takes === 'all') return 'Nothing is recorded: every kind of report is given to them.';
  if (takes.length === 0) return 'No report is given to them: every training has ended.';
  return 'Only reports of the areas in which they are trained, or in training, are given to them.';
}

/** How a training ends, and who approves: `until 4 March 2027, or 20 completed reports (7 so far); buddy Jo Sample`. */
export function trainingText(entry: CountedTraining, today: IsoDate): string {
  const { trainingUntil, trainingReports, reportsDone, buddyName } = entry;
  const said = [
    ...(trainingUntil === null ? [] : [`until ${formatLongDate(trainingUntil)}`]),
    ...(trainingReports === null
      ? []
      : [`${trainingUntil === null ? 'until ' : ''}${trainingReports} completed reports (${reportsDone} so far)`]),
  ];
  const goesOn = isProlonged(entry, today)
    ? `; goes on, because reviewers sent back or changed ${entry.wrong} of ${entry.judged}, more than ${entry.mostWrongPercent}%`
    : '';
  return `${said.join(', or ')}${goesOn}${buddyName === null ? '' : `; buddy ${buddyName}`}`;
}
