// The chain over the stored events: sealed with one statement per batch, and read back for verification.
import type { Tenant } from '../../context.ts';
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import { type AuditHead, type ChainLink, linkAfter, type SignedEvent, type Watermark } from './audit-rules.ts';
import { decidingEvents } from './event-row-rules.ts';

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

/** The columns of an event that its MAC covers, as one value. */
export const signedEvent = rawSql(`json_build_object('account_id', e.account_id, 'environment', e.environment,
  'id', e.id, 'type', e.type, 'resource_type', e.resource_type, 'resource_id', e.resource_id, 'status', e.status,
  'applicant_id', e.applicant_id, 'check_id', e.check_id, 'report_id', e.report_id, 'actor', e.actor,
  'key_id', e.key_id, 'on_behalf_of', e.on_behalf_of,
  'occurred_at', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'detail', e.detail,
  'notifies', e.notifies)`);

interface FinalRow extends SignedEvent, Position {
  readonly account_id: string;
  readonly environment: string;
  readonly content: string;
}

/** A position in the order of events. */
export type Position = Pick<Watermark, 'xid' | 'eventId'>;

const isBefore = (one: Position, other: Position) =>
  one.xid === other.xid ? one.eventId < other.eventId : BigInt(one.xid) < BigInt(other.xid);

/**
 * The events after `after`, at most `limit`, that are final: below the oldest running transaction, so that none can be
 * inserted before them later.
 */
function findFinal(tx: Db, after: Position, limit: number): Promise<FinalRow[]> {
  return tx.rows<FinalRow>(sql`
    select ${signedEvent} as event, e.mac, e.xid::text as xid, e.id as "eventId", e.account_id, e.environment,
      ${eventContent} as content
    from events e
    where (e.xid, e.id) > (${after.xid}::xid8, ${after.eventId}::uuid)
      and e.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xid, e.id
    limit ${limit}`);
}

async function insertLinks(tx: Db, events: readonly FinalRow[], from: AuditHead): Promise<AuditHead> {
  let head = from;
  const links = events.map(({ content }) => {
    const link = linkAfter(head, content);
    head = link;
    return link;
  });
  await tx.run(sql`
    insert into event_links (seq, account_id, environment, event_id, digest, hash)
    select * from unnest(${links.map(({ seq }) => seq)}::bigint[], ${events.map((event) => event.account_id)}::uuid[],
      ${events.map(({ environment }) => environment)}::text[], ${events.map(({ eventId }) => eventId)}::uuid[],
      ${links.map(({ digest }) => digest)}::bytea[], ${links.map(({ hash }) => hash)}::bytea[])`);
  const last = events.at(-1)!;
  await tx.run(sql`
    update event_seal set seq = ${head.seq}, hash = ${head.hash}, xid = ${last.xid}::xid8, event_id = ${last.eventId}`);
  return head;
}

export interface Batch {
  /** The chain's end after the batch; undefined if nothing was sealed. */
  readonly head: AuditHead | undefined;
  readonly sealed: number;
  /** How many final events were read, sealed or not. */
  readonly read: number;
  /** The ids of events that were not sealed, because this program did not write them. */
  readonly refused: readonly string[];
  /** Continue here. */
  readonly end: Position;
}

/**
 * Seals the next events in one transaction, without those for which `isOurs` is false. Undefined while another process
 * seals. @param after skips events that were refused before; the watermark stays where the last sealed event is
 */
export function sealBatch(
  db: Db,
  { limit, after, isOurs }: { limit: number; after?: Position | undefined; isOurs: (event: SignedEvent) => boolean },
): Promise<Batch | undefined> {
  return db.transaction(async (tx) => {
    // Take the lock before the statement that reads the watermark, which must see the previous holder's commit. The
    // plan is made anew each time, because the table may have been empty at the first plan.
    const lock = await tx.row<{ held: boolean }>(sql`
      select pg_try_advisory_xact_lock(${sealerLock}) as held, set_config('plan_cache_mode', 'force_custom_plan', true)`);
    if (lock?.held !== true) return undefined;
    const [watermark] = await findWatermarks(tx);
    if (watermark === undefined) throw new Error('the watermark of the audit trail is missing');
    const from = after !== undefined && isBefore(watermark, after) ? after : watermark;
    const events = await findFinal(tx, from, limit);
    const { ours = [], others = [] } = Object.groupBy(events, (event) => (isOurs(event) ? 'ours' : 'others'));
    const head = ours.length === 0 ? undefined : await insertLinks(tx, ours, watermark);
    const refused = others.map(({ eventId }) => eventId);
    return { head, sealed: ours.length, read: events.length, refused, end: events.at(-1) ?? from };
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
      case when e.id is not null then ${eventContent} end as content,
      case when e.id is not null then ${signedEvent} end as event, e.mac
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

/** The events that wait for the sealer or for an older transaction, in batches. */
export async function* readUnsealed(tx: Db): AsyncGenerator<SignedEvent[]> {
  await tx.run(sql`
    declare unsealed_events no scroll cursor for
    select ${signedEvent} as event, e.mac from events e where (e.xid, e.id) > ${watermark}`);
  for (;;) {
    const events = await tx.rows<SignedEvent>(sql`fetch 2000 from unsealed_events`);
    if (events.length === 0) break;
    yield events;
  }
  await tx.run(sql`close unsealed_events`);
}

/** Written out, so that the planner sees that the index of these events applies. */
const isDeciding = rawSql(`e.type in (${decidingEvents.map((type) => `'${type}'`).join(', ')})`);

export interface CheckId extends Tenant {
  readonly id: string;
}

export function findDecidingEvents(db: Db, checks: readonly CheckId[]): Promise<SignedEvent[]> {
  return db.rows<SignedEvent>(sql`
    select ${signedEvent} as event, e.mac
    from unnest(${checks.map(({ accountId }) => accountId)}::uuid[],
      ${checks.map(({ environment }) => environment)}::text[], ${checks.map(({ id }) => id)}::uuid[]
    ) as w(account_id, environment, check_id)
    join events e on (e.account_id, e.environment, e.check_id) = (w.account_id, w.environment, w.check_id)
      and ${isDeciding}`);
}

/** Oldest first. */
export function findEventsOfCheck(db: Db, check: CheckId): Promise<SignedEvent[]> {
  return db.rows<SignedEvent>(sql`
    select ${signedEvent} as event, e.mac from events e
    where e.account_id = ${check.accountId} and e.environment = ${check.environment} and e.check_id = ${check.id}
    order by e.id`);
}

export interface RemovedReport extends Tenant {
  readonly checkId: string;
  readonly reportId: string;
}

/** Reports that an event names and that do not exist. */
export function findRemovedReports(db: Db, limit: number): Promise<RemovedReport[]> {
  return db.rows<RemovedReport>(sql`
    select distinct e.account_id as "accountId", e.environment, e.check_id as "checkId", e.report_id as "reportId"
    from events e
    where ${isDeciding} and e.resource_type = 'report' and not exists (
      select from reports r where (r.account_id, r.environment, r.id) = (e.account_id, e.environment, e.report_id))
    limit ${limit}`);
}
