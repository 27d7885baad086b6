// Rows of security events.
import type { Actor, Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { SecurityEventName } from './security-event-types.ts';

export interface SecurityEventRow {
  readonly id: string;
  readonly type: SecurityEventName;
  /** Null for events of no account, such as those of the desk. */
  readonly account_id: string | null;
  readonly environment: Environment | null;
  /** Null if nobody was identified. */
  readonly actor: Actor | null;
  readonly on_behalf_of: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  /** The client's network address. */
  readonly address: string | null;
  readonly count: number;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly occurred_at: Date;
}

export async function insertSecurityEvents(db: Db, rows: readonly SecurityEventRow[]): Promise<void> {
  await db.run(sql`
    insert into security_events (id, type, account_id, environment, actor, on_behalf_of, key_id, session_id, address,
      count, detail, occurred_at)
    select e.id, e.type, e.account_id, e.environment, e.actor, e.on_behalf_of, e.key_id, e.session_id, e.address,
      e.count, e.detail, e.occurred_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, type text, account_id uuid, environment text,
      actor text, on_behalf_of uuid, key_id uuid, session_id text, address text, count integer, detail jsonb,
      occurred_at timestamptz)`);
}

export interface SecurityEventFilter {
  readonly since: Date;
  readonly until?: Date | undefined;
  readonly type?: string | undefined;
  readonly accountId?: string | undefined;
}

/** For the operator, of all accounts; newest first. */
export function findSecurityEvents(
  db: Db,
  { since, until, type, accountId }: SecurityEventFilter,
  limit: number,
): Promise<SecurityEventRow[]> {
  return db.rows<SecurityEventRow>(sql`
    select id, type, account_id, environment, actor, on_behalf_of, key_id, session_id, address, count, detail, occurred_at
    from security_events
    where occurred_at >= ${since} and (${until ?? null}::timestamptz is null or occurred_at < ${until ?? null})
      and (${type ?? null}::text is null or type = ${type ?? null})
      and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
    order by occurred_at desc, id desc limit ${limit}`);
}

/** By age, of all accounts. Returns how many were deleted, at most `limit`. */
export function deleteSecurityEventsBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from security_events where ctid = any (array(
      select ctid from security_events where occurred_at < ${before} limit ${limit}))`);
}
