// Everybody who may sign in, of the desk and of clients, with what a review of access asks about each.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { ClientRole, DeskRole } from '../access/permissions.ts';
import { hasSingleSignOn } from '../accounts/single-sign-on-queries.ts';
import type { DeskAccounts } from './work-queue-queries.ts';

export interface ReviewedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: ClientRole | DeskRole;
  /** The client; null for the desk. */
  readonly account_name: string | null;
  /** The subsidiaries that a user of a client is held to; of the desk the accounts that they work for, of those that the reader sees. Null for all of them. */
  readonly sees: readonly string[] | null;
  /** Their ids. */
  readonly sees_ids: readonly string[] | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  /** The last day of their access; null if none is set. */
  readonly access_until: IsoDate | null;
  readonly is_invited: boolean;
  /** Null if no sign-in is kept. */
  readonly last_sign_in_at: Date | null;
  readonly has_passkey: boolean;
  readonly has_app: boolean;
  readonly has_password: boolean;
  /** Whether the client has its own sign-in for their address, which answers for the second factor of those without a password. */
  readonly has_single_sign_on: boolean;
  /** The last moment at which a browser of theirs is known to have been signed in. */
  readonly last_used_at: Date | null;
  /** API keys that are valid now. */
  readonly keys: number;
  /** Who made them a user; null if that is not known, or was the operator. */
  readonly invited_by: string | null;
  readonly is_invited_by_desk: boolean;
  /** Since when they have their role. */
  readonly role_since: Date | null;
}

export const accessFilters = ['active', 'quiet', 'no_factor', 'disabled'] as const;
export type AccessFilter = (typeof accessFilters)[number];

export interface AccessAsked {
  readonly only?: AccessFilter | undefined;
  /** Users of one client only; null for the desk only. */
  readonly accountId?: string | null | undefined;
  readonly now: Date;
  /** Who has not signed in since is quiet. */
  readonly quietSince: Date;
}

const conditions = ({ quietSince }: AccessAsked): Readonly<Record<AccessFilter, Sql>> => ({
  active: sql`disabled_at is null`,
  // Somebody who was only just invited is not quiet yet.
  quiet: sql`disabled_at is null and greatest(created_at, last_sign_in_at) < ${quietSince}`,
  no_factor: sql`disabled_at is null and not (has_passkey or has_app)
    and (has_password or not has_single_sign_on)`,
  disabled: sql`disabled_at is not null`,
});

const of = (accounts: DeskAccounts, column: Sql): Sql =>
  accounts === 'all' ? sql`true` : sql`${column} = any (${accounts}::uuid[])`;

/** @param alias of a row with the id of a person */
const lastSignInOf = (alias: 'p' | 'u'): Sql => sql`(
  select max(e.occurred_at) from security_events e
  where e.type = 'sign_in.succeeded' and e.actor = 'user:' || ${rawSql(alias)}.id::text)`;

/** Of the users of an account whose sign-in is kept. */
export const findLastSignIns = (db: Db, accountId: string): Promise<{ readonly id: string; readonly at: Date }[]> =>
  db.rows(sql`
    select id, at from users u cross join lateral ${lastSignInOf('u')} s(at)
    where u.account_id = ${accountId} and at is not null`);

/** `with reviewed as (…)`. Of the desk are those who work for one of these accounts, or for all. */
function reviewedPeople(accounts: DeskAccounts, asked: AccessAsked): Sql {
  const { accountId, now } = asked;
  const sharesAccount = sql`d.all_accounts or exists (
    select from desk_user_accounts w where w.desk_user_id = d.id and ${of(accounts, sql`w.account_id`)})`;
  const worksFor = sql`
    from desk_user_accounts w join accounts a on a.id = w.account_id
    where w.desk_user_id = d.id and ${of(accounts, sql`w.account_id`)}`;
  const heldTo = sql`from subsidiaries s where s.account_id = u.account_id and s.id = any (u.subsidiary_ids)`;
  return sql`
    with people as (
      select d.id, d.name, d.email, d.role, null::uuid as account_id, null::text as account_name,
        case when not d.all_accounts then array(select a.name ${worksFor} order by a.name, a.id) end as sees,
        case when not d.all_accounts then array(select a.id ${worksFor} order by a.name, a.id) end as sees_ids,
        d.created_at, d.disabled_at, d.access_until::text as access_until, false as has_single_sign_on
      from desk_users d where ${accounts === 'all' ? sql`true` : sharesAccount}
      union all
      select u.id, u.name, u.email, u.role, u.account_id, a.name,
        case when u.subsidiary_ids is not null then array(select s.name ${heldTo} order by s.name, s.id) end,
        u.subsidiary_ids, u.created_at, u.disabled_at, u.access_until::text,
        ${hasSingleSignOn(sql`u.account_id`, sql`u.email`)}
      from users u join accounts a on a.id = u.account_id where u.withdrawn_at is null and ${of(accounts, sql`u.account_id`)}
    ), reviewed as (
      select p.*, exists (select from sign_in_credentials s where s.user_id = p.id) as has_password,
        ${lastSignInOf('p')} as last_sign_in_at,
        (select max(b.updated_at) from sign_in_sessions b where b.user_id = p.id) as last_session_at,
        exists (select from sign_in_factors f where f.user_id = p.id and f.kind = 'passkey') as has_passkey,
        exists (select from sign_in_factors f where f.user_id = p.id and f.kind = 'totp') as has_app,
        (select count(*) from api_keys k where k.account_id = p.account_id and k.user_id = p.id
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})) as keys
      from people p
      where ${accountId === undefined ? sql`true` : sql`p.account_id is not distinct from ${accountId}`}
    )`;
}

const madeTypes = sql`('user.created', 'desk_user.created')`;
const roleTypes = sql`('user.created', 'desk_user.created', 'user.changed', 'desk_user.changed')`;

/** By the index of the events that say what somebody may do. */
const invitation = sql`(
  select coalesce(d.name, u.name) as invited_by, d.id is not null as is_invited_by_desk from events e
  left join desk_users d on e.actor = 'user:' || d.id::text left join users u on e.actor = 'user:' || u.id::text
  where e.resource_id = reviewed.id::text and e.detail ? 'now' and e.type in ${madeTypes} order by e.id limit 1)`;
const roleSince = sql`(
  select max(e.occurred_at) from events e
  where e.resource_id = reviewed.id::text and e.detail ? 'now' and e.type in ${roleTypes} and e.detail->>'role' is not null)`;

/** The desk first, then by client and name. */
export function findReviewedUsers(
  db: Db,
  accounts: DeskAccounts,
  asked: AccessAsked,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ReviewedUser[]> {
  const { only } = asked;
  return db.rows<ReviewedUser>(sql`
    ${reviewedPeople(accounts, asked)}
    select id, name, email, role, account_name, sees, sees_ids, created_at, disabled_at, access_until,
      not (has_password or has_single_sign_on) as is_invited, last_sign_in_at,
      greatest(last_sign_in_at, last_session_at) as last_used_at, has_passkey, has_app, has_password,
      has_single_sign_on, keys, invited_by, coalesce(is_invited_by_desk, false) as is_invited_by_desk, coalesce(${roleSince}, created_at) as role_since
    from reviewed left join lateral ${invitation} made on true
    where ${only === undefined ? sql`true` : conditions(asked)[only]}
    order by account_name nulls first, lower(name), id offset ${offset} limit ${limit}`);
}
