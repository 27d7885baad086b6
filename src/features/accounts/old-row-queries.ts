// Finds keys, users, grants, credentials, second factors and sessions whose row is an older one with its old MAC, put back
// by hand, or was removed by hand: the events about them say otherwise.
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { type GuardedRow, type GuardedTableName, guardedRows } from '../../platform/db/guarded-rows.ts';

export interface OldRow {
  readonly table: GuardedTableName;
  readonly key: string;
}

/** The rows of an account or a person whose every change has an event, each with the column that names whose they are. */
const tablesWithEvents = {
  accounts: 'id',
  single_sign_on: 'account_id',
  users: 'id',
  desk_users: 'id',
  desk_user_accounts: 'desk_user_id',
  sign_in_credentials: 'user_id',
  sign_in_factors: 'user_id',
  sign_in_recovery_codes: 'user_id',
} as const satisfies Partial<Record<GuardedTableName, string>>;

type TableWithEvents = keyof typeof tablesWithEvents;
const allTables = Object.keys(tablesWithEvents) as TableWithEvents[];
const tablesOfAccount: readonly TableWithEvents[] = ['accounts', 'single_sign_on'];
const tablesOfPerson = allTables.filter((table) => !tablesOfAccount.includes(table));

/** By table, a digest of the MACs of the rows; null without any. */
const stateNow = (id: Sql, tables: readonly TableWithEvents[]): Sql => {
  const digests = tables.map(
    (table) => sql`
    ${rawSql(`'${table}'`)}, (
      select encode(sha256(string_agg(t.mac, ''::bytea order by t.mac)), 'hex')
      from ${rawSql(`${table} t where t.${tablesWithEvents[table]}`)} = ${id})`,
  );
  return sql`jsonb_build_object(${digests.reduce((all, one) => sql`${all}, ${one}`)})`;
};

const types = sql`
  'account.created', 'account.changed', 'user.created', 'user.changed', 'user.sign_in_created', 'user.sign_in_reset', 'user.factors_changed',
  'user.sessions_ended', 'desk_user.created', 'desk_user.changed', 'desk_user.disabled', 'desk_user.sign_in_created',
  'desk_user.sign_in_reset', 'desk_user.factors_changed', 'desk_user.sessions_ended'`;

/** Whether the key was revoked, and its row says that it was not. @param alias of `api_keys` in the statement */
export const isOldKey = (alias: 'k'): Sql => sql`(
  ${rawSql(alias)}.revoked_at is null and exists (
    select from events e where e.resource_id = ${rawSql(alias)}.id::text and e.type = 'api_key.revoked'))`;

/** Events belong to accounts: while a screener works for none, they say only that. */
const subjects = sql`
  select a.id, true as has_events from accounts a
  union all
  select u.id, true from users u
  union all
  select d.id, d.all_accounts or exists (select from desk_user_accounts a where a.desk_user_id = d.id) from desk_users d`;

/** The newest event about an account or a person says what its rows are; the ids of events rise. */
const changed = (subject: Sql, tables = allTables as readonly TableWithEvents[]): Sql => sql`
  select differing."table", p.id::text as key
  from (${subjects}) p
  cross join lateral (
    select e.detail -> 'now' as state from events e
    where e.resource_id = p.id::text and e.type in (${types})
    order by e.id desc limit 1) said
  cross join lateral (
    select key as "table" from jsonb_each(${stateNow(sql`p.id`, tables)}) n
    join jsonb_each(said.state) s using (key) where n.value <> s.value and (p.has_events or key = 'desk_user_accounts')) differing
  where ${subject}`;

/** An event about the user names what ended, by its id or hash. */
const hasEnded = (userId: Sql, id: Sql): Sql => sql`exists (
  select from events e
  where e.resource_id = ${userId}::text and e.type in (${types}) and e.detail -> 'ended' ? ${id})`;

const endedLinks = (person: Sql): Sql => sql`
  select 'sign_in_links', p.user_id::text from sign_in_links p
  where ${hasEnded(sql`p.user_id`, sql`encode(p.token_hash, 'hex')`)} and ${person}`;

const endedSessions = (session: Sql): Sql => sql`
  select 'sign_in_sessions', p.id::text from sign_in_sessions p
  where ${hasEnded(sql`p.user_id`, sql`p.id::text`)} and ${session}`;

/** Selects the old rows of a person, who is nobody then. @param userId a value, or a column of the statement around it */
export const oldRowsOf = (userId: string | Sql): Sql => sql`
  ${changed(sql`p.id = ${userId}::uuid`, tablesOfPerson)} union all ${endedLinks(sql`p.user_id = ${userId}::uuid`)}`;

export const findOldRowsOf = (db: Db, userId: string): Promise<OldRow[]> => db.rows<OldRow>(oldRowsOf(userId));

/** Selects the old rows of an account. @param id a column of the statement around it */
export const oldRowsOfAccount = (id: Sql): Sql => changed(sql`p.id = ${id}`, tablesOfAccount);

/** A guarded row. `old_row` names a table in which an older row of the same account or person was put back; else null. */
export type CheckedRow = GuardedRow & { readonly old_row: string | null };

/** Selects the guarded rows of accounts. @param ids an array of ids */
export const accountRows = (ids: Sql): Sql => sql`
  select g.*, (select min(o."table") from (${oldRowsOfAccount(sql`a.id`)}) o) as old_row
  from accounts a cross join lateral (${guardedRows([{ table: 'accounts', key: sql`a.id` }])}) g
  where a.id = any (${ids})`;

export const findAccountRows = (db: Db, accountIds: readonly string[]): Promise<CheckedRow[]> =>
  db.rows(accountRows(sql`${accountIds}::uuid[]`));

/** Selects the session if it is an old row. @param id a column of the statement around it */
export const oldSession = (id: Sql): Sql => endedSessions(sql`p.id = ${id}`);

/** All of them; the events are trusted as far as their chain and their MACs are valid, which the audit verifies too. */
export const findOldRows = (db: Db, limit: number): Promise<OldRow[]> =>
  db.rows<OldRow>(sql`
    select 'api_keys' as "table", k.id::text as key from api_keys k where ${isOldKey('k')}
    union all ${changed(sql`true`)} union all ${endedLinks(sql`true`)} union all ${endedSessions(sql`true`)}
    limit ${limit}`);

export type StateNow = Readonly<Partial<Record<GuardedTableName, string | null>>>;

/**
 * What an event about an account, a user or a screener says of their rows after it. Locks the account or person, so that
 * of two changes at once the event with the higher id sees both.
 */
export async function findStateNow(tx: Db, id: string): Promise<StateNow> {
  await tx.run(sql`select from accounts where id = ${id} for no key update`);
  await tx.run(sql`select from users where id = ${id} for no key update`);
  await tx.run(sql`select from desk_users where id = ${id} for no key update`);
  const row = await tx.row<{ state: StateNow }>(sql`select ${stateNow(sql`${id}::uuid`, allTables)} as state`);
  return row!.state;
}
