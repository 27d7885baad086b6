// Rows of the mailed links with which users set their password.
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';

export type LinkPurpose = 'invitation' | 'forgotten_password';

export interface SignInLinkRow {
  readonly user_id: string;
  readonly purpose: LinkPurpose;
}

export async function insertSignInLink(
  db: Db,
  integrity: Integrity,
  link: {
    readonly tokenHash: Buffer;
    readonly userId: string;
    readonly purpose: LinkPurpose;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const insert = sql`
    insert into sign_in_links (token_hash, user_id, purpose, created_at, expires_at)
    values (${link.tokenHash}, ${link.userId}, ${link.purpose}, ${link.createdAt}, ${link.expiresAt})`;
  await changeGuarded(db, integrity, 'sign_in_links', link.userId, (tx) => tx.run(insert));
}

export function findSignInLink(db: Db, tokenHash: Buffer, now: Date): Promise<SignInLinkRow | undefined> {
  return db.row<SignInLinkRow>(sql`
    select user_id, purpose from sign_in_links where token_hash = ${tokenHash} and expires_at > ${now}`);
}

/** Uses the link up, and every other link of its user. Returns their hashes: none if another request was first. */
export async function useSignInLink(db: Db, tokenHash: Buffer): Promise<string[]> {
  const rows = await db.rows<{ hash: string }>(sql`
    delete from sign_in_links where user_id = (select user_id from sign_in_links where token_hash = ${tokenHash} for update)
    returning encode(token_hash, 'hex') as hash`);
  return rows.map(({ hash }) => hash);
}

/** Forgets a link that was never sent. */
export async function removeSignInLink(db: Db, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sign_in_links where token_hash = ${tokenHash}`);
}

export async function countSignInLinks(db: Db, userId: string, purpose: LinkPurpose, since: Date): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from sign_in_links
    where user_id = ${userId} and purpose = ${purpose} and created_at > ${since}`);
  return row!.count;
}
