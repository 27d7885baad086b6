// On which days somebody of the desk is away, and on which they work: columns of their row.
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { Absence } from './absence-rules.ts';
import type { Hours } from './hours-rules.ts';

/** @param absence null for somebody who is not away */
export async function updateAbsence(db: Db, integrity: Integrity, id: string, absence: Absence | null): Promise<void> {
  const update = sql`
    update desk_users set away_from = ${absence?.from ?? null}::date, away_until = ${absence?.until ?? null}::date
    where id = ${id}`;
  await changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}

export async function updateHours(db: Db, integrity: Integrity, id: string, hours: Hours): Promise<void> {
  const update = sql`
    update desk_users set works_on = ${hours.works_on}::smallint[], work_percent = ${hours.work_percent} where id = ${id}`;
  await changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}
