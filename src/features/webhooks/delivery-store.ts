// Rows of claimed deliveries: their bytes stored once, their attempts recorded, given back.
import { type Db, sql } from '../../platform/db/database.ts';
import type { EndReason } from './delivery-schedule.ts';

/** Longer than an attempt, the wait for it and its recording; shorter than anyone would wait for a dead worker's deliveries. */
export const leaseSeconds = 60;

/** Of an ordered webhook, whether no earlier notification of the same check is still to be delivered; of others always. */
export const isNextOfCheck = sql`(d.ordered_check_id is null or not exists (
  select from webhook_deliveries earlier
  where earlier.account_id = d.account_id and earlier.webhook_id = d.webhook_id and earlier.status = 'due'
    and earlier.ordered_check_id = d.ordered_check_id and earlier.id < d.id))`;

export interface KeptBody {
  readonly accountId: string;
  readonly id: string;
  readonly body: Buffer;
  /** Where it goes, and the sealed hash that goes with it: for the history of interface v1. */
  readonly url?: string;
  readonly sealedHash?: Buffer | null;
}

/** Before anything is sent: what is signed and repeated must outlive this process. */
export async function keepBodies(db: Db, worker: string, bodies: readonly KeptBody[]): Promise<void> {
  let next = 1;
  const starts = bodies.map(({ body }) => {
    next += body.length;
    return next - body.length;
  });
  await db.run(sql`
    update webhook_deliveries d
    -- All in one value: as an array each would be written out in hexadecimal, and read again.
    set body = substr(${Buffer.concat(bodies.map((each) => each.body))}::bytea, given.start, given.length),
      sent_url = given.url, sealed_sent_hash = given.sealed_hash
    from unnest(${bodies.map((each) => each.accountId)}::uuid[], ${bodies.map((each) => each.id)}::uuid[],
      ${starts}::integer[], ${bodies.map((each) => each.body.length)}::integer[], ${bodies.map((each) => each.url ?? null)}::text[],
      ${bodies.map((each) => each.sealedHash ?? null)}::bytea[]) as given(account_id, id, start, length, url, sealed_hash)
    where d.account_id = given.account_id and d.id = given.id and d.leased_by = ${worker} and d.body is null`);
}

export interface AttemptRow {
  readonly startedAt: Date;
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  readonly status: number | null;
  /** null when acknowledged, else the class of failure. */
  readonly reason: string | null;
  readonly answer: string | null;
}

/** What became of a claimed delivery. */
export interface DeliveryRecord {
  readonly accountId: string;
  readonly id: string;
  /** As it was claimed. */
  readonly createdAt: Date;
  readonly status: 'due' | 'delivered' | 'exhausted';
  /** When it is due again; null where it is finished. */
  readonly dueAt: Date | null;
  /** null unless exhausted. */
  readonly reason: EndReason | null;
  /** Of the attempt, from 1; null where nothing was sent. */
  readonly number: number | null;
  /** null where nothing was sent, or where its row cannot be written. */
  readonly attempt: AttemptRow | null;
}

/**
 * Attempts and the deliveries' states in one statement. A delivery whose lease another worker has since taken stays as it is,
 * and so does one whose lease lapsed and was taken by this worker again, once one of the two attempts is recorded. Returns how
 * many were recorded.
 */
export async function recordDeliveries(db: Db, worker: string, records: readonly DeliveryRecord[]): Promise<number> {
  const rows = records.map(({ attempt, status, reason, ...record }) => ({
    ...attempt,
    ...record,
    state: status,
    ended: reason,
    result: attempt?.status,
  }));
  const row = await db.row<{ count: number }>(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("accountId" uuid, id uuid,
        number smallint, "startedAt" timestamptz, "dnsMs" integer, "connectMs" integer,
        "tlsMs" integer, "firstByteMs" integer, "totalMs" integer, result smallint, reason text, answer text,
        "createdAt" timestamptz, "dueAt" timestamptz, state text, ended text)
    ), recorded as (
      update webhook_deliveries d
      -- A leap of the clock meanwhile has moved its creation: the next attempt moves along.
      set status = g.state, reason = g.ended, due_at = coalesce(g."dueAt" + (d.created_at - g."createdAt"), d.due_at),
        attempts = coalesce(g.number, d.attempts), manual_attempts = d.manual_attempts + (d.manual and g.number is not null)::integer,
        manual = false, planned_at = null,
        first_attempt_at = coalesce(d.first_attempt_at, g."startedAt"),
        finished_at = case
          when g.state = 'due' then null
          -- Delivered before, and not by this attempt.
          when g.state = 'delivered' and (g."startedAt" is null or g.reason is not null) then coalesce((
            select max(a.started_at + make_interval(secs => a.total_ms / 1000.0)) from webhook_attempts a
            where a.account_id = d.account_id and a.delivery_id = d.id and a.reason is null), now())
          else now()
        end,
        leased_by = null, leased_until = null
      from given g
      where d.account_id = g."accountId" and d.id = g.id and d.leased_by = ${worker}
        and (g.number is null or g.number = d.attempts + 1)
      returning d.account_id, d.environment, d.webhook_id, d.id, d.ordered_check_id, d.status, d.due_at, old.manual
    ), moved as (
      -- Later events of the same check, never sent so far, wait for its next attempt, or no longer.
      update webhook_deliveries f set due_at = case when r.status = 'due' then r.due_at else now() end
      from recorded r
      where r.ordered_check_id is not null and f.account_id = r.account_id and f.webhook_id = r.webhook_id
        and f.ordered_check_id = r.ordered_check_id and f.status = 'due' and f.id > r.id and f.attempts = 0
        and f.leased_by is null
    ), attempts as (
      insert into webhook_attempts (account_id, environment, webhook_id, delivery_id, number, manual, started_at, dns_ms,
        connect_ms, tls_ms, first_byte_ms, total_ms, status, reason, answer)
      select r.account_id, r.environment, r.webhook_id, g.id, g.number, r.manual, g."startedAt", g."dnsMs", g."connectMs",
        g."tlsMs", g."firstByteMs", g."totalMs", g.result, g.reason, g.answer
      from given g join recorded r on r.account_id = g."accountId" and r.id = g.id
      where g."startedAt" is not null
      on conflict do nothing
    )
    select count(*) from recorded`);
  return row!.count;
}

/** What was claimed and not sent need not wait for the lease to end. */
export async function giveBackDeliveries(
  db: Db,
  worker: string,
  held: readonly { readonly accountId: string; readonly id: string }[],
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries d set leased_by = null, leased_until = null
    from unnest(${held.map((each) => each.accountId)}::uuid[], ${held.map((each) => each.id)}::uuid[]) as h(account_id, id)
    where d.account_id = h.account_id and d.id = h.id and d.leased_by = ${worker}`);
}

/**
 * What this worker has leased for some seconds and does not hold, for it was never told of the claim or could not give it back.
 * Not while a claim is under way, of which it will be told.
 */
export async function giveBackUnheld(db: Db, worker: string, held: readonly string[]): Promise<number> {
  return db.run(sql`
    update webhook_deliveries set leased_by = null, leased_until = null
    where status = 'due' and leased_by = ${worker} and leased_until < now() + make_interval(secs => ${leaseSeconds - 5}::integer)
      and id <> all (${held}::uuid[])`);
}
