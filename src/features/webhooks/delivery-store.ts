// Rows of deliveries: claimed in batches under a lease, their bytes stored once, their attempts recorded, given back.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { NotifiedEvent } from './notification-format.ts';

export interface ClaimedDelivery extends NotifiedEvent {
  readonly accountId: string;
  readonly environment: Environment;
  readonly id: string;
  readonly webhookId: string;
  readonly interface: 'v1' | 'v2';
  /** Attempts that were recorded before this one. */
  readonly attempts: number;
  /** null until the first attempt. */
  readonly body: Buffer | null;
  readonly createdAt: Date;
  /** On the database's clock, as all times of deliveries are: the processes' own may differ. */
  readonly claimedAt: Date;
  readonly url: string;
  /** Whether the webhook still wants it: enabled, and this environment among its own. */
  readonly wanted: boolean;
  readonly enabled: boolean;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
  /** v1: the SHA-1 of the authorisationToken; null for none. */
  readonly sealedAuthorisationHash: Buffer | null;
}

/** Where the round over the endpoints stands: those after it come first. */
export interface ClaimCursor {
  readonly accountId: string;
  readonly webhookId: string;
}

const lowest = '00000000-0000-0000-0000-000000000000';
export const firstEndpoint: ClaimCursor = { accountId: lowest, webhookId: lowest };

export interface Claim {
  readonly worker: string;
  readonly after: ClaimCursor;
  readonly atMost: number;
  readonly atMostPerEndpoint: number;
  /** Other limits than that, by webhook id. */
  readonly limits: ReadonlyMap<string, number>;
}

/** Longer than an attempt and its recording by far; shorter than anyone would wait for a dead worker's deliveries. */
const leaseSeconds = 60;

/**
 * One statement, and no lock is held afterwards. It steps from endpoint to endpoint in the index, so that what is due
 * to a slow one is never read through.
 */
export function claimDeliveries(db: Db, claim: Claim): Promise<ClaimedDelivery[]> {
  const limits = JSON.stringify(Object.fromEntries(claim.limits));
  return db.rows<ClaimedDelivery>(sql`
    with recursive endpoint as (
      (select d.account_id, d.webhook_id from webhook_deliveries d
       where d.status = 'due' and (d.account_id, d.webhook_id) > (${claim.after.accountId}::uuid, ${claim.after.webhookId}::uuid)
       order by d.account_id, d.webhook_id limit 1)
      union all
      select following.account_id, following.webhook_id
      from endpoint e cross join lateral (
        select d.account_id, d.webhook_id from webhook_deliveries d
        where d.status = 'due' and (d.account_id, d.webhook_id) > (e.account_id, e.webhook_id)
        order by d.account_id, d.webhook_id limit 1) following
    ), due as materialized (
      select ready.account_id, ready.id
      from endpoint e cross join lateral (
        select d.account_id, d.id from webhook_deliveries d
        where d.account_id = e.account_id and d.webhook_id = e.webhook_id and d.status = 'due'
          and d.due_at <= now() and (d.leased_until is null or d.leased_until <= now())
        order by d.due_at
        limit coalesce((${limits}::jsonb ->> e.webhook_id::text)::integer, ${claim.atMostPerEndpoint}::integer)
        for update skip locked) ready
      limit ${claim.atMost}::integer
    ), claimed as (
      update webhook_deliveries d
      set leased_by = ${claim.worker}, leased_until = now() + make_interval(secs => ${leaseSeconds})
      from due where d.account_id = due.account_id and d.id = due.id
      returning d.*
    )
    select c.account_id as "accountId", c.environment, c.id, c.webhook_id as "webhookId", c.attempts, c.body,
      c.created_at as "createdAt", now() as "claimedAt",
      e.type, e.resource_type as "resourceType", e.resource_id as "resourceId", e.applicant_id as "applicantId",
      e.check_id as "checkId", k.order_id as "orderId", e.status, e.occurred_at as "occurredAt",
      w.interface, w.url, w.sealed_secret as "sealedSecret", w.sealed_previous_secret as "sealedPreviousSecret",
      w.previous_secret_until as "previousSecretUntil", w.sealed_authorisation_hash as "sealedAuthorisationHash",
      w.enabled and c.environment = any (w.environments) and (c.environment = 'test' or w.live_confirmed) as wanted, w.enabled
    from claimed c
    join webhooks w on w.account_id = c.account_id and w.id = c.webhook_id
    join events e on e.account_id = c.account_id and e.environment = c.environment and e.id = c.event_id
    left join checks k on w.interface = 'v1' and k.account_id = e.account_id and k.environment = e.environment
      and k.id = e.check_id
    order by c.id`);
}

/** Before anything is sent: what is signed and repeated must outlive this process. */
export async function keepBodies(
  db: Db,
  worker: string,
  bodies: readonly { readonly accountId: string; readonly id: string; readonly body: Buffer }[],
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries d set body = given.body
    from unnest(${bodies.map((each) => each.accountId)}::uuid[], ${bodies.map((each) => each.id)}::uuid[],
      ${bodies.map((each) => each.body)}::bytea[]) as given(account_id, id, body)
    where d.account_id = given.account_id and d.id = given.id and d.leased_by = ${worker} and d.body is null`);
}

export interface AttemptRow {
  readonly number: number;
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

/** Why nothing is sent any more of what was not delivered. */
export type EndReason = 'attempts_used' | 'window_over' | 'webhook_disabled' | 'environment_removed' | 'resend_failed';

/** What became of a claimed delivery. */
export interface DeliveryRecord {
  readonly accountId: string;
  readonly id: string;
  readonly status: 'due' | 'delivered' | 'exhausted';
  /** When it is due again; null where it is finished. */
  readonly dueAt: Date | null;
  /** null unless exhausted. */
  readonly reason: EndReason | null;
  /** null where nothing was sent. */
  readonly attempt: AttemptRow | null;
}

/**
 * Attempts and the deliveries' states in one statement. A delivery whose lease another worker has since taken stays as it is,
 * and so does one whose lease lapsed and was taken by this worker again, once one of the two attempts is recorded.
 */
export async function recordDeliveries(db: Db, worker: string, records: readonly DeliveryRecord[]): Promise<void> {
  const rows = records.map(({ attempt, status, reason, ...record }) => ({
    ...attempt,
    ...record,
    state: status,
    ended: reason,
    result: attempt?.status,
  }));
  await db.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("accountId" uuid, id uuid, number smallint,
        "startedAt" timestamptz, "dnsMs" integer, "connectMs" integer, "tlsMs" integer, "firstByteMs" integer,
        "totalMs" integer, result smallint, reason text, answer text, "dueAt" timestamptz, state text, ended text)
    ), recorded as (
      update webhook_deliveries d
      set status = g.state, reason = g.ended, due_at = coalesce(g."dueAt", d.due_at), attempts = coalesce(g.number, d.attempts),
        first_attempt_at = coalesce(d.first_attempt_at, g."startedAt"),
        finished_at = case when g.state <> 'due' then now() end,
        leased_by = null, leased_until = null
      from given g
      where d.account_id = g."accountId" and d.id = g.id and d.leased_by = ${worker} and d.status = 'due'
        and (g.number is null or g.number = d.attempts + 1)
      returning d.account_id, d.environment, d.webhook_id, d.id
    )
    insert into webhook_attempts (account_id, environment, webhook_id, delivery_id, number, started_at, dns_ms,
      connect_ms, tls_ms, first_byte_ms, total_ms, status, reason, answer)
    select r.account_id, r.environment, r.webhook_id, g.id, g.number, g."startedAt", g."dnsMs", g."connectMs", g."tlsMs", g."firstByteMs",
      g."totalMs", g.result, g.reason, g.answer
    from given g join recorded r on r.account_id = g."accountId" and r.id = g.id
    where g.number is not null
    on conflict do nothing`);
}

/** At stop: what was claimed and not sent need not wait for the lease to end. */
export async function giveBackDeliveries(
  db: Db,
  worker: string,
  held: readonly { readonly accountId: string; readonly id: string }[],
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries d set leased_by = null, leased_until = null
    from unnest(${held.map((each) => each.accountId)}::uuid[], ${held.map((each) => each.id)}::uuid[]) as h(account_id, id)
    where d.account_id = h.account_id and d.id = h.id and d.leased_by = ${worker} and d.status = 'due'`);
}
