// Rows of sign-in: users, passwords and counts of attempts; the library stores the sessions itself.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { changeGuarded, guardedRows, guardNew, type WantedRows } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { ClientRole, DeskRole } from '../access/permissions.ts';
import { isAccessOpen } from './access-end-queries.ts';
import { accountRows, type CheckedRow, isOldSession, oldRowOf } from './old-row-queries.ts';
import type { SecondFactor } from './sign-in-rules.ts';

export type PortalUserRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether their account, or their work at the desk, demands a second factor. */
  readonly demands_second_factor: boolean;
  readonly has_second_factor: boolean;
} & (
  | {
      readonly kind: 'client';
      readonly role: ClientRole;
      readonly account_id: string;
      readonly account_name: string;
      /** Empty for the usual one. */
      readonly subsidiary_word: string;
      readonly subsidiary_ids: readonly string[] | null;
      readonly clock_offset_seconds: number;
    }
  | {
      readonly kind: 'desk';
      readonly role: DeskRole;
      readonly all_accounts: boolean;
      readonly desk_accounts: readonly string[];
    }
);

/** A screener who sees only the demo's accounts is a demo user, and needs no second factor. */
const seesOnlyDemo = sql`(
  select coalesce(bool_and(a.is_demo), false) from accounts a
  where d.all_accounts
    or exists (select from desk_user_accounts l where l.account_id = a.id and l.desk_user_id = d.id))`;

const portalUser = (condition: Sql) => sql`
  select u.id, u.name, u.email, 'client' as kind, u.role, u.account_id, a.name as account_name, coalesce(a.settings->>'subsidiaryWord', '') as subsidiary_word, u.subsidiary_ids,
    a.test_clock_offset_seconds as clock_offset_seconds, null::boolean as all_accounts, null::uuid[] as desk_accounts,
    a.second_factor_demanded as demands_second_factor,
    exists (select from sign_in_factors f where f.user_id = u.id) as has_second_factor
  from users u join accounts a on a.id = u.account_id where ${isAccessOpen('u')} and u.${condition}
  union all
  select d.id, d.name, d.email, 'desk', d.role, null, null, null, null, null, d.all_accounts,
    array(select a.account_id from desk_user_accounts a where a.desk_user_id = d.id order by a.account_id),
    not ${seesOnlyDemo}, exists (select from sign_in_factors f where f.user_id = d.id)
  from desk_users d where ${isAccessOpen('d')} and d.${condition}`;

/** Not limited to an account: the user tells which account's data they may see. Finds nobody whose access ended. */
export function findPortalUser(db: Db, id: string): Promise<PortalUserRow | undefined> {
  return db.row<PortalUserRow>(portalUser(sql`id = ${id}`));
}

const tablesOfUser = [
  'users',
  'desk_users',
  'desk_user_accounts',
  'sign_in_credentials',
  'sign_in_factors',
  'sign_in_recovery_codes',
  'sign_in_links',
] as const;

/** The rows that say who a user is, how they sign in and what they may see. */
export const rowsOfUser = (userId: string | Sql): WantedRows[] => tablesOfUser.map((table) => ({ table, key: userId }));

export type OpenSessionRow = PortalUserRow & {
  readonly session_id: string;
  readonly second_factor: SecondFactor | null;
  readonly confirmed_at: Date | null;
  readonly started_at: Date;
  /** Nobody needs to extend it yet. */
  readonly is_fresh: boolean;
};

/** The parts of the statement of every request, written once. */
const ofSession = {
  user: portalUser(sql`id = s.user_id`),
  ownRows: guardedRows([...rowsOfUser(sql`s.user_id`), { table: 'sign_in_sessions', key: sql`s.id` }]),
  oldRow: sql`coalesce(
    ${oldRowOf({ id: sql`s.user_id`, hasEvents: sql`(p.desk_accounts is null or p.all_accounts or p.desk_accounts <> '{}')` })},
    case when ${isOldSession('s')} then 'sign_in_sessions' end)`,
  accountRows: accountRows(sql`(
    case when p.all_accounts then array(select id from accounts) else coalesce(p.desk_accounts, array[p.account_id]) end)`),
};

/**
 * The session with its user, once for each row that says who they are and what they may see: with the rows of their
 * accounts, which say whether they need a second factor, unless they proved one.
 * @param freshSeconds a session that ends within this time is not fresh
 */
export function findOpenSession(db: Db, token: string, freshSeconds: number): Promise<(OpenSessionRow & CheckedRow)[]> {
  return db.rows<OpenSessionRow & CheckedRow>(sql`
    select p.*, s.id as session_id, s.second_factor, s.confirmed_at, s.created_at as started_at,
      s.expires_at > now() + make_interval(secs => ${freshSeconds}) as is_fresh, g.*
    from sign_in_sessions s
    cross join lateral (${ofSession.user}) p
    cross join lateral (select ${ofSession.oldRow} as old_row offset 0) old
    cross join lateral (
      select own.*, old.old_row from (${ofSession.ownRows}) own
      union all
      select of_account.* from (${ofSession.accountRows}) of_account where s.second_factor is null
    ) g
    where s.token = ${token}`);
}

/** Completes a session that the library has just stored. Returns its id. */
export async function startSession(
  db: Db,
  integrity: Integrity,
  token: string,
  started: {
    readonly network: string;
    readonly device: string;
    readonly secondFactor: string | null;
    readonly confirmedAt: Date | null;
  },
): Promise<string | undefined> {
  const session = await db.row<{ id: string }>(sql`select id from sign_in_sessions where token = ${token}`);
  if (session === undefined) return undefined;
  const update = sql`
    update sign_in_sessions set ip_address = ${started.network}, user_agent = ${started.device},
      second_factor = ${started.secondFactor}, confirmed_at = ${started.confirmedAt}
    where id = ${session.id}`;
  await guardNew(db, integrity, 'sign_in_sessions', session.id, (tx) => tx.run(update));
  return session.id;
}

export interface SessionRow {
  readonly id: string;
  readonly network: string;
  readonly device: string;
  readonly started_at: Date;
  readonly last_used_at: Date;
}

/** The sessions that are open, last used first. */
export function findSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db.rows<SessionRow>(sql`
    select id, coalesce(ip_address, '') as network, coalesce(user_agent, '') as device, created_at as started_at,
      updated_at as last_used_at
    from sign_in_sessions where user_id = ${userId} and expires_at > ${now} and confirmed_at is not null
    order by updated_at desc, id`);
}

/** The number of open sessions of each of these users who has one. */
export async function countSessions(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ user_id: string; sessions: number }>(sql`
    select user_id, count(*)::integer as sessions from sign_in_sessions
    where user_id = any (${userIds}::uuid[]) and expires_at > ${now} and confirmed_at is not null
    group by user_id`);
  return new Map(rows.map(({ user_id, sessions }) => [user_id, sessions]));
}

/** Ids of sessions; all of the user if neither is given. */
export interface SessionChoice {
  readonly only?: string;
  readonly except?: string;
}

/** Returns the ids of the sessions that ended. */
export async function deleteSessions(db: Db, userId: string, { only, except }: SessionChoice = {}): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    delete from sign_in_sessions
    where user_id = ${userId} and (${only ?? null}::text is null or id::text = ${only ?? null})
      and (${except ?? null}::text is null or id::text <> ${except ?? null})
    returning id`);
  return rows.map(({ id }) => id);
}

/** A session that the library has stored, and that opens nothing. */
export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.run(sql`delete from sign_in_sessions where token = ${token}`);
}

export async function confirmSession(db: Db, integrity: Integrity, id: string, at: Date): Promise<void> {
  const update = sql`update sign_in_sessions set confirmed_at = ${at} where id = ${id}`;
  await changeGuarded(db, integrity, 'sign_in_sessions', id, (tx) => tx.run(update));
}

/** @param email in lower case */
export function findPortalUserByEmail(db: Db, email: string): Promise<PortalUserRow | undefined> {
  return db.row<PortalUserRow>(portalUser(sql`email = ${email}`));
}

/** Among the users of all portals, including disabled ones, who keep their address. @param email in lower case */
export async function isEmailInUse(db: Db, email: string): Promise<boolean> {
  const row = await db.row<{ isTaken: boolean }>(sql`select email_is_taken(${email}) as "isTaken"`);
  return row!.isTaken;
}

/** Ends the mailed links by which the password could be set, and the sessions opened with it. Returns hashes and ids. */
export async function endWithPassword(db: Db, userId: string): Promise<string[]> {
  const links = await db.rows<{ hash: string }>(sql`
    delete from sign_in_links where user_id = ${userId} returning encode(token_hash, 'hex') as hash`);
  return [...links.map(({ hash }) => hash), ...(await deleteSessions(db, userId))];
}

/** The user has no password any more. Returns the links, as hashes, and the ids of the sessions that ended with it. */
export async function deleteCredentials(db: Db, userId: string): Promise<string[]> {
  await db.run(sql`delete from sign_in_credentials where user_id = ${userId}`);
  return endWithPassword(db, userId);
}

/** Replaces the password. Returns the links, as hashes, and the ids of the sessions that ended with the earlier one. */
export async function replaceCredential(
  db: Db,
  integrity: Integrity,
  credential: { readonly id: string; readonly userId: string; readonly passwordHash: string; readonly at: Date },
): Promise<string[]> {
  const replace = sql`
    insert into sign_in_credentials (id, user_id, provider, subject, password, created_at, updated_at)
    values (${credential.id}, ${credential.userId}, 'credential', ${credential.userId}, ${credential.passwordHash},
      ${credential.at}, ${credential.at})
    on conflict (user_id, provider) do update
      set id = excluded.id, password = excluded.password, updated_at = excluded.updated_at`;
  await changeGuarded(db, integrity, 'sign_in_credentials', credential.userId, (tx) => tx.run(replace));
  return endWithPassword(db, credential.userId);
}

export async function forgetAttempts(db: Db, subject: Buffer): Promise<void> {
  await db.run(sql`delete from sign_in_attempts where subject = ${subject}`);
}

/** Deletes ended sessions, links, challenges and windows. Returns how many rows. */
export async function removeStaleSignIns(db: Db, now: Date, windowStart: Date): Promise<number> {
  const sessions = await db.run(sql`delete from sign_in_sessions where expires_at < ${now}`);
  const links = await db.run(sql`delete from sign_in_links where expires_at < ${now}`);
  const forms = await db.run(sql`delete from kept_forms where expires_at < ${now}`);
  const challenges = await db.run(sql`delete from sign_in_verifications where expires_at < ${now}`);
  return (
    sessions +
    links +
    forms +
    challenges +
    (await db.run(sql`delete from sign_in_attempts where window_started_at < ${windowStart}`))
  );
}
