// Rows of forms that were sent after their session had ended.
import { type Db, sql } from '../../platform/db/database.ts';

/** Of one user; the oldest end first. */
const MOST_KEPT = 20;

export async function insertKeptForm(
  db: Db,
  form: { readonly id: string; readonly userId: string; readonly sealedForm: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    with ended as (
      delete from kept_forms where id in (
        select id from kept_forms where user_id = ${form.userId}
        order by expires_at desc, id offset ${MOST_KEPT - 1}::int))
    insert into kept_forms (id, user_id, sealed_form, expires_at)
    values (${form.id}, ${form.userId}, ${form.sealedForm}, ${form.expiresAt})`);
}

export function findKeptForm(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
  now: Date,
): Promise<{ readonly sealed_form: Buffer } | undefined> {
  return db.row(sql`
    select sealed_form from kept_forms where id = ${id} and user_id = ${userId} and expires_at > ${now}`);
}
