// Rows of the people of the desk: who they are, for whom they work, how closely their work is reviewed and until when they sign in.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { DeskRole } from '../access/permissions.ts';
import type { Absent } from './absence-rules.ts';
import type { Hours } from './hours-rules.ts';

export interface NewDeskUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  readonly accounts: 'all' | readonly string[];
  readonly newUntil?: string | null | undefined;
  readonly samplePercent?: number | null | undefined;
  readonly createdAt: Date;
}

export async function insertDeskUser(db: Db, user: NewDeskUser, integrity: Integrity): Promise<void> {
  const insert = sql`
    insert into desk_users (id, name, email, role, all_accounts, new_until, sample_percent, created_at)
    values (${user.id}, ${user.name}, ${user.email}, ${user.role}, ${user.accounts === 'all'},
      ${user.newUntil ?? null}::date, ${user.samplePercent ?? null}, ${user.createdAt})`;
  await changeGuarded(db, integrity, 'desk_users', user.id, (tx) => tx.run(insert));
  if (user.accounts !== 'all') await replaceLinkedAccounts(db, integrity, user.id, user.accounts);
}

function replaceLinkedAccounts(db: Db, integrity: Integrity, id: string, kept: readonly string[]): Promise<void> {
  return changeGuarded(db, integrity, 'desk_user_accounts', id, async (tx) => {
    await tx.run(
      sql`delete from desk_user_accounts where desk_user_id = ${id} and account_id <> all (${kept}::uuid[])`,
    );
    await tx.run(sql`
      insert into desk_user_accounts (account_id, desk_user_id)
      select a.account_id, d.id from desk_users d, unnest(${kept}::uuid[]) as a(account_id) where d.id = ${id}
      on conflict do nothing`);
  });
}

/** The screener works for these accounts, too. */
export const addDeskAccounts = (db: Db, integrity: Integrity, id: string, added: readonly string[]): Promise<unknown> =>
  changeGuarded(db, integrity, 'desk_user_accounts', id, (tx) =>
    tx.run(sql`
      insert into desk_user_accounts (account_id, desk_user_id)
      select account_id, ${id}::uuid from unnest(${added}::uuid[]) as a(account_id) on conflict do nothing`),
  );

/** Until the transaction ends, nobody changes these people: their role, for whom they work, whether they may sign in. */
export async function lockDeskUsers(db: Db, ids: readonly string[]): Promise<void> {
  await db.rows(sql`select from desk_users where id = any (${ids}::uuid[]) order by id for share`);
}

/** Until the transaction ends, nobody else changes anybody of the desk. */
export async function lockEverybodyAtDesk(db: Db): Promise<void> {
  await db.rows(sql`select from desk_users order by id for no key update`);
}

export interface DeskUserRow extends Absent, Hours {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  readonly all_accounts: boolean;
  readonly accounts: readonly string[];
  /** `yyyy-mm-dd` */
  readonly new_until: string | null;
  readonly sample_percent: number | null;
  readonly disabled_at: Date | null;
  /** The last day of their access, `yyyy-mm-dd`; null if none is set. */
  readonly access_until: string | null;
  /** They never chose a password. */
  readonly is_invited: boolean;
}

export function findDeskUsers(db: Db): Promise<DeskUserRow[]> {
  return db.rows<DeskUserRow>(sql`
    select d.id, d.name, d.email, d.role, d.all_accounts, d.new_until, d.sample_percent, d.away_from, d.away_until,
      d.works_on, d.work_percent, d.disabled_at, d.access_until::text as access_until, not exists (select from sign_in_credentials s where s.user_id = d.id) as is_invited,
      array(select a.account_id from desk_user_accounts a where a.desk_user_id = d.id order by a.account_id) as accounts
    from desk_users d order by d.created_at, d.id`);
}

/** Replaces the accounts that the screener works for. */
export async function replaceDeskAccounts(
  db: Db,
  integrity: Integrity,
  id: string,
  accounts: 'all' | readonly string[],
): Promise<void> {
  const update = sql`update desk_users set all_accounts = ${accounts === 'all'} where id = ${id}`;
  await changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
  await replaceLinkedAccounts(db, integrity, id, accounts === 'all' ? [] : accounts);
}

export async function updateDeskRole(db: Db, integrity: Integrity, id: string, role: DeskRole): Promise<void> {
  const update = sql`update desk_users set role = ${role} where id = ${id}`;
  await changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}

/** How closely their work is reviewed; what is undefined stays. */
export async function updateDeskQuality(
  db: Db,
  integrity: Integrity,
  id: string,
  { newUntil, samplePercent }: Pick<NewDeskUser, 'newUntil' | 'samplePercent'>,
): Promise<void> {
  const update = sql`
    update desk_users set
      new_until = case when ${newUntil !== undefined}::boolean then ${newUntil ?? null}::date else new_until end,
      sample_percent = case when ${samplePercent !== undefined}::boolean
        then ${samplePercent ?? null}::smallint else sample_percent end
    where id = ${id}`;
  await changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}

export function disableDeskUserRow(db: Db, integrity: Integrity, id: string, at: Date): Promise<number> {
  const update = sql`update desk_users set disabled_at = ${at} where id = ${id} and disabled_at is null`;
  return changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}

export function enableDeskUserRow(db: Db, integrity: Integrity, id: string): Promise<number> {
  const update = sql`update desk_users set disabled_at = null where id = ${id} and disabled_at is not null`;
  return changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}

/** Whoever was disabled because their access ended is enabled again. */
export async function updateDeskAccess(
  db: Db,
  integrity: Integrity,
  id: string,
  { until, isReturning }: { readonly until: IsoDate | null; readonly isReturning: boolean },
): Promise<void> {
  const update = sql`
    update desk_users set access_until = ${until}::date,
      disabled_at = case when ${isReturning}::boolean then null else disabled_at end
    where id = ${id}`;
  await changeGuarded(db, integrity, 'desk_users', id, (tx) => tx.run(update));
}
