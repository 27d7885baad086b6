// Finds keys, users, grants, second factors and sessions whose row is an older one with its old MAC, put back by hand: the
// events about them say otherwise.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { GuardedTableName } from '../../platform/db/guarded-rows.ts';

export interface OldRow {
  readonly table: GuardedTableName;
  readonly key: string;
}

/** The newest of these events about a person: it says which rights they have now. */
const newestOf = (id: Sql, types: Sql): Sql => sql`(
  select e.type, e.detail from events e
  where e.resource_id = ${id}::text and e.type in (${types})
  order by e.xid desc, e.id desc limit 1)`;

const revokedKeys = sql`
  select 'api_keys' as "table", k.id::text as key from api_keys k
  where k.revoked_at is null
    and exists (select from events e where e.resource_id = k.id::text and e.type = 'api_key.revoked')`;

const clientEvents = sql`
  'user.created', 'user.changed', 'user.sign_in_created', 'user.sign_in_reset', 'user.factors_changed',
  'user.sessions_ended'`;
const deskEvents = sql`
  'desk_user.created', 'desk_user.changed', 'desk_user.disabled', 'desk_user.sign_in_created',
  'desk_user.sign_in_reset', 'desk_user.factors_changed', 'desk_user.sessions_ended'`;
const personEvents = sql`${clientEvents}, ${deskEvents}`;

/** Those who work for no account have no events, which belong to accounts. */
const worksForAny = sql`(d.all_accounts or exists (select from desk_user_accounts a where a.desk_user_id = d.id))`;

const users = sql`
  select 'users', u.id::text from users u cross join lateral ${newestOf(sql`u.id`, clientEvents)} said
  where (said.detail -> 'now' ->> 'role') <> u.role
    or (said.detail -> 'now' ->> 'disabled')::boolean <> (u.disabled_at is not null)
  union all
  select 'desk_users', d.id::text from desk_users d cross join lateral ${newestOf(sql`d.id`, deskEvents)} said
  where ${worksForAny}
    and ((said.detail -> 'now' ->> 'role') <> d.role
      or (said.detail -> 'now' ->> 'disabled')::boolean <> (d.disabled_at is not null))`;

const grants = sql`
  select 'desk_user_accounts', g.desk_user_id::text
  from desk_user_accounts g cross join lateral (
    select e.detail from events e
    where e.account_id = g.account_id and e.resource_id = g.desk_user_id::text and e.type in (${deskEvents})
      and e.detail ? 'may_see'
    order by e.xid desc, e.id desc limit 1) said
  where said.detail ->> 'may_see' = 'false'`;

const credentials = sql`
  select 'sign_in_credentials', c.user_id::text
  from sign_in_credentials c
  left join desk_users d on d.id = c.user_id
  cross join lateral ${newestOf(sql`c.user_id`, personEvents)} said
  where (d.id is null or ${worksForAny}) and (said.detail -> 'now' ->> 'credential') is distinct from c.id::text`;

const factors = sql`
  select 'sign_in_factors', f.user_id::text
  from sign_in_factors f
  left join desk_users d on d.id = f.user_id
  cross join lateral ${newestOf(sql`f.user_id`, personEvents)} said
  where (d.id is null or ${worksForAny}) and not (said.detail -> 'now' -> 'factors') ? f.id::text`;

/** A digest of the codes that the user may still use; null for none. */
const unusedCodes = (userId: Sql): Sql => sql`(
  select encode(sha256(string_agg(c.code_hash, ''::bytea order by c.code_hash)), 'hex')
  from sign_in_recovery_codes c where c.user_id = ${userId} and c.used_at is null)`;

const recoveryCodes = sql`
  select 'sign_in_recovery_codes', r.user_id::text
  from (select distinct user_id from sign_in_recovery_codes) r
  left join desk_users d on d.id = r.user_id
  cross join lateral ${newestOf(sql`r.user_id`, personEvents)} said
  where (d.id is null or ${worksForAny})
    and (said.detail -> 'now' ->> 'recovery_codes') is distinct from ${unusedCodes(sql`r.user_id`)}`;

/** An event about the user names what ended, by its id or hash. */
const hasEnded = (userId: Sql, id: Sql): Sql => sql`exists (
  select from events e
  where e.resource_id = ${userId}::text and e.type in (${personEvents}) and e.detail -> 'ended' ? ${id})`;

const links = sql`
  select 'sign_in_links', l.user_id::text from sign_in_links l
  where ${hasEnded(sql`l.user_id`, sql`encode(l.token_hash, 'hex')`)}`;

const sessions = sql`
  select 'sign_in_sessions', s.id::text from sign_in_sessions s where ${hasEnded(sql`s.user_id`, sql`s.id::text`)}`;

/** For the audit; the events are trusted as far as their chain and their MACs are valid, which it verifies too. */
export const findOldRows = (db: Db, limit: number): Promise<OldRow[]> =>
  db.rows<OldRow>(sql`
    select distinct * from (
      ${revokedKeys} union all ${users} union all ${grants} union all ${credentials} union all ${factors}
      union all ${recoveryCodes} union all ${links} union all ${sessions}) old
    limit ${limit}`);

export interface StateNow {
  readonly role: string;
  readonly disabled: boolean;
  /** The id of their password's row, a new one for each password; null without a password. */
  readonly credential: string | null;
  /** The ids of their second factors. */
  readonly factors: readonly string[];
  /** A digest of the recovery codes that are not used; null without any. */
  readonly recovery_codes: string | null;
}

/** What an event about a user or a screener says of how they stand after it. */
export const findStateNow = (db: Db, userId: string): Promise<StateNow | undefined> =>
  db.row<StateNow>(sql`
    select p.role, p.disabled_at is not null as disabled, c.id::text as credential,
      array(select f.id::text from sign_in_factors f where f.user_id = p.id order by f.id) as factors,
      ${unusedCodes(sql`p.id`)} as recovery_codes
    from (select id, role, disabled_at from users union all select id, role, disabled_at from desk_users) p
    left join sign_in_credentials c on c.user_id = p.id
    where p.id = ${userId}`);
