// Rows of drafts: what somebody typed in a form and has not sent.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface DraftKey {
  /** `user:<id>`, `candidate:<id of the check>`, or the actor of a referee. */
  readonly author: string;
  /** The path to which the form is sent. */
  readonly form: string;
}

export interface DraftRow {
  readonly form: string;
  readonly sealed_fields: Buffer;
  readonly saved_at: Date;
}

/** Whom the page of a form is about. */
export interface ApplicantKey {
  readonly accountId: string;
  readonly environment: Environment;
  readonly applicantId: string;
}

/** So that no person fills the database: the oldest drafts end first. */
export interface DraftRoom {
  readonly drafts: number;
  readonly bytes: number;
}

export function findDrafts(db: Db, author: string, forms: readonly string[]): Promise<DraftRow[]> {
  return db.rows<DraftRow>(sql`
    select form, sealed_fields, saved_at from drafts where author = ${author} and form = any(${forms})`);
}

/** Returns false, and stores nothing, if the form was sent or discarded after `openedAt`. */
export async function upsertDraft(
  db: Db,
  draft: DraftKey & {
    readonly about: ApplicantKey | undefined;
    readonly sealedFields: Buffer;
    readonly savedAt: Date;
    readonly openedAt: Date | undefined;
  },
  room: DraftRoom,
): Promise<boolean> {
  const { author, form, about, sealedFields, savedAt, openedAt } = draft;
  const stored = await db.run(sql`
    insert into drafts (author, form, account_id, environment, applicant_id, sealed_fields, saved_at)
    select ${author}, ${form}, ${about?.accountId ?? null}::uuid, ${about?.environment ?? null}::environment,
      ${about?.applicantId ?? null}::uuid, ${sealedFields}::bytea, ${savedAt}::timestamptz
    where not exists (
      select from ended_drafts
      where author = ${author} and form = ${form} and ended_at > ${openedAt ?? null}::timestamptz)
    on conflict (author, form) do update
      set sealed_fields = excluded.sealed_fields, saved_at = excluded.saved_at`);
  if (stored === 0) return false;
  await db.run(sql`
    delete from drafts where author = ${author} and form in (
      select form from (
        select form, count(*) over newest as drafts, sum(octet_length(sealed_fields)) over newest as bytes
        from drafts where author = ${author} window newest as (order by saved_at desc, form)
      ) as kept where drafts > ${room.drafts} or bytes > ${room.bytes})`);
  return true;
}

export async function deleteDraft(db: Db, { author, form }: DraftKey): Promise<void> {
  await db.run(sql`delete from drafts where author = ${author} and form = ${form}`);
}

/** Deletes the draft, and remembers when. */
export async function endDraft(db: Db, { author, form }: DraftKey, at: Date): Promise<void> {
  await db.run(sql`
    with ended as (delete from drafts where author = ${author} and form = ${form})
    insert into ended_drafts (author, form, ended_at) values (${author}, ${form}, ${at})
    on conflict (author, form) do update set ended_at = excluded.ended_at`);
}

export async function deleteDraftsBy(db: Db, author: string): Promise<void> {
  await db.run(sql`
    with ended as (delete from ended_drafts where author = ${author}) delete from drafts where author = ${author}`);
}

export async function deleteDraftsAbout(db: Db, tenant: Tenant, applicantId: string): Promise<void> {
  await db.run(sql`
    delete from drafts
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}`);
}

export function deleteOldDrafts(db: Db, before: { readonly ofCase: Date; readonly ofOther: Date }): Promise<number> {
  return db.run(sql`
    with ended as (delete from ended_drafts where ended_at < ${before.ofOther})
    delete from drafts
    where saved_at < ${before.ofCase} or saved_at < ${before.ofOther} and applicant_id is null`);
}
