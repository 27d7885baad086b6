// In which areas of the catalogue somebody of the desk is trained or in training, by the newest entry of each area, and of which
// reports they may therefore take; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { catalogue } from '../report-types/catalogue.ts';
import { type Area, areas } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';

const LONGEST_TRAINING_TEXT = 300;
/** How long before its end a training counts as ending soon. */
export const endsSoonDays = 60;

/** What is recorded of somebody's training in one area. */
export interface Training {
  readonly area: Area;
  /** null while they are in training; without an end of that, they do not count as trained from this entry on. */
  readonly completedOn: IsoDate | null;
  /** The last day on which it counts; null if it does not end. */
  readonly validUntil: IsoDate | null;
  /** The last day of their training, and after how many completed reports it ends before that; they are trained then. */
  readonly trainingUntil: IsoDate | null;
  readonly trainingReports: number | null;
  /** Of these, how many they have completed; 0 where none are counted. */
  readonly reportsDone: number;
  /** Of what they proposed in it, how many reports a reviewer looked at, and how many of these were sent back or changed. */
  readonly judged: number;
  readonly wrong: number;
  /** More of them than this percentage: it does not end by itself. */
  readonly mostWrongPercent: number;
  /** The course, who taught or assessed them; or why they do not count as trained any more. */
  readonly how: string;
}

/** The newest entry of each area. @param entries the oldest first */
export const newestByArea = <T extends Training>(entries: readonly T[]): ReadonlyMap<Area, T> =>
  new Map(entries.map((entry) => [entry.area, entry]));

export const trainingStates = ['trained', 'in_training', 'ends_soon', 'ended', 'not_trained'] as const;
export type TrainingState = (typeof trainingStates)[number];

/** Of somebody who is, or was, in training. */
export const isOfTraining = ({ trainingUntil, trainingReports }: Training): boolean =>
  trainingUntil !== null || trainingReports !== null;

/** Until somebody decides under Quality: the greatest percentage of reports with an error after which somebody counts as trained. */
export const usualMostWrongPercent = 5;

const hasTooManyErrors = ({ judged, wrong, mostWrongPercent }: Training): boolean =>
  wrong * 100 > judged * mostWrongPercent;

const hasReachedEnd = ({ trainingUntil, trainingReports, reportsDone }: Training, today: IsoDate): boolean =>
  (trainingUntil !== null && trainingUntil < today) || (trainingReports !== null && reportsDone >= trainingReports);

/** They count as trained without anybody recording it; with too many errors somebody has to. */
const isTrainingOver = (entry: Training, today: IsoDate): boolean =>
  hasReachedEnd(entry, today) && !hasTooManyErrors(entry);

/** It would have ended, were there fewer errors. */
export const isProlonged = (entry: Training, today: IsoDate): boolean =>
  hasReachedEnd(entry, today) && hasTooManyErrors(entry);

/** @param soon the day from which on an end counts as soon, `endsSoonDays` after today */
export function trainingState(entry: Training | undefined, today: IsoDate, soon: IsoDate): TrainingState {
  if (entry === undefined) return 'not_trained';
  if (isOfTraining(entry)) return isTrainingOver(entry, today) ? 'trained' : 'in_training';
  if (entry.completedOn === null || entry.completedOn > today) return 'not_trained';
  if (entry.validUntil === null || entry.validUntil > soon) return 'trained';
  return entry.validUntil < today ? 'ended' : 'ends_soon';
}

const isTrainedState = (state: TrainingState): boolean => state === 'trained' || state === 'ends_soon';

const stateIn = (entries: readonly Training[], area: Area, today: IsoDate): TrainingState =>
  trainingState(newestByArea(entries).get(area), today, today);

export const isTrainedIn = (entries: readonly Training[], area: Area, today: IsoDate): boolean =>
  isTrainedState(stateIn(entries, area, today));

export const isInTrainingIn = (entries: readonly Training[], area: Area, today: IsoDate): boolean =>
  stateIn(entries, area, today) === 'in_training';

/** The areas of whose reports somebody is given any. */
export type Takes = 'all' | readonly Area[];

/** Everything while nothing is recorded of them; then that in which they are trained, or in training. */
export function takesOf(entries: readonly Training[], today: IsoDate): Takes {
  if (entries.length === 0) return 'all';
  const isTaken = (state: TrainingState) => isTrainedState(state) || state === 'in_training';
  return (Object.keys(areas) as Area[]).filter((area) => isTaken(stateIn(entries, area, today)));
}

export const takesType = (takes: Takes, reportTypeId: number): boolean =>
  takes === 'all' || takes.includes(reportTypeById(reportTypeId)?.area as Area);

/** The report types that they take; undefined for all. */
export const typesTaken = (takes: Takes): readonly number[] | undefined =>
  takes === 'all' ? undefined : typesOfAreas(takes);

/** Their ids. */
export const typesOfAreas = (of: readonly Area[]): number[] =>
  catalogue.filter(({ area }) => of.includes(area)).map(({ id }) => id);

/** What somebody records of the training of a person, as it is typed. */
export interface GivenTraining {
  readonly areas: readonly string[];
  readonly completedOn: string;
  /** Empty if it does not end. */
  readonly validUntil: string;
  readonly how: string;
  /** Where they are in training, in place of the days above; each of the two may be empty, but not both. */
  readonly training?:
    | { readonly until: string; readonly reports: string /** Their id; empty for none. */; readonly buddy?: string }
    | undefined;
}

const MOST_REPORTS = 1000;

const isArea = (name: string): name is Area => Object.hasOwn(areas, name);

function endOfTrainingProblems(
  problems: Problems,
  { until, reports }: NonNullable<GivenTraining['training']>,
  today: IsoDate,
) {
  const day = parseDate(until);
  if (until !== '' && day === undefined) problems.add('training_until', 'must be a day, such as 2030-01-31');
  else if (day !== undefined && day < today) problems.add('training_until', 'must not be in the past');
  if (reports !== '' && !(/^\d{1,4}$/.test(reports) && Number(reports) > 0 && Number(reports) <= MOST_REPORTS))
    problems.add('training_reports', `must be from 1 to ${MOST_REPORTS}`);
  if (until === '' && reports === '') problems.add('training_until', "can't be blank");
}

export function trainingProblems(given: GivenTraining, today: IsoDate): Problems {
  const problems = new Problems();
  if (given.areas.length === 0) problems.add('areas', 'choose one area at least');
  if (!given.areas.every(isArea)) problems.add('areas', 'is not included in the list');
  if (given.training === undefined) completedProblems(problems, given, today);
  else endOfTrainingProblems(problems, given.training, today);
  return withText(problems, given.how);
}

function completedProblems(problems: Problems, { completedOn, validUntil }: GivenTraining, today: IsoDate): void {
  const [completed, until] = [parseDate(completedOn), parseDate(validUntil)];
  if (completed === undefined) problems.add('completed_on', 'must be a day, such as 2030-01-31');
  else if (completed > today) problems.add('completed_on', 'must not be in the future');
  if (validUntil !== '' && until === undefined) problems.add('valid_until', 'must be a day, such as 2030-01-31');
  else if (until !== undefined && completed !== undefined && until <= completed)
    problems.add('valid_until', 'must be after the day on which it was completed');
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
