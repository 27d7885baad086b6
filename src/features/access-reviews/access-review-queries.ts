// What changed of somebody's access, and which reviews there are to remind of.
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import { isClient, isGone } from '../accounts/closing-queries.ts';
import type { EventName } from '../events/event-types.ts';

export interface AccessChange {
  readonly type: EventName;
  readonly resource_id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly occurred_at: Date;
  readonly key_id: string | null;
  /** Null if it was the operator or the program. */
  readonly by_name: string | null;
  readonly is_by_desk: boolean;
}

const types = [
  ...['user.created', 'user.changed', 'desk_user.created', 'desk_user.changed', 'desk_user.disabled'],
  ...['api_key.created', 'api_key.handed_over', 'api_key.revoked'],
];

/** Of these users and keys, the newest first; by the index of the events that say what somebody may do. */
export const findAccessChanges = (db: Db, ids: readonly string[], since: Date): Promise<AccessChange[]> =>
  db.rows<AccessChange>(sql`
    select e.type, e.resource_id, e.account_id, a.name as account_name, e.detail, e.occurred_at, e.key_id,
      coalesce(d.name, u.name) as by_name, d.id is not null as is_by_desk
    from events e join accounts a on a.id = e.account_id
    left join desk_users d on e.actor = 'user:' || d.id::text left join users u on e.actor = 'user:' || u.id::text
    where e.resource_id = any (${ids}::text[]) and (
        e.detail ? 'now' or e.type = 'api_key.revoked' or e.type = 'api_key.created' or e.type = 'api_key.handed_over')
      and e.occurred_at >= ${since} and e.type = any (${types}::text[])
    order by e.id desc limit 5000`);

/** Of the accounts that people of the desk see, or of the subsidiaries of an account, in their order. @param accountId null for the desk */
export const findSeen = (
  db: Db,
  accountId: string | null,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  accountId === null
    ? db.rows(sql`select id, name from accounts where id = any (${ids}::uuid[]) order by name, id`)
    : db.rows(sql`
        select id, name from subsidiaries where account_id = ${accountId} and id = any (${ids}::uuid[]) order by name, id`);

export interface ReviewState {
  /** Null for the desk. */
  readonly account_id: string | null;
  readonly months: number;
  /** When the last review ended; else when there was first anybody to review. */
  readonly since: Date;
  readonly last_ended_at: Date | null;
  /** Of the review that is open. */
  readonly started_at: Date | null;
}

const lastEnded = sql`(select max(r.ended_at) from access_reviews r where r.account_id is not distinct from s.account_id)`;
const started = sql`(
  select r.started_at from access_reviews r where r.account_id is not distinct from s.account_id and r.ended_at is null)`;

const stateOf = (from: ReturnType<typeof sql>) => sql`
  select s.account_id, s.months, coalesce(${lastEnded}, s.created_at) as since, ${lastEnded} as last_ended_at,
    ${started} as started_at
  from (${from}) s`;

const accountsWithMonths = (defaultMonths: number) => sql`
  select a.id as account_id, coalesce((a.settings ->> 'accessReviewMonths')::integer, ${rawSql(String(defaultMonths))}) as months,
    a.created_at
  from accounts a where ${isClient('a')} and not ${isGone('a')}`;

/** Of all accounts that have users who sign in. */
export const findReviewStates = (db: Db, defaultMonths: number): Promise<ReviewState[]> =>
  db.rows<ReviewState>(stateOf(accountsWithMonths(defaultMonths)));

/** Undefined of an account without anybody to review. */
export const findReviewState = (db: Db, accountId: string, defaultMonths: number): Promise<ReviewState | undefined> =>
  db.row<ReviewState>(stateOf(sql`${accountsWithMonths(defaultMonths)} and a.id = ${accountId}`));

/** Of the desk; undefined before there is anybody. */
export const findDeskReviewState = (db: Db, months: number): Promise<ReviewState | undefined> =>
  db.row<ReviewState>(sql`
    ${stateOf(sql`select null::uuid as account_id, ${rawSql(String(months))} as months, min(d.created_at) as created_at from desk_users d`)}
    where s.created_at is not null`);
