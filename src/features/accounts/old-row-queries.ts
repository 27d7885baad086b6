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

/** A digest of the MACs of a table's rows; null without any. */
const digestOf = (table: TableWithEvents, id: Sql): Sql => sql`(
  select encode(sha256(string_agg(t.mac, ''::bytea order by t.mac)), 'hex')
  from ${rawSql(`${table} t where t.${tablesWithEvents[table]}`)} = ${id})`;

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, one) => sql`${all}, ${one}`);

/** The event says what the rows of its account or person are now: the events of `events_of_authority`. */
const saysState = sql`e.detail ? 'now'`;

/** Whether the key was revoked, and its row says that it was not. @param alias of `api_keys` in the statement */
export const isOldKey = (alias: 'k'): Sql => sql`(
  ${rawSql(alias)}.revoked_at is null and exists (
    select from events e where e.resource_id = ${rawSql(alias)}.id::text and e.type = 'api_key.revoked'))`;

/** An account or a person. */
interface Subject {
  readonly id: Sql;
  /** Events belong to accounts: while a screener works for none, they say only that. */
  readonly hasEvents: Sql;
}

const subjects = sql`
  select a.id, true as has_events from accounts a
  union all
  select u.id, true from users u
  union all
  select d.id, d.all_accounts or exists (select from desk_user_accounts a where a.desk_user_id = d.id) from desk_users d`;

const listedSubject: Subject = { id: sql`p.id`, hasEvents: sql`p.has_events` };

/** What the newest event about the subject says that its rows are; the ids of events rise. */
const saidOf = ({ id }: Subject): Sql => sql`
  select e.detail -> 'now' as state from events e
  where e.resource_id = ${id}::text and ${saysState}
  order by e.id desc limit 1`;

/** For each table its name if its rows are not those that the event `said`, else null. */
const changedTables = ({ id, hasEvents }: Subject, tables: readonly TableWithEvents[]): Sql => {
  const cases = tables.map((table) => {
    const name = rawSql(`'${table}'`);
    const isSaid = table === 'desk_user_accounts' ? sql`true` : hasEvents;
    return sql`
      case when ${isSaid} and said.state ? ${name} and said.state ->> ${name} is distinct from ${digestOf(table, id)}
        then ${name} end`;
  });
  return listed(cases);
};

/** The first of these tables whose rows were changed without an event; null if there is none. */
const changedTable = (subject: Subject, tables: readonly TableWithEvents[]): Sql =>
  sql`(select coalesce(${changedTables(subject, tables)}) from (${saidOf(subject)}) said)`;

/** An event about the user names what ended, by its id or hash. */
const hasEnded = (userId: Sql, id: Sql): Sql => sql`exists (
  select from events e
  where e.resource_id = ${userId}::text and ${saysState} and e.detail -> 'ended' ? ${id})`;

/** @param link a row of `sign_in_links` */
const isEndedLink = (link: 'l'): Sql =>
  hasEnded(rawSql(`${link}.user_id`), sql`encode(${rawSql(link)}.token_hash, 'hex')`);

/** Whether the session ended, and its row says that it did not. @param session a row of `sign_in_sessions` */
export const isOldSession = (session: 's'): Sql =>
  hasEnded(rawSql(`${session}.user_id`), rawSql(`${session}.id::text`));

/** The first table in which an older row of a person was put back, who is nobody then; null if there is none. */
export const oldRowOf = (person: Subject): Sql => sql`coalesce(
  ${changedTable(person, tablesOfPerson)},
  (select 'sign_in_links' from sign_in_links l where l.user_id = ${person.id} and ${isEndedLink('l')} limit 1))`;

export async function findOldRowOf(db: Db, userId: string): Promise<string | null> {
  const row = await db.row<{ old_row: string | null }>(sql`
    select ${oldRowOf(listedSubject)} as old_row from (${subjects}) p where p.id = ${userId}::uuid`);
  return row?.old_row ?? null;
}

/** As `oldRowOf`, of an account. */
export const oldRowOfAccount = (id: Sql): Sql => changedTable({ id, hasEvents: sql`true` }, tablesOfAccount);

/** A guarded row. `old_row` names a table in which an older row of the same account or person was put back; else null. */
export type CheckedRow = GuardedRow & { readonly old_row: string | null };

/** Selects the guarded rows of accounts. @param ids an array of ids */
export const accountRows = (ids: Sql): Sql => sql`
  select g.*, ${oldRowOfAccount(sql`a.id`)} as old_row
  from accounts a cross join lateral (${guardedRows([{ table: 'accounts', key: sql`a.id` }])}) g
  where a.id = any (${ids})`;

export const findAccountRows = (db: Db, accountIds: readonly string[]): Promise<CheckedRow[]> =>
  db.rows(accountRows(sql`${accountIds}::uuid[]`));

/** All of them; the events are trusted as far as their chain and their MACs are valid, which the audit verifies too. */
export const findOldRows = (db: Db, limit: number): Promise<OldRow[]> =>
  db.rows<OldRow>(sql`
    select 'api_keys' as "table", k.id::text as key from api_keys k where ${isOldKey('k')}
    union all
    select changed."table", p.id::text
    from (${subjects}) p
    cross join lateral (${saidOf(listedSubject)}) said
    cross join lateral unnest(array[${changedTables(listedSubject, allTables)}]) as changed("table")
    where changed."table" is not null
    union all
    select 'sign_in_links', l.user_id::text from sign_in_links l where ${isEndedLink('l')}
    union all
    select 'sign_in_sessions', s.id::text from sign_in_sessions s where ${isOldSession('s')}
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
  const digests = allTables.map((table) => sql`${rawSql(`'${table}'`)}, ${digestOf(table, sql`${id}::uuid`)}`);
  const row = await tx.row<{ state: StateNow }>(sql`select jsonb_build_object(${listed(digests)}) as state`);
  return row!.state;
}
