// The health of endpoints over all deliveries and processes, which workers update after attempts.
import { type Db, sql } from '../../platform/db/database.ts';
import { afterOutcome, type EndpointHealth, type EndpointOutcome } from './breaker-rules.ts';
import { isNextOfCheck } from './delivery-store.ts';

export interface EndpointAttempt extends EndpointOutcome {
  readonly accountId: string;
  readonly webhookId: string;
}

interface HealthRow extends EndpointHealth {
  readonly accountId: string;
  readonly webhookId: string;
  /** As text, to the microsecond: a Date has only milliseconds. */
  readonly wasOpenUntil: string | null;
  readonly wasFailingSince: string | null;
}

const roundsAtMost = 5;

/**
 * Updates the health of endpoints by attempts in the order in which they ended. If a crash loses some, a breaker opens or
 * closes a little later. Locks nothing between reading and writing: a row that has changed meanwhile, or is locked, is read
 * again. Returns the attempts that could not be applied yet.
 */
export async function updateHealth(db: Db, attempts: readonly EndpointAttempt[]): Promise<readonly EndpointAttempt[]> {
  let left = attempts;
  for (let rounds = 0; left.length > 0 && rounds < roundsAtMost; rounds += 1) {
    const before = await readHealth(db, left);
    const updated = new Set(await writeHealth(db, before, left));
    const known = new Set(before.map(({ webhookId }) => webhookId));
    left = left.filter(({ webhookId }) => known.has(webhookId) && !updated.has(webhookId));
  }
  return left;
}

function readHealth(db: Db, attempts: readonly EndpointAttempt[]): Promise<HealthRow[]> {
  return db.rows<HealthRow>(sql`
    select h.account_id as "accountId", h.webhook_id as "webhookId", h.consecutive_failures as "consecutiveFailures",
      h.failing_since as "failingSince", h.open_until as "openUntil", h.pauses,
      h.failing_since::text as "wasFailingSince", h.open_until::text as "wasOpenUntil"
    from webhook_health h
    where (h.account_id, h.webhook_id) in (
      select * from unnest(${attempts.map((each) => each.accountId)}::uuid[], ${attempts.map((each) => each.webhookId)}::uuid[]))`);
}

/** Returns the webhooks whose row was unchanged, and so was updated. */
async function writeHealth(
  db: Db,
  before: readonly HealthRow[],
  attempts: readonly EndpointAttempt[],
): Promise<string[]> {
  const changes = before.map((row) => {
    const own = attempts.filter(({ webhookId }) => webhookId === row.webhookId);
    return {
      ...own.reduce<EndpointHealth>(afterOutcome, row),
      accountId: row.accountId,
      webhookId: row.webhookId,
      wasFailures: row.consecutiveFailures,
      wasPauses: row.pauses,
      wasFailingSince: row.wasFailingSince,
      wasOpenUntil: row.wasOpenUntil,
      deliveredAt: own.findLast(({ acknowledged }) => acknowledged)?.endedAt ?? null,
      failedAt: own.findLast(({ acknowledged }) => !acknowledged)?.endedAt ?? null,
    };
  });
  const changed = await db.rows<{ webhookId: string }>(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g("accountId" uuid, "webhookId" uuid,
        "consecutiveFailures" integer, "failingSince" timestamptz, "openUntil" timestamptz, pauses smallint,
        "deliveredAt" timestamptz, "failedAt" timestamptz, "wasFailures" integer, "wasPauses" smallint,
        "wasFailingSince" timestamptz, "wasOpenUntil" timestamptz)
    ), same as materialized (
      select g.* from webhook_health h join given g on h.account_id = g."accountId" and h.webhook_id = g."webhookId"
      where h.consecutive_failures = g."wasFailures" and h.pauses = g."wasPauses"
        and h.failing_since is not distinct from g."wasFailingSince" and h.open_until is not distinct from g."wasOpenUntil"
      for no key update of h skip locked
    )
    update webhook_health h
    set consecutive_failures = g."consecutiveFailures", failing_since = g."failingSince", open_until = g."openUntil",
      pauses = g.pauses, last_delivered_at = greatest(h.last_delivered_at, g."deliveredAt"),
      last_failed_at = greatest(h.last_failed_at, g."failedAt")
    from same g
    where h.account_id = g."accountId" and h.webhook_id = g."webhookId"
    returning h.webhook_id as "webhookId"`);
  return changed.map(({ webhookId }) => webhookId);
}

/** Lets the next delivery probe the endpoint at once although its breaker is open: for manual resends and tests. */
export async function probeEndpointNow(db: Db, accountId: string, webhookId: string): Promise<void> {
  await db.run(sql`
    update webhook_health set open_until = now()
    where account_id = ${accountId} and webhook_id = ${webhookId} and open_until > now()`);
}

export interface DeliveryMetrics {
  /** Seconds since the oldest waiting delivery could have been sent; 0 where none waits. */
  readonly oldestDueSeconds: number;
  readonly openBreakers: number;
}

/** Goes from endpoint to endpoint in the index, as claims do. */
export async function readDeliveryMetrics(db: Db): Promise<DeliveryMetrics> {
  const found = await db.row<DeliveryMetrics>(sql`
    with recursive endpoint as (
      (select d.account_id, d.webhook_id, d.due_at from webhook_deliveries d
       where d.status = 'due' and ${isNextOfCheck}
       order by d.account_id, d.webhook_id, d.due_at limit 1)
      union all
      select following.* from endpoint e cross join lateral (
        select d.account_id, d.webhook_id, d.due_at from webhook_deliveries d
        where d.status = 'due' and (d.account_id, d.webhook_id) > (e.account_id, e.webhook_id) and ${isNextOfCheck}
        order by d.account_id, d.webhook_id, d.due_at limit 1) following
    )
    select (select count(*) from webhook_health where open_until is not null)::integer as "openBreakers",
      coalesce((
        select extract(epoch from now() - min(greatest(e.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at))))
        from endpoint e join webhook_health h on h.account_id = e.account_id and h.webhook_id = e.webhook_id
        where greatest(e.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) < now()), 0)::double precision as "oldestDueSeconds"`);
  return found ?? { oldestDueSeconds: 0, openBreakers: 0 };
}
