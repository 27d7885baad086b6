// Records in which areas people of the desk are trained, and says whether somebody is.
import type { Ctx } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { findGuardedRows, isValidRow } from '../../platform/db/guarded-rows.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { Area } from '../report-types/report-type.ts';
import { endProblems, endsSoonDays, type GivenTraining, isTrainedIn, trainingProblems } from './training-rules.ts';
import { findTrainings, insertTrainings, type NewTraining, type RecordedTraining } from './training-store.ts';

/** Of these people, the oldest first. */
export function listTrainings(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  deskUserIds: readonly string[],
): Promise<RecordedTraining[]> {
  demand(by, 'read_team');
  return findTrainings(ctx.db, deskUserIds);
}

/** Today, and the day until which an end counts as soon. */
export function trainingDays({ now }: Pick<Ctx, 'now'>): { readonly today: IsoDate; readonly soon: IsoDate } {
  const today = ukDateOf(now());
  return { today, soon: addDays(today, endsSoonDays) };
}

/** Nobody says of themselves that they are trained. */
function demandOver(by: Asker, deskUserId: string): void {
  demand(by, 'manage_desk_users');
  if (by !== 'system' && by.actor === `user:${deskUserId}`) throw new Refusal('not_permitted');
}

type Said = Pick<NewTraining, 'area' | 'completedOn' | 'validUntil' | 'how'>;

const entered = (ctx: Ctx, by: Asker, deskUserId: string, said: Said): NewTraining => ({
  ...said,
  ...{ id: ctx.newId(), deskUserId, recordedBy: by === 'system' ? by : by.actor, recordedAt: ctx.now() },
});

/**
 * Records a training of one person in some areas; it replaces what stood of these before. Refuses with `invalid_fields`
 * (`areas`, `completed_on`, `valid_until`, `how`), and with `not_permitted` the person themselves.
 */
export async function recordTraining(ctx: Ctx, by: Asker, deskUserId: string, given: GivenTraining): Promise<void> {
  demandOver(by, deskUserId);
  trainingProblems(given, trainingDays(ctx).today).refuse('invalid_fields');
  const said = { completedOn: given.completedOn, validUntil: given.validUntil || null, how: given.how.trim() };
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
  const ended = { area: area as Area, completedOn: null, validUntil: null, how: why.trim() };
  await insertTrainings(ctx.db, ctx.integrity, deskUserId, [entered(ctx, by, deskUserId, ended)]);
}

/** False, with an alarm, if somebody changed what is recorded of the person behind the program. */
export async function isTrained(
  ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms' | 'now'>,
  deskUserId: string,
  area: Area,
): Promise<boolean> {
  const entries = await findTrainings(ctx.db, [deskUserId]);
  if (!isTrainedIn(entries, area, trainingDays(ctx).today)) return false;
  const rows = await findGuardedRows(ctx.db, [{ table: 'desk_trainings', key: deskUserId }]);
  if (rows.every((row) => isValidRow(ctx.integrity, row))) return true;
  ctx.alarms.raise('row_not_ours', { userId: deskUserId, reason: 'desk_trainings' });
  return false;
}
