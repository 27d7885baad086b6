// Rows of the request log.
import { type Db, sql } from '../../platform/db/database.ts';
import type { ApiRequestRow } from './api-request.ts';

/** A row that is there already was stored by an attempt whose answer was lost. */
export async function insertApiRequests(db: Db, rows: readonly ApiRequestRow[]): Promise<void> {
  await db.run(sql`
    insert into api_requests (id, account_id, environment, interface, method, route, ids, status, duration_ms, key_id,
      user_id, error_type, fields, unread, cut_by, is_replay, replay_of, requested_at)
    select r.id, r.account_id, r.environment, r.interface, r.method, r.route, r.ids, r.status, r.duration_ms, r.key_id,
      r.user_id, r.error_type, r.fields, r.unread, r.cut_by, r.is_replay, r.replay_of, r.requested_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, account_id uuid, environment environment,
      interface text, method text, route text, ids text[], status smallint, duration_ms real, key_id uuid,
      user_id uuid, error_type text, fields json, unread text[], cut_by text, is_replay boolean, replay_of uuid,
      requested_at timestamptz)
    on conflict do nothing`);
}

/** The oldest of each account and environment. Returns how many were deleted, at most `limit` of each. */
export function deleteApiRequestsBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from api_requests where ctid = any (array(
      select oldest.row from accounts a cross join (values ('live'::environment), ('test')) e (environment)
      cross join lateral (
        select r.ctid as row, r.requested_at from api_requests r
        where r.account_id = a.id and r.environment = e.environment order by r.id limit ${limit}) oldest
      where oldest.requested_at < ${before}))`);
}
