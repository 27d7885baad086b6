// Records in which areas people of the desk are trained, and says whether somebody is.
import type { Ctx } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { findGuardedRows, isValidRow } from '../../platform/db/guarded-rows.ts';
import { type Asker, authorityOf, demand, mayDo, type Permitted, roles } from '../access/permissions.ts';
import { listDeskUsers } from '../accounts/sign-in-actions.ts';
import type { Area } from '../report-types/report-type.ts';
import { countProgress, type Progress } from './training-queries.ts';
import {
  endProblems,
  endsSoonDays,
  type GivenTraining,
  isInTrainingIn,
  isOfTraining,
  isTrainedIn,
  newestByArea,
  type Takes,
  type Training,
  takesOf,
  takesType,
  trainingProblems,
  typesOfAreas,
} from './training-rules.ts';
import { findTrainings, insertTrainings, type NewTraining, type RecordedTraining } from './training-store.ts';

/** With how far each training is. */
export type CountedTraining = RecordedTraining & Training;

const noProgress: Progress = { reportsDone: 0, judged: 0, wrong: 0, mostWrongPercent: 0 };

/** Of these people, the oldest first. Only the newest of an area is counted: the earlier ones are over. */
async function readTrainings({ db }: Pick<Ctx, 'db'>, deskUserIds: readonly string[]): Promise<CountedTraining[]> {
  const found = (await findTrainings(db, deskUserIds)).map((one) => ({ ...one, ...noProgress }));
  const newest = [...Map.groupBy(found, (one) => one.deskUserId).values()].flatMap((own) => [
    ...newestByArea(own).values(),
  ]);
  const counted = newest.filter(isOfTraining).map((one) => ({
    ...{ id: one.id, deskUserId: one.deskUserId, since: one.recordedAt, until: one.trainingUntil },
    ...{ most: one.trainingReports, reportTypeIds: typesOfAreas([one.area]) },
  }));
  const progress = await countProgress(db, counted);
  return found.map((one) => ({ ...one, ...progress.get(one.id) }));
}

/** What the reader is given of the queue. */
export async function readOwnTakes(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Permitted & { readonly userId: string },
): Promise<Takes> {
  demand(authorityOf(by), 'read_reports');
  return (await readTakes(ctx, [by.userId]))(by.userId);
}

/** What each of these people is given of the queue. */
export async function readTakes(
  ctx: Pick<Ctx, 'db' | 'now'>,
  deskUserIds: readonly string[],
): Promise<(deskUserId: string) => Takes> {
  const byPerson = Map.groupBy(await readTrainings(ctx, deskUserIds), (one) => one.deskUserId);
  const { today } = trainingDays(ctx);
  return (id) => takesOf(byPerson.get(id) ?? [], today);
}

/** Whether nobody of the desk who claims reports is given those of a type. */
export async function readTakenByNobody(
  ctx: Ctx,
  by: Permitted & { readonly userId: string },
): Promise<(reportTypeId: number) => boolean> {
  demand(authorityOf(by), 'read_reports');
  const claimers = (await listDeskUsers(ctx, 'system')).filter(
    ({ disabled_at, role }) => disabled_at === null && mayDo({ permissions: roles.desk[role] }, 'claim_reports'),
  );
  const ids = claimers.map(({ id }) => id);
  const takes = await readTakes(ctx, ids);
  return (reportTypeId) => !ids.some((id) => takesType(takes(id), reportTypeId));
}

/** Of these people, the oldest first. */
export function listTrainings(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  deskUserIds: readonly string[],
): Promise<CountedTraining[]> {
  demand(by, 'read_team');
  return readTrainings(ctx, deskUserIds);
}

/** Today, and the day until which an end counts as soon. */
export function trainingDays({ now }: Pick<Ctx, 'now'>): { readonly today: IsoDate; readonly soon: IsoDate } {
  const today = ukDateOf(now());
  return { today, soon: addDays(today, endsSoonDays) };
}

/** Nobody says of themselves that they are trained. */
function demandOver(by: Asker, deskUserId: string): void {
  demand(by, 'record_trainings');
  if (by !== 'system' && by.actor === `user:${deskUserId}`) throw new Refusal('not_permitted');
}

type Said = Omit<NewTraining, 'id' | 'deskUserId' | 'recordedBy' | 'recordedAt'>;

const notInTraining = { trainingUntil: null, trainingReports: null, buddyId: null };

/** Who may approve what somebody in training completes: anybody else whose role approves. */
export async function listBuddies(
  ctx: Ctx,
  by: Asker,
  deskUserId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  demand(by, 'read_team');
  return (await listDeskUsers(ctx, 'system')).filter(
    ({ id, disabled_at, role }) =>
      id !== deskUserId && disabled_at === null && mayDo({ permissions: roles.desk[role] }, 'approve_outcomes'),
  );
}

/** The id of whom the proposals of somebody in training go to; null without one. */
export async function readBuddy(ctx: Pick<Ctx, 'db' | 'now'>, deskUserId: string, area: Area): Promise<string | null> {
  const entries = await readTrainings(ctx, [deskUserId]);
  if (!isInTrainingIn(entries, area, trainingDays(ctx).today)) return null;
  return newestByArea(entries).get(area)?.buddyId ?? null;
}

const entered = (ctx: Ctx, by: Asker, deskUserId: string, said: Said): NewTraining => ({
  ...said,
  ...{ id: ctx.newId(), deskUserId, recordedBy: by === 'system' ? by : by.actor, recordedAt: ctx.now() },
});

/**
 * Records a training of one person in some areas, or that they are in training; it replaces what stood of these before. Refuses
 * with `invalid_fields` (`areas`, `completed_on`, `valid_until`, `training_until`, `training_reports`, `buddy`, `how`), and with
 * `not_permitted` the person themselves.
 */
export async function recordTraining(ctx: Ctx, by: Asker, deskUserId: string, given: GivenTraining): Promise<void> {
  demandOver(by, deskUserId);
  const problems = trainingProblems(given, trainingDays(ctx).today);
  const { training, validUntil } = given;
  const buddyId = training?.buddy || null;
  if (buddyId !== null && !(await listBuddies(ctx, by, deskUserId)).some(({ id }) => id === buddyId))
    problems.add('buddy', 'is not included in the list');
  problems.refuse('invalid_fields');
  const said = {
    how: given.how.trim(),
    ...(training === undefined
      ? { completedOn: given.completedOn, validUntil: validUntil || null, ...notInTraining }
      : {
          ...{ completedOn: null, validUntil: null, trainingUntil: training.until || null, buddyId },
          trainingReports: training.reports === '' ? null : Number(training.reports),
        }),
  };
  const entries = given.areas.map((area) => entered(ctx, by, deskUserId, { ...said, area: area as Area }));
  await insertTrainings(ctx.db, ctx.integrity, deskUserId, entries);
}

/** From now on the person does not count as trained in the area. Refuses as `recordTraining`. */
export async function endTraining(
  ctx: Ctx,
  by: Asker,
  deskUserId: string,
  { area, why }: { readonly area: string; readonly why: string },
): Promise<void> {
  demandOver(by, deskUserId);
  endProblems(area, why).refuse('invalid_fields');
  const ended = { area: area as Area, completedOn: null, validUntil: null, ...notInTraining, how: why.trim() };
  await insertTrainings(ctx.db, ctx.integrity, deskUserId, [entered(ctx, by, deskUserId, ended)]);
}

export interface AreaTraining {
  readonly isTrained: boolean;
  readonly isInTraining: boolean;
}

/** In training, with an alarm, is whose entries somebody changed behind the program. */
export async function readAreaTraining(
  ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms' | 'now'>,
  deskUserId: string,
  area: Area,
): Promise<AreaTraining> {
  const entries = await readTrainings(ctx, [deskUserId]);
  const { today } = trainingDays(ctx);
  if (entries.length === 0) return { isTrained: false, isInTraining: false };
  const rows = await findGuardedRows(ctx.db, [{ table: 'desk_trainings', key: deskUserId }]);
  if (rows.every((row) => isValidRow(ctx.integrity, row)))
    return { isTrained: isTrainedIn(entries, area, today), isInTraining: isInTrainingIn(entries, area, today) };
  ctx.alarms.raise('row_not_ours', { userId: deskUserId, reason: 'desk_trainings' });
  return { isTrained: false, isInTraining: true };
}
