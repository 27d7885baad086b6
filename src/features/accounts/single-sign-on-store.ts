// Rows of the OpenID providers at which users of accounts sign in.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';

export interface SingleSignOnRow {
  readonly account_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed_client_secret: Buffer;
  readonly domains: readonly string[];
  readonly secret_ends_on: IsoDate | null;
  /** Null since it was changed. */
  readonly tried_at: Date | null;
  /** Set where the users of the domains sign in there alone: who still signs in with their password and a second factor. */
  readonly recovery_user_id: string | null;
}

const columns = sql`account_id, issuer, client_id, sealed_client_secret, domains, secret_ends_on::text as secret_ends_on,
  tried_at, recovery_user_id`;

export function findSingleSignOn(db: Db, accountId: string): Promise<SingleSignOnRow | undefined> {
  return db.row<SingleSignOnRow>(sql`select ${columns} from single_sign_on where account_id = ${accountId}`);
}

/** @param domains of email addresses, in lower case; each belongs to one account at most */
export function findSingleSignOnOf(db: Db, domains: readonly string[]): Promise<SingleSignOnRow | undefined> {
  return db.row<SingleSignOnRow>(sql`
    select ${columns} from single_sign_on
    where account_id in (select d.account_id from single_sign_on_domains d where d.domain = any (${domains}::text[]))
      and domains && ${domains}::text[]
    order by account_id limit 1`);
}

/** Gives these domains to the account, and no others. Returns false if another account has one of them, also since a moment ago. */
export async function claimDomains(db: Db, accountId: string, domains: readonly string[]): Promise<boolean> {
  await db.run(sql`
    delete from single_sign_on_domains where account_id = ${accountId} and domain <> all (${domains}::text[])`);
  // In one order, so that two who claim the same do not wait for each other.
  await db.run(sql`
    insert into single_sign_on_domains (domain, account_id)
    select domain, ${accountId} from unnest(${domains}::text[]) as domain order by domain
    on conflict do nothing`);
  const row = await db.row<{ owned: number }>(sql`
    select count(*)::integer as owned from single_sign_on_domains where account_id = ${accountId}`);
  return row!.owned === domains.length;
}

export async function replaceSingleSignOn(
  db: Db,
  integrity: Integrity,
  row: SingleSignOnRow,
  createdAt: Date,
): Promise<void> {
  const replace = sql`
    insert into single_sign_on (account_id, issuer, client_id, sealed_client_secret, domains, secret_ends_on, tried_at,
      recovery_user_id, created_at)
    values (${row.account_id}, ${row.issuer}, ${row.client_id}, ${row.sealed_client_secret}, ${row.domains},
      ${row.secret_ends_on}, ${row.tried_at}, ${row.recovery_user_id}, ${createdAt})
    on conflict (account_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_client_secret = excluded.sealed_client_secret, domains = excluded.domains,
      secret_ends_on = excluded.secret_ends_on, tried_at = excluded.tried_at,
      recovery_user_id = excluded.recovery_user_id`;
  await changeGuarded(db, integrity, 'single_sign_on', row.account_id, (tx) => tx.run(replace));
}

/** Not if it was changed meanwhile. */
export async function noteSignIn(
  db: Db,
  accountId: string,
  row: Omit<SingleSignOnRow, 'account_id'>,
  at: Date,
): Promise<void> {
  await db.run(sql`
    update single_sign_on set tried_at = ${at}
    where account_id = ${accountId} and issuer = ${row.issuer} and client_id = ${row.client_id}
      and sealed_client_secret = ${row.sealed_client_secret} and domains = ${row.domains}::text[]`);
}

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const row = await db.row<{ has: boolean }>(sql`
    select exists (
      select from sign_in_credentials where user_id = ${userId} and provider = 'credential') as has`);
  return row!.has;
}

/** Of these domains, those that no user of the account has, or that somebody of another account or of the desk has. */
export async function findForeignDomains(db: Db, accountId: string, domains: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ domain: string }>(sql`
    select domain from unnest(${domains}::text[]) as domain
    where not exists (
        select from users u where u.account_id = ${accountId} and lower(split_part(u.email, '@', 2)) = domain)
      or exists (
        select from users u where u.account_id <> ${accountId} and lower(split_part(u.email, '@', 2)) = domain)
      or exists (select from desk_users d where lower(split_part(d.email, '@', 2)) = domain)`);
  return rows.map(({ domain }) => domain);
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
