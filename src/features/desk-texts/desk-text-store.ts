// Rows of the desk's own texts: each change is a version, and no version is ever changed.
import type { Actor } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { TextKind, TextPlace } from './desk-text-rules.ts';

export interface TextVersion extends TextPlace {
  readonly version: number;
  /** Empty if the desk has no text of its own any more. */
  readonly text: string;
  readonly author: Actor;
  /** null if it is nobody of the desk. */
  readonly authorName: string | null;
  readonly createdAt: Date;
}

const versions = sql`
  select t.kind, t.subject, t.version, t.text, t.author, d.name as "authorName", t.created_at as "createdAt"
  from desk_text_versions t left join desk_users d on 'user:' || d.id = t.author`;

/** The newest version of each text of these kinds that the desk ever worded. @param subjects all without them */
export function findTexts(db: Db, kinds: readonly TextKind[], subjects?: readonly string[]): Promise<TextVersion[]> {
  return db.rows<TextVersion>(sql`
    ${versions}
    where t.kind = any (${kinds}::text[])
      ${subjects === undefined ? sql`` : sql`and t.subject = any (${subjects}::text[])`}
      and not exists (
        select from desk_text_versions later
        where (later.kind, later.subject) = (t.kind, t.subject) and later.version > t.version)`);
}

/** The newest first. */
export function findTextVersions(db: Db, { kind, subject }: TextPlace): Promise<TextVersion[]> {
  return db.rows<TextVersion>(sql`
    ${versions} where t.kind = ${kind} and t.subject = ${subject} order by t.version desc`);
}

/** False if somebody else stored this version meanwhile. */
export async function insertTextVersion(db: Db, one: Omit<TextVersion, 'authorName'>): Promise<boolean> {
  const row = await db.row(sql`
    insert into desk_text_versions (kind, subject, version, text, author, created_at)
    values (${one.kind}, ${one.subject}, ${one.version}, ${one.text}, ${one.author}, ${one.createdAt})
    on conflict do nothing
    returning version`);
  return row !== undefined;
}
