// Rows of drafts: what somebody typed in a form and has not sent.
import { type Db, sql } from '../../platform/db/database.ts';

export interface DraftKey {
  /** `user:<id>`, `candidate:<id of the check>`, or `referee:<id of the reference>`. */
  readonly author: string;
  /** The path to which the form is sent. */
  readonly form: string;
}

export interface DraftRow {
  readonly form: string;
  readonly sealed_fields: Buffer;
  readonly saved_at: Date;
}

/** So that no person fills the database: the oldest end first. */
const MOST_PER_AUTHOR = 100;

export function findDrafts(db: Db, author: string, forms: readonly string[]): Promise<DraftRow[]> {
  return db.rows<DraftRow>(sql`
    select form, sealed_fields, saved_at from drafts where author = ${author} and form = any(${forms})`);
}

export async function upsertDraft(
  db: Db,
  { author, form, sealedFields, savedAt }: DraftKey & { readonly sealedFields: Buffer; readonly savedAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into drafts (author, form, sealed_fields, saved_at)
    values (${author}, ${form}, ${sealedFields}, ${savedAt})
    on conflict (author, form) do update
      set sealed_fields = excluded.sealed_fields, saved_at = excluded.saved_at`);
  await db.run(sql`
    delete from drafts where author = ${author} and form in (
      select form from drafts where author = ${author} order by saved_at desc, form offset ${MOST_PER_AUTHOR})`);
}

export async function deleteDraft(db: Db, { author, form }: DraftKey): Promise<void> {
  await db.run(sql`delete from drafts where author = ${author} and form = ${form}`);
}

export function deleteDraftsSavedBefore(db: Db, time: Date): Promise<number> {
  return db.run(sql`delete from drafts where saved_at < ${time}`);
}
