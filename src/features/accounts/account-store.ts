// Rows of accounts, their subsidiaries and users.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { groupCommit } from '../../platform/db/group-commit.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { ClientRole } from '../access/permissions.ts';
import type { AccountSettings } from './account-settings.ts';
import { type Closing, settingsOfClosed } from './closing.ts';
import { isClosed } from './closing-queries.ts';
import { hasSingleSignOn } from './single-sign-on-queries.ts';

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly test_clock_offset_seconds: number;
  readonly bare_results_links: boolean;
  readonly second_factor_demanded: boolean;
  readonly is_demo: boolean;
  /** It is the house standard, and no client. */
  readonly is_standard: boolean;
  /** Null while it is open. */
  readonly closing: Closing | null;
}

export async function insertAccount(
  db: Db,
  integrity: Integrity,
  account: {
    readonly id: string;
    readonly name: string;
    readonly createdAt: Date;
    readonly isDemo: boolean;
    readonly isStandard: boolean;
    readonly settings?: Partial<AccountSettings>;
  },
): Promise<void> {
  const insert = sql`
    insert into accounts (id, name, created_at, is_demo, is_standard, settings)
    values (${account.id}, ${account.name}, ${account.createdAt}, ${account.isDemo}, ${account.isStandard}, ${JSON.stringify(account.settings ?? {})}::jsonb)`;
  await changeGuarded(db, integrity, 'accounts', account.id, (tx) => tx.run(insert));
}

const columns = sql`id, name, created_at, test_clock_offset_seconds, bare_results_links, second_factor_demanded, is_demo, is_standard, closing`;

/** The house standard too: what happens to people who work for all accounts is recorded there as well. */
export function findAccounts(db: Db): Promise<AccountRow[]> {
  return db.rows<AccountRow>(sql`select ${columns} from accounts order by created_at, id`);
}

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.row<AccountRow>(sql`select ${columns} from accounts where id = ${id}`);
}

/** Until the transaction ends, nobody else begins a house standard. */
export async function holdStandard(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('house standard', 0))`);
}

/** The house standard of the demo, or of all others. */
export function findStandard(db: Db, isDemo: boolean): Promise<AccountRow | undefined> {
  return db.row<AccountRow>(sql`select ${columns} from accounts where is_standard and is_demo = ${isDemo}`);
}

/** What is undefined stays. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly bareResultsLinks?: boolean | undefined;
  readonly secondFactorDemanded?: boolean | undefined;
}

export function updateAccount(db: Db, integrity: Integrity, accountId: string, change: AccountChange): Promise<number> {
  const update = sql`
    update accounts set name = coalesce(${change.name ?? null}, name),
      bare_results_links = coalesce(${change.bareResultsLinks ?? null}, bare_results_links),
      second_factor_demanded = coalesce(${change.secondFactorDemanded ?? null}, second_factor_demanded)
    where id = ${accountId}`;
  return changeGuarded(db, integrity, 'accounts', accountId, (tx) => tx.run(update));
}

/** Returns the new offset. */
export async function addTestClockOffset(db: Db, accountId: string, seconds: number): Promise<number> {
  const row = await db.row<{ offset: number }>(sql`
    update accounts set test_clock_offset_seconds = test_clock_offset_seconds + ${seconds}::bigint
    where id = ${accountId} returning test_clock_offset_seconds as offset`);
  return row!.offset;
}

export interface UserRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: ClientRole;
  readonly external_id: string | null;
  /** null for the whole account. */
  readonly subsidiary_ids: readonly string[] | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  /** The last day of their access; null if none is set. */
  readonly access_until: IsoDate | null;
  /** They never chose a password, and no single sign-on lets them in without one. */
  readonly is_invited: boolean;
  readonly has_second_factor: boolean;
  /** Their client's own sign-in lets them in. */
  readonly has_single_sign_on: boolean;
}

const userColumns = sql`u.id, u.account_id, u.name, u.email, u.role, u.external_id, u.subsidiary_ids, u.created_at,
  u.disabled_at, u.access_until::text as access_until, not exists (select from sign_in_credentials s where s.user_id = u.id)
    and not ${hasSingleSignOn(sql`u.account_id`, sql`u.email`)} as is_invited,
  exists (select from sign_in_factors f where f.user_id = u.id) as has_second_factor,
  ${hasSingleSignOn(sql`u.account_id`, sql`u.email`)} as has_single_sign_on`;

export interface NewUser {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: ClientRole;
  readonly externalId: string | null;
  readonly subsidiaryIds: readonly string[] | null;
  readonly accessUntil: IsoDate | null;
  readonly createdAt: Date;
}

/** Whether the user was inserted: false if another user has the email address or the external id. */
export async function insertUser(db: Db, integrity: Integrity, user: NewUser): Promise<boolean> {
  const insert = sql`
    insert into users (account_id, id, name, email, role, external_id, subsidiary_ids, access_until, created_at)
    values (${user.accountId}, ${user.id}, ${user.name}, ${user.email}, ${user.role}, ${user.externalId},
      ${user.subsidiaryIds}::uuid[], ${user.accessUntil}::date, ${user.createdAt})
    on conflict do nothing`;
  return (await changeGuarded(db, integrity, 'users', user.id, (tx) => tx.run(insert))) === 1;
}

export function findUsers(db: Db, accountId: string): Promise<UserRow[]> {
  return db.rows<UserRow>(sql`
    select ${userColumns} from users u where u.account_id = ${accountId} and u.withdrawn_at is null order by u.created_at, u.id`);
}

export function findUserByExternalId(db: Db, accountId: string, externalId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select ${userColumns} from users u where u.account_id = ${accountId} and u.external_id = ${externalId}`);
}

export function updateUser(
  db: Db,
  accountId: string,
  change: {
    readonly id: string;
    readonly name?: string | undefined;
    readonly role?: ClientRole | undefined;
    readonly subsidiaryIds?: readonly string[] | null | undefined;
    readonly disabledAt?: Date | null | undefined;
    readonly accessUntil?: IsoDate | null | undefined;
    /** Empty for none. */
    readonly externalId?: string | undefined;
    /** Set together with `disabledAt`. */
    readonly withdrawn?: true | undefined;
  },
  integrity: Integrity,
): Promise<number> {
  const update = sql`
    update users set role = coalesce(${change.role ?? null}, role), name = coalesce(${change.name ?? null}, name),
      subsidiary_ids = case when ${change.subsidiaryIds !== undefined}::boolean then ${change.subsidiaryIds ?? null}::uuid[] else subsidiary_ids end,
      disabled_at = case when ${change.disabledAt !== undefined}::boolean then ${change.disabledAt ?? null} else disabled_at end,
      withdrawn_at = case when ${change.withdrawn === true}::boolean then ${change.disabledAt ?? null} else withdrawn_at end,
      email = case when ${change.withdrawn === true}::boolean then id || '@withdrawn.invalid' else email end,
      access_until = case when ${change.accessUntil !== undefined}::boolean then ${change.accessUntil ?? null}::date else access_until end,
      external_id = case when ${change.externalId !== undefined}::boolean then ${change.externalId || null} else external_id end
    where account_id = ${accountId} and id = ${change.id}`;
  return changeGuarded(db, integrity, 'users', change.id, (tx) => tx.run(update));
}

/** Whether the subsidiary was inserted: false if another one of the account has the external id. */
export async function insertSubsidiary(
  db: Db,
  subsidiary: {
    readonly accountId: string;
    readonly id: string;
    readonly name: string;
    readonly externalId: string | null;
    readonly createdAt: Date;
  },
): Promise<boolean> {
  const count = await db.run(sql`
    insert into subsidiaries (account_id, id, name, external_id, created_at)
    values (${subsidiary.accountId}, ${subsidiary.id}, ${subsidiary.name}, ${subsidiary.externalId}, ${subsidiary.createdAt})
    on conflict do nothing`);
  return count === 1;
}

/** Until the end of the transaction: of two that work on it at once, the second sees what the first did. */
export async function holdAccount(db: Db, accountId: string): Promise<void> {
  await db.run(sql`select from accounts where id = ${accountId} for no key update`);
}

/** Until the end of the transaction, nobody disables or moves the user. */
export async function holdUser(db: Db, accountId: string, id: string): Promise<void> {
  await db.run(sql`select from users where account_id = ${accountId} and id = ${id} for share`);
}

export async function updateSubsidiary(
  db: Db,
  accountId: string,
  change: {
    readonly id: string;
    readonly name: string;
    readonly externalId: string | null;
    readonly endedAt: Date | null;
  },
): Promise<void> {
  await db.run(sql`
    update subsidiaries set name = ${change.name}, external_id = ${change.externalId}, ended_at = ${change.endedAt}
    where account_id = ${accountId} and id = ${change.id}`);
}

export interface SubsidiaryRow {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  /** Since then it takes no order. */
  readonly ended_at: Date | null;
}

export function findSubsidiaryByExternalId(
  db: Db,
  accountId: string,
  externalId: string,
): Promise<SubsidiaryRow | undefined> {
  return db.row<SubsidiaryRow>(sql`
    select id, name, external_id, ended_at from subsidiaries where account_id = ${accountId} and external_id = ${externalId}`);
}

export function findSubsidiaries(db: Db, accountId: string): Promise<SubsidiaryRow[]> {
  return db.rows<SubsidiaryRow>(sql`
    select id, name, external_id, ended_at from subsidiaries where account_id = ${accountId} order by created_at, id`);
}

/** Concurrent requests share one statement, because every order reads them. A closed account has those of a closed one. */
export const findAccountSettings = groupCommit<string, Readonly<Record<string, unknown>> | undefined>(
  async (db, accountIds) => {
    const rows = await db.rows<{ id: string; settings: Readonly<Record<string, unknown>>; is_closed: boolean }>(sql`
      select id, settings, ${isClosed('a')} as is_closed from accounts a where id = any (${accountIds}::uuid[])`);
    return accountIds.map((accountId) => {
      const row = rows.find(({ id }) => id === accountId);
      return row?.is_closed ? { ...row.settings, ...settingsOfClosed } : row?.settings;
    });
  },
);

export function mergeAccountSettings(
  db: Db,
  integrity: Integrity,
  accountId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<number> {
  const update = sql`
    update accounts set settings = settings || ${JSON.stringify(change)}::jsonb where id = ${accountId}`;
  return changeGuarded(db, integrity, 'accounts', accountId, (tx) => tx.run(update));
}

/** An account that decides elsewhere is asked about none of its orders, so nobody's clearance waits for it to sign one off. */
export const askNoSignOffs = (db: Db, accountId: string): Promise<number> =>
  db.run(sql`
    update checks set asks_decision = false where account_id = ${accountId} and asks_decision and decided_at is null`);
