// Rows of security events.
import { type Db, sql } from '../../platform/db/database.ts';
import type { SecurityEventRow } from './security-event.ts';

export async function insertSecurityEvents(db: Db, rows: readonly SecurityEventRow[]): Promise<void> {
  await db.run(sql`
    insert into security_events (id, type, account_id, environment, actor, on_behalf_of, key_id, session_id, address,
      count, detail, occurred_at)
    select e.id, e.type, e.account_id, e.environment, e.actor, e.on_behalf_of, e.key_id, e.session_id, e.address,
      e.count, e.detail, e.occurred_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, type text, account_id uuid, environment text,
      actor text, on_behalf_of uuid, key_id uuid, session_id text, address inet, count integer, detail jsonb,
      occurred_at timestamptz)`);
}

/** By age, of all accounts. Returns how many were deleted, at most `limit`. */
export function deleteSecurityEventsBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from security_events where ctid = any (array(
      select ctid from security_events where occurred_at < ${before} limit ${limit}))`);
}
