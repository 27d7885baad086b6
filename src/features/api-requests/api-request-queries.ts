// The request log of an account, newest first, with the names of keys and users.
import type { OrderScope } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isSetWithin, subsidiariesOfKey } from '../access/scope-queries.ts';
import type { ApiRequestFilter, ApiRequestRow, RequestOutcome } from './api-request.ts';

export interface ListedApiRequest extends Omit<ApiRequestRow, 'account_id'> {
  readonly key_prefix: string;
  readonly key_label: string;
  readonly user_name: string;
}

export interface LoggedKey {
  readonly id: string;
  readonly prefix: string;
  readonly label: string;
}

const statuses: Readonly<Record<RequestOutcome, Sql>> = {
  succeeded: sql`r.status between 200 and 399`,
  refused: sql`r.status between 400 and 499`,
  failed: sql`r.status >= 500`,
};

const keysOf = (scope: OrderScope): Sql => sql`
  select k.id, k.prefix, k.label, k.last_used_at from api_keys k
  join users u on (u.account_id, u.id) = (k.account_id, k.user_id)
  where k.account_id = ${scope.accountId} and k.environment = ${scope.environment}
    and ${isSetWithin(scope, subsidiariesOfKey)}`;

/** Who is held to subsidiaries sees the requests of the keys that see no others. */
const mayBeSeen = (scope: OrderScope): Sql => sql`
  r.account_id = ${scope.accountId} and r.environment = ${scope.environment}
  and ${scope.subsidiaryIds === null ? sql`true` : sql`r.key_id in (select id from (${keysOf(scope)}) keys)`}`;

const matches = ({ outcome, method, interface: of, keyId }: ApiRequestFilter): Sql => sql`
  ${outcome === undefined ? sql`true` : statuses[outcome]}
  and ${method === undefined ? sql`true` : sql`r.method = ${method}`}
  and ${of === undefined ? sql`true` : sql`r.interface = ${of}`}
  and ${keyId === undefined ? sql`true` : sql`r.key_id = ${keyId}`}`;

/** The page first, so that names are looked up for its rows only. */
const listed = (page: Sql): Sql => sql`
  select r.id, r.environment, r.interface, r.method, r.route, r.ids, r.status, r.duration_ms, r.key_id, r.user_id,
    r.error_type, r.fields, r.unread, r.cut_by, r.is_replay, r.replay_of, r.requested_at,
    k.prefix as key_prefix, k.label as key_label, u.name as user_name
  from (${page}) r
  join api_keys k on (k.account_id, k.environment, k.id) = (r.account_id, r.environment, r.key_id)
  join users u on (u.account_id, u.id) = (r.account_id, r.user_id)
  order by r.id desc`;

/** @param page `before` and `after` are ids of requests: the page has what is older or newer than it. */
export async function findApiRequests(
  db: Db,
  scope: OrderScope,
  filter: ApiRequestFilter,
  {
    before,
    after,
    limit,
  }: { readonly before?: string | undefined; readonly after?: string | undefined; readonly limit: number },
): Promise<ListedApiRequest[]> {
  const [start, order] =
    after === undefined
      ? [before === undefined ? sql`true` : sql`r.id < ${before}`, sql`desc`]
      : [sql`r.id > ${after}`, sql`asc`];
  return db.rows<ListedApiRequest>(
    listed(sql`
      select r.* from api_requests r
      where ${mayBeSeen(scope)} and ${matches(filter)} and ${start} order by r.id ${order} limit ${rawSql(String(limit))}`),
  );
}

export async function findApiRequest(db: Db, scope: OrderScope, id: string): Promise<ListedApiRequest | undefined> {
  return db.row<ListedApiRequest>(
    listed(sql`select r.* from api_requests r where ${mayBeSeen(scope)} and r.id = ${id}`),
  );
}

/** The keys by which the log can be filtered: the one that was used last first, and those that were only ever refused. */
export async function findUsedKeys(db: Db, scope: OrderScope): Promise<LoggedKey[]> {
  return db.rows<LoggedKey>(sql`
    select id, prefix, label from (${keysOf(scope)}) keys
    order by last_used_at desc nulls last, id limit 200`);
}
