// How far security events were sent to each destination, and the events after that.
import { type Db, sql } from '../../platform/db/database.ts';
import type { SecurityEventRow } from '../security-events/security-event.ts';

/** A position in the order of security events. */
export interface Position {
  readonly xid: string;
  readonly eventId: string;
}

export interface Lease {
  readonly destination: string;
  /** The process that sends. */
  readonly owner: string;
}

/** Where to go on; undefined while another process sends to this destination. A new one begins with the oldest event. */
export async function leasePosition(
  db: Db,
  { destination, owner }: Lease,
  now: Date,
  until: Date,
): Promise<Position | undefined> {
  await db.run(sql`insert into forwarding_positions (destination) values (${destination}) on conflict do nothing`);
  return db.row<Position>(sql`
    update forwarding_positions set leased_by = ${owner}, leased_until = ${until}
    where destination = ${destination} and (leased_by = ${owner} or leased_until is null or leased_until < ${now})
    returning xid::text as xid, event_id as "eventId"`);
}

export async function movePosition(db: Db, { destination, owner }: Lease, { xid, eventId }: Position): Promise<void> {
  await db.run(sql`
    update forwarding_positions set xid = ${xid}::xid8, event_id = ${eventId}
    where destination = ${destination} and leased_by = ${owner}`);
}

export async function releasePosition(db: Db, { destination, owner }: Lease): Promise<void> {
  await db.run(sql`
    update forwarding_positions set leased_by = null, leased_until = null
    where destination = ${destination} and leased_by = ${owner}`);
}

/** When the oldest event happened that the destination does not have; undefined if it has all. */
export async function findOldestWaiting(db: Db, destination: string): Promise<Date | undefined> {
  const row = await db.row<{ since: Date | null }>(sql`
    select min(e.occurred_at) as since from security_events e
    where not exists (
      select from forwarding_positions p
      where p.destination = ${destination} and (e.xid, e.id) <= (p.xid, p.event_id))`);
  return row?.since ?? undefined;
}

/**
 * The operator's, of all accounts, in the order in which they were stored. Only those below the oldest running
 * transaction, so that none can be inserted before them later.
 */
export function findEventsToSend(db: Db, { xid, eventId }: Position, limit: number) {
  return db.rows<SecurityEventRow & { readonly xid: string }>(sql`
    select id, type, account_id, environment, actor, on_behalf_of, key_id, session_id, host(address) as address, count,
      detail, occurred_at, xid::text as xid
    from security_events
    where (xid, id) > (${xid}::xid8, ${eventId}::uuid) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${limit}`);
}
