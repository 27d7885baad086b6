// Rows of forms that were sent: which are in progress, and how the others were answered.
import { type Db, sql } from '../../platform/db/database.ts';

/** False if the form was sent already, and has not lapsed. */
export async function insertSentForm(
  db: Db,
  id: Buffer,
  { now, lapsesAt }: { readonly now: Date; readonly lapsesAt: Date },
): Promise<boolean> {
  const stored = await db.run(sql`
    insert into sent_forms (id, lapses_at) values (${id}, ${lapsesAt})
    on conflict (id) do update set lapses_at = excluded.lapses_at, sealed_answer = null
      where sent_forms.lapses_at <= ${now}`);
  return stored === 1;
}

export function findSentForm(db: Db, id: Buffer): Promise<{ readonly sealed_answer: Buffer | null } | undefined> {
  return db.row(sql`select sealed_answer from sent_forms where id = ${id}`);
}

export async function updateSentForm(db: Db, id: Buffer, sealedAnswer: Buffer, lapsesAt: Date): Promise<void> {
  await db.run(sql`update sent_forms set sealed_answer = ${sealedAnswer}, lapses_at = ${lapsesAt} where id = ${id}`);
}

export async function deleteSentForm(db: Db, id: Buffer): Promise<void> {
  await db.run(sql`delete from sent_forms where id = ${id}`);
}

export function deleteLapsedForms(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from sent_forms where lapses_at <= ${now}`);
}
