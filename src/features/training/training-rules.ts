// In which areas of the catalogue somebody of the desk is trained, by the newest entry of each area; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type Area, areas } from '../report-types/report-type.ts';

const LONGEST_TRAINING_TEXT = 300;
/** How long before its end a training counts as ending soon. */
export const endsSoonDays = 60;

/** What is recorded of somebody's training in one area. */
export interface Training {
  readonly area: Area;
  /** null: from this entry on they do not count as trained any more. */
  readonly completedOn: IsoDate | null;
  /** The last day on which it counts; null if it does not end. */
  readonly validUntil: IsoDate | null;
  /** The course, who taught or assessed them; or why they do not count as trained any more. */
  readonly how: string;
}

/** The newest entry of each area. @param entries the oldest first */
export const newestByArea = <T extends Training>(entries: readonly T[]): ReadonlyMap<Area, T> =>
  new Map(entries.map((entry) => [entry.area, entry]));

export const trainingStates = ['trained', 'ends_soon', 'ended', 'not_trained'] as const;
export type TrainingState = (typeof trainingStates)[number];

/** @param soon the day from which on an end counts as soon, `endsSoonDays` after today */
export function trainingState(entry: Training | undefined, today: IsoDate, soon: IsoDate): TrainingState {
  if (entry === undefined || entry.completedOn === null || entry.completedOn > today) return 'not_trained';
  if (entry.validUntil === null || entry.validUntil > soon) return 'trained';
  return entry.validUntil < today ? 'ended' : 'ends_soon';
}

export function isTrainedIn(entries: readonly Training[], area: Area, today: IsoDate): boolean {
  const state = trainingState(newestByArea(entries).get(area), today, today);
  return state === 'trained' || state === 'ends_soon';
}

/** What somebody records of the training of a person, as it is typed. */
export interface GivenTraining {
  readonly areas: readonly string[];
  readonly completedOn: string;
  /** Empty if it does not end. */
  readonly validUntil: string;
  readonly how: string;
}

const isArea = (name: string): name is Area => Object.hasOwn(areas, name);

export function trainingProblems(
  { areas: given, completedOn, validUntil, how }: GivenTraining,
  today: IsoDate,
): Problems {
  const problems = new Problems();
  if (given.length === 0) problems.add('areas', 'choose one area at least');
  if (!given.every(isArea)) problems.add('areas', 'is not included in the list');
  const [completed, until] = [parseDate(completedOn), parseDate(validUntil)];
  if (completed === undefined) problems.add('completed_on', 'must be a day, such as 2030-01-31');
  else if (completed > today) problems.add('completed_on', 'must not be in the future');
  if (validUntil !== '' && until === undefined) problems.add('valid_until', 'must be a day, such as 2030-01-31');
  else if (until !== undefined && completed !== undefined && until <= completed)
    problems.add('valid_until', 'must be after the day on which it was completed');
  return withText(problems, how);
}

/** Why somebody does not count as trained any more. */
export const endProblems = (area: string, why: string): Problems => {
  const problems = new Problems();
  if (!isArea(area)) problems.add('areas', 'is not included in the list');
  return withText(problems, why);
};

function withText(problems: Problems, text: string): Problems {
  if (text.trim() === '') problems.add('how', "can't be blank");
  if (isLongerThan(text, LONGEST_TRAINING_TEXT))
    problems.add('how', `is too long (maximum is ${LONGEST_TRAINING_TEXT} characters)`);
  return problems;
}
