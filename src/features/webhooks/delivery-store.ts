// Rows of claimed deliveries: stores their bodies, records their attempts, and releases their leases.
import { type Db, sql } from '../../platform/db/database.ts';
import type { EndReason } from './delivery-schedule.ts';

/** Longer than the wait for an attempt, the attempt and its recording; short enough to wait for after a worker has crashed. */
export const leaseSeconds = 60;

/** Whether no earlier notification of the same check is still due; always true where the webhook is not ordered. */
export const isNextOfCheck = sql`(d.ordered_check_id is null or not exists (
  select from webhook_deliveries earlier
  where earlier.account_id = d.account_id and earlier.webhook_id = d.webhook_id and earlier.status = 'due'
    and earlier.ordered_check_id = d.ordered_check_id and earlier.id < d.id))`;

export interface StoredBody {
  readonly accountId: string;
  readonly id: string;
  readonly body: Buffer;
  /** The url and the sealed authorisation hash that it is sent with, for the history of interface v1. */
  readonly url?: string;
  readonly sealedHash?: Buffer | null;
}

/** Called before the first attempt: every resend repeats these bytes, also after a restart. */
export async function storeBodies(db: Db, worker: string, bodies: readonly StoredBody[]): Promise<void> {
  let next = 1;
  const starts = bodies.map(({ body }) => {
    next += body.length;
    return next - body.length;
  });
  await db.run(sql`
    update webhook_deliveries d
    -- All bodies in one value: an array would be sent as hexadecimal text, and parsed again.
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

/** The outcome of a claimed delivery. */
export interface DeliveryRecord {
  readonly accountId: string;
  readonly id: string;
  /** As the claim read it. */
  readonly createdAt: Date;
  readonly status: 'due' | 'delivered' | 'exhausted';
  /** When it is due again; null where it is finished. */
  readonly dueAt: Date | null;
  /** null unless exhausted. */
  readonly reason: EndReason | null;
  /** The attempt's number, from 1; null where nothing was sent. */
  readonly number: number | null;
  /** null where nothing was sent, or where its row cannot be written. */
  readonly attempt: AttemptRow | null;
}

/**
 * Records attempts and the new states of their deliveries in one statement. Skips a delivery that another worker has leased
 * since, and the second of two attempts that this worker made because it leased the delivery again. Returns how many were
 * recorded.
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
      -- If the clock has jumped since the claim, created_at was shifted: the next attempt is shifted as much.
      set status = g.state, reason = g.ended, due_at = coalesce(g."dueAt" + (d.created_at - g."createdAt"), d.due_at),
        attempts = coalesce(g.number, d.attempts), manual_attempts = d.manual_attempts + (d.manual and g.number is not null)::integer,
        manual = false, planned_at = null,
        first_attempt_at = coalesce(d.first_attempt_at, g."startedAt"),
        finished_at = case
          when g.state = 'due' then null
          -- Delivered by an earlier attempt.
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
    ), rescheduled as (
      -- Later notifications of the same check that were never sent wait for this one's next attempt, or are due now.
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

/** Ends the leases of deliveries that were claimed and not sent. */
export async function releaseDeliveries(
  db: Db,
  worker: string,
  deliveries: readonly { readonly accountId: string; readonly id: string }[],
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries d set leased_by = null, leased_until = null
    from unnest(${deliveries.map((each) => each.accountId)}::uuid[], ${deliveries.map((each) => each.id)}::uuid[]) as given(account_id, id)
    where d.account_id = given.account_id and d.id = given.id and d.leased_by = ${worker}`);
}

/**
 * Ends leases of this worker that are some seconds old and that it does not track, because the answer of a claim or a release
 * was lost. Must not be called while a claim runs.
 */
export async function releaseUntracked(db: Db, worker: string, tracked: readonly string[]): Promise<number> {
  return db.run(sql`
    update webhook_deliveries set leased_by = null, leased_until = null
    where status = 'due' and leased_by = ${worker} and leased_until < now() + make_interval(secs => ${leaseSeconds - 5}::integer)
      and id <> all (${tracked}::uuid[])`);
}
