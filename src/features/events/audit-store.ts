// The chain over the stored events: sealed with one statement per batch, and read back for verification.
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import type { AuditHead, ChainLink, Watermark } from './audit-rules.ts';

/** The number of the advisory lock that the sealing process holds; an arbitrary constant. */
const sealerLock = 7_041_994_003;

/**
 * An event's whole content in a form independent of session settings. It contains every column, in this order. Append
 * a new column, and only if it is not null: otherwise the digests of older events would no longer match.
 */
export const eventContent =
  rawSql(`json_build_array('1', e.account_id, e.environment, e.id, e.xid::text, e.type, e.resource_type,
  e.resource_id, e.status, e.applicant_id, e.check_id, e.report_id, e.actor, e.key_id, e.on_behalf_of, extract(epoch from e.occurred_at)::text,
  extract(epoch from e.recorded_at)::text, e.detail, e.notifies)::text`);

/** Holds the lock until the session ends. */
export async function tryHoldSealing(session: Db): Promise<boolean> {
  const row = await session.row<{ held: boolean }>(sql`select pg_try_advisory_lock(${sealerLock}) as held`);
  return row?.held === true;
}

/**
 * Seals up to `limit` events in one transaction. Returns the chain's new head, or undefined if no event is final or
 * another process seals. Events below the oldest running transaction are final: none can be inserted before them
 * later.
 */
export function sealBatch(db: Db, limit: number): Promise<(AuditHead & { count: number }) | undefined> {
  return db.transaction(async (tx) => {
    // Take the lock before the statement that reads the watermark, which must see the previous holder's commit. The
    // plan is made anew each time, because the table may have been empty at the first plan.
    const lock = await tx.row<{ held: boolean }>(sql`
      select pg_try_advisory_xact_lock(${sealerLock}) as held, set_config('plan_cache_mode', 'force_custom_plan', true)`);
    if (lock?.held !== true) return undefined;
    return tx.row<AuditHead & { count: number }>(sql`
      with recursive final as materialized (
        select e.account_id, e.environment, e.id, e.xid, sha256(convert_to(${eventContent}, 'UTF8')) as digest
        from events e
        where (e.xid, e.id) > ((select xid from event_seal), (select event_id from event_seal))
          and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.id
        limit ${limit}
      ), numbered as materialized (
        select f.*, s.seq + row_number() over (order by f.xid, f.id) as seq from final f, event_seal s
      ), batch as materialized (
        -- The digests side by side: the chain takes the one it needs without a search.
        select min(seq) as first, max(seq) as last, string_agg(digest, ''::bytea order by seq) as digests from numbered
      ), chain (seq, hash) as (
        select seq, hash from event_seal
        union all
        select c.seq + 1, sha256(c.hash || int8send(c.seq + 1) || substr(b.digests, (c.seq + 1 - b.first)::int * 32 + 1, 32))
        from chain c, batch b
        where c.seq < b.last
      ), links as (
        insert into event_links (seq, account_id, environment, event_id, digest, hash)
        select n.seq, n.account_id, n.environment, n.id, n.digest, c.hash from numbered n join chain c using (seq)
      )
      update event_seal s set seq = n.seq, hash = c.hash, xid = n.xid, event_id = n.id
      from batch b join numbered n on n.seq = b.last join chain c on c.seq = b.last
      returning s.seq, s.hash, b.last - b.first + 1 as count`);
  });
}

/** Sets one read-only snapshot for the rest of the transaction; must be its first statement. */
export async function beginReading(tx: Db): Promise<void> {
  await tx.run(sql`set transaction isolation level repeatable read, read only`);
}

/**
 * All links in order, in batches, each with its event. Uses a cursor, not paging by seq: if the index was dropped, seq
 * may repeat.
 */
export async function* readChain(tx: Db): AsyncGenerator<ChainLink[]> {
  await tx.run(sql`
    declare audit_chain no scroll cursor for
    select l.seq, l.hash, l.digest, l.event_id as "eventId", e.xid::text as xid,
      case when e.id is not null then ${eventContent} end as content
    from event_links l
    left join events e on (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.event_id)
    order by l.seq`);
  for (;;) {
    const links = await tx.rows<ChainLink>(sql`fetch 2000 from audit_chain`);
    if (links.length === 0) break;
    yield links;
  }
  await tx.run(sql`close audit_chain`);
}

export function findWatermarks(db: Db): Promise<Watermark[]> {
  return db.rows<Watermark>(sql`select seq, hash, xid::text as xid, event_id as "eventId" from event_seal`);
}

/** The sealer's watermark, even if somebody inserted a second row. */
const watermark = sql`(
  (select xid from event_seal order by seq desc limit 1), (select event_id from event_seal order by seq desc limit 1))`;

/** Events that the sealer cannot have skipped: without a link before the watermark, or from a future transaction. */
export function findEventsInserted(db: Db, limit: number): Promise<{ eventId: string }[]> {
  return db.rows(sql`
    select e.id as "eventId" from events e
    where ((e.xid, e.id) <= ${watermark} or e.xid > pg_snapshot_xmax(pg_current_snapshot()))
      and not exists (
        select from event_links l where (l.account_id, l.environment, l.event_id) = (e.account_id, e.environment, e.id))
    order by e.xid, e.id limit ${limit}`);
}

/** Counts the events that wait for the sealer or for an older transaction. */
export async function countUnsealed(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from events e
    where (e.xid, e.id) > ${watermark}`);
  return row?.count ?? 0;
}
