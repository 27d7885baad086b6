// Rows of trainings: only ever inserted; the newest of a person and area counts. They say who decides alone, and have MACs.
import type { Actor } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { Progress } from './training-queries.ts';
import type { Training } from './training-rules.ts';

export interface RecordedTraining extends Omit<Training, keyof Progress> {
  readonly id: string;
  readonly deskUserId: string;
  readonly recordedBy: Actor;
  /** Who approves what they complete in the area while they are in training; null for whoever takes it. */
  readonly buddyId: string | null;
  readonly buddyName: string | null;
  /** null if it is nobody of the desk. */
  readonly recordedByName: string | null;
  readonly recordedAt: Date;
}

const trainings = (condition: Sql): Sql => sql`
  select t.id, t.desk_user_id as "deskUserId", t.area, t.completed_on as "completedOn", t.valid_until as "validUntil",
    t.training_until as "trainingUntil", t.training_reports as "trainingReports",
    t.buddy_id as "buddyId", b.name as "buddyName", t.how, t.recorded_by as "recordedBy", d.name as "recordedByName", t.recorded_at as "recordedAt"
  from desk_trainings t left join desk_users d on 'user:' || d.id = t.recorded_by left join desk_users b on b.id = t.buddy_id
  where ${condition} order by t.recorded_at, t.id`;

/** Of these people, the oldest first. */
export const findTrainings = (db: Db, deskUserIds: readonly string[]): Promise<RecordedTraining[]> =>
  db.rows<RecordedTraining>(trainings(sql`t.desk_user_id = any (${deskUserIds}::uuid[])`));

export type NewTraining = Omit<RecordedTraining, 'recordedByName' | 'buddyName'>;

/** @param entries of one person */
export async function insertTrainings(
  db: Db,
  integrity: Integrity,
  deskUserId: string,
  entries: readonly NewTraining[],
): Promise<void> {
  await changeGuarded(db, integrity, 'desk_trainings', deskUserId, (tx) =>
    tx.run(sql`
      insert into desk_trainings
        (id, desk_user_id, area, completed_on, valid_until, training_until, training_reports, buddy_id, how, recorded_by,
          recorded_at)
      select t.id, ${deskUserId}, t.area, t.completed_on, t.valid_until, t.training_until, t.training_reports, t.buddy_id, t.how,
        t.recorded_by, t.recorded_at
      from jsonb_to_recordset(${JSON.stringify(entries.map(columnsOf))}::jsonb) as t(id uuid, area text,
        completed_on date, valid_until date, training_until date, training_reports smallint, buddy_id uuid, how text,
        recorded_by text, recorded_at timestamptz)`),
  );
}

const columnsOf = (one: NewTraining) => ({
  ...{ id: one.id, area: one.area, completed_on: one.completedOn, valid_until: one.validUntil, how: one.how },
  ...{ training_until: one.trainingUntil, training_reports: one.trainingReports, buddy_id: one.buddyId },
  ...{ recorded_by: one.recordedBy, recorded_at: one.recordedAt },
});
