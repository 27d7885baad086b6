// Rows of sign-in: users, passwords and counts of attempts; the library stores the sessions itself.
import { type Db, sql } from '../../platform/db/database.ts';
import type { ClientRole, DeskRole } from '../access/permissions.ts';

export type PortalUserRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
} & (
  | {
      readonly kind: 'client';
      readonly role: ClientRole;
      readonly account_id: string;
      readonly subsidiary_id: string | null;
      readonly clock_offset_seconds: number;
    }
  | {
      readonly kind: 'desk';
      readonly role: DeskRole;
      readonly all_accounts: boolean;
      readonly desk_accounts: readonly string[];
    }
);

const portalUser = (condition: ReturnType<typeof sql>) => sql`
  select u.id, u.name, u.email, 'client' as kind, u.role, u.account_id, u.subsidiary_id,
    a.test_clock_offset_seconds as clock_offset_seconds, null::boolean as all_accounts, null::uuid[] as desk_accounts
  from users u join accounts a on a.id = u.account_id where u.disabled_at is null and u.${condition}
  union all
  select d.id, d.name, d.email, 'desk', d.role, null, null, null, d.all_accounts,
    array(select a.account_id from desk_user_accounts a where a.desk_user_id = d.id order by a.account_id)
  from desk_users d where d.disabled_at is null and d.${condition}`;

/** Not limited to an account: the user tells which account's data they may see. Finds no disabled users. */
export function findPortalUser(db: Db, id: string): Promise<PortalUserRow | undefined> {
  return db.row<PortalUserRow>(portalUser(sql`id = ${id}`));
}

/** @param email in lower case */
export function findPortalUserByEmail(db: Db, email: string): Promise<PortalUserRow | undefined> {
  return db.row<PortalUserRow>(portalUser(sql`email = ${email}`));
}

/** Among the users of all portals, including disabled ones, who keep their address. @param email in lower case */
export async function isEmailInUse(db: Db, email: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (select from users where email = ${email}) or exists (select from desk_users where email = ${email}) as found`);
  return row!.found;
}

export interface NewDeskUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  readonly accounts: 'all' | readonly string[];
  readonly createdAt: Date;
}

export async function insertDeskUser(db: Db, user: NewDeskUser): Promise<void> {
  await db.run(sql`
    insert into desk_users (id, name, email, role, all_accounts, created_at)
    values (${user.id}, ${user.name}, ${user.email}, ${user.role}, ${user.accounts === 'all'}, ${user.createdAt})`);
  if (user.accounts === 'all') return;
  await db.run(sql`
    insert into desk_user_accounts (account_id, desk_user_id)
    select a.account_id, ${user.id}::uuid from unnest(${user.accounts}::uuid[]) as a(account_id)`);
}

export interface DeskUserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  readonly all_accounts: boolean;
  readonly accounts: readonly string[];
  readonly disabled_at: Date | null;
}

export function findDeskUsers(db: Db): Promise<DeskUserRow[]> {
  return db.rows<DeskUserRow>(sql`
    select d.id, d.name, d.email, d.role, d.all_accounts, d.disabled_at,
      array(select a.account_id from desk_user_accounts a where a.desk_user_id = d.id order by a.account_id) as accounts
    from desk_users d order by d.created_at, d.id`);
}

/** Replaces the accounts that the screener works for. */
export async function replaceDeskAccounts(db: Db, id: string, accounts: 'all' | readonly string[]): Promise<void> {
  await db.run(sql`update desk_users set all_accounts = ${accounts === 'all'} where id = ${id}`);
  const kept = accounts === 'all' ? [] : accounts;
  await db.run(sql`delete from desk_user_accounts where desk_user_id = ${id} and account_id <> all (${kept}::uuid[])`);
  await db.run(sql`
    insert into desk_user_accounts (account_id, desk_user_id)
    select a.account_id, d.id from desk_users d, unnest(${kept}::uuid[]) as a(account_id) where d.id = ${id}
    on conflict do nothing`);
}

export async function updateDeskRole(db: Db, id: string, role: DeskRole): Promise<void> {
  await db.run(sql`update desk_users set role = ${role} where id = ${id}`);
}

export function disableDeskUserRow(db: Db, id: string, at: Date): Promise<number> {
  return db.run(sql`update desk_users set disabled_at = ${at} where id = ${id} and disabled_at is null`);
}

/** Replaces the password, and ends the sessions opened with the earlier one. */
export async function replaceCredential(
  db: Db,
  credential: { readonly id: string; readonly userId: string; readonly passwordHash: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    insert into sign_in_credentials (id, user_id, provider, subject, password, created_at, updated_at)
    values (${credential.id}, ${credential.userId}, 'credential', ${credential.userId}, ${credential.passwordHash},
      ${credential.at}, ${credential.at})
    on conflict (user_id, provider) do update set password = excluded.password, updated_at = excluded.updated_at`);
  await db.run(sql`delete from sign_in_sessions where user_id = ${credential.userId}`);
}

/** Adds one attempt for each subject and returns the counts of their windows, in the order of `subjects`. */
export async function countAttempts(
  db: Db,
  subjects: readonly Buffer[],
  now: Date,
  windowStart: Date,
): Promise<number[]> {
  const rows = await db.rows<{ subject: Buffer; attempts: number }>(sql`
    insert into sign_in_attempts as a (subject, window_started_at, attempts)
    select s.subject, ${now}::timestamptz, 1 from unnest(${subjects}::bytea[]) as s(subject) order by s.subject
    on conflict (subject) do update set
      attempts = case when a.window_started_at <= ${windowStart} then 1 else a.attempts + 1 end,
      window_started_at = case when a.window_started_at <= ${windowStart} then excluded.window_started_at else a.window_started_at end
    returning subject, attempts`);
  return subjects.map((subject) => rows.find((row) => row.subject.equals(subject))?.attempts ?? 0);
}

export async function forgetAttempts(db: Db, subject: Buffer): Promise<void> {
  await db.run(sql`delete from sign_in_attempts where subject = ${subject}`);
}

/** Deletes ended sessions and ended windows. Returns how many rows. */
export async function removeStaleSignIns(db: Db, now: Date, windowStart: Date): Promise<number> {
  const sessions = await db.run(sql`delete from sign_in_sessions where expires_at < ${now}`);
  return sessions + (await db.run(sql`delete from sign_in_attempts where window_started_at < ${windowStart}`));
}
