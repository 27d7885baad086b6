// Rows of forms that were sent after their session had ended.
import { type Db, sql } from '../../platform/db/database.ts';

/** Anybody may send a form without a session, so the number of kept ones is limited. */
const MOST_KEPT = 5000;

/** Whether it is kept. */
export async function insertKeptForm(
  db: Db,
  form: { readonly id: string; readonly sealedForm: Buffer; readonly expiresAt: Date },
): Promise<boolean> {
  const count = await db.run(sql`
    insert into kept_forms (id, sealed_form, expires_at)
    select ${form.id}, ${form.sealedForm}, ${form.expiresAt}
    where (select count(*) from kept_forms) < ${MOST_KEPT}`);
  return count === 1;
}

export function findKeptForm(db: Db, id: string, now: Date): Promise<{ readonly sealed_form: Buffer } | undefined> {
  return db.row(sql`select sealed_form from kept_forms where id = ${id} and expires_at > ${now}`);
}
