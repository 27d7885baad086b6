// What the pages about training say of each area: its state as a tag, and until when it counts.
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import { newestByArea, type TrainingState, trainingState } from '../../../features/training/training-rules.ts';
import type { RecordedTraining } from '../../../features/training/training-store.ts';
import { formatLongDate, type IsoDate } from '../../../lib/dates.ts';

export const stateTags: Readonly<Record<TrainingState, { readonly text: string; readonly classes: string }>> = {
  trained: { text: 'Trained', classes: 'govuk-tag--green' },
  ends_soon: { text: 'Ends soon', classes: 'govuk-tag--yellow' },
  ended: { text: 'Ended', classes: 'govuk-tag--red' },
  not_trained: { text: 'Not recorded', classes: 'govuk-tag--grey' },
};

export interface AreaOfPerson {
  readonly area: Area;
  readonly label: string;
  readonly state: TrainingState;
  /** Undefined where nothing was ever recorded. */
  readonly entry: RecordedTraining | undefined;
}

export const areaNames = Object.keys(areas) as Area[];

/** Every area of the catalogue, in its order. @param entries of one person, the oldest first */
export function areasOf(
  entries: readonly RecordedTraining[],
  { today, soon }: { readonly today: IsoDate; readonly soon: IsoDate },
): AreaOfPerson[] {
  const newest = newestByArea(entries);
  return areaNames.map((area) => {
    const entry = newest.get(area);
    return { area, label: areas[area], entry, state: trainingState(entry, today, soon) };
  });
}

/** `until 4 March 2027`; empty for what does not end. */
export const untilText = ({ entry }: AreaOfPerson): string => {
  const until = entry?.validUntil ?? null;
  return until === null ? '' : `until ${formatLongDate(until)}`;
};
