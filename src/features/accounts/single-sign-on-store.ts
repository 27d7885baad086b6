// Rows of the OpenID providers at which users of accounts sign in.
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';

export interface SingleSignOnRow {
  readonly account_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed_client_secret: Buffer;
  readonly domains: readonly string[];
}

const columns = sql`account_id, issuer, client_id, sealed_client_secret, domains`;

export function findSingleSignOn(db: Db, accountId: string): Promise<SingleSignOnRow | undefined> {
  return db.row<SingleSignOnRow>(sql`select ${columns} from single_sign_on where account_id = ${accountId}`);
}

/** @param domains of email addresses, in lower case; an account has each of them alone */
export function findSingleSignOnOf(db: Db, domains: readonly string[]): Promise<SingleSignOnRow | undefined> {
  return db.row<SingleSignOnRow>(sql`
    select ${columns} from single_sign_on where domains && ${domains}::text[] order by account_id limit 1`);
}

export async function replaceSingleSignOn(
  db: Db,
  integrity: Integrity,
  row: SingleSignOnRow,
  createdAt: Date,
): Promise<void> {
  const replace = sql`
    insert into single_sign_on (account_id, issuer, client_id, sealed_client_secret, domains, created_at)
    values (${row.account_id}, ${row.issuer}, ${row.client_id}, ${row.sealed_client_secret}, ${row.domains}, ${createdAt})
    on conflict (account_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_client_secret = excluded.sealed_client_secret, domains = excluded.domains`;
  await changeGuarded(db, integrity, 'single_sign_on', row.account_id, (tx) => tx.run(replace));
}

/** By what the provider knows the user, since they first signed in there; undefined before. */
export async function findSubject(db: Db, userId: string, issuer: string): Promise<string | undefined> {
  const row = await db.row<{ subject: string }>(sql`
    select subject from sign_in_credentials where user_id = ${userId} and provider = ${issuer}`);
  return row?.subject;
}

export async function insertSubject(
  db: Db,
  integrity: Integrity,
  known: {
    readonly id: string;
    readonly userId: string;
    readonly issuer: string;
    readonly subject: string;
    readonly at: Date;
  },
): Promise<void> {
  const { id, userId, issuer, subject, at } = known;
  const insert = sql`
    insert into sign_in_credentials (id, user_id, provider, subject, created_at, updated_at)
    values (${id}, ${userId}, ${issuer}, ${subject}, ${at}, ${at})`;
  await changeGuarded(db, integrity, 'sign_in_credentials', userId, (tx) => tx.run(insert));
}

export function deleteSingleSignOn(db: Db, accountId: string): Promise<number> {
  return db.run(sql`delete from single_sign_on where account_id = ${accountId}`);
}
