// How endpoints do, over all deliveries and processes: written by the workers, after each attempt that says something new.
import { type Db, sql } from '../../platform/db/database.ts';
import { afterOutcome, type EndpointHealth, type EndpointOutcome } from './breaker-rules.ts';
import { isNextOfCheck } from './delivery-store.ts';

export interface NotedOutcome extends EndpointOutcome {
  readonly accountId: string;
  readonly webhookId: string;
}

interface HealthRow extends EndpointHealth {
  readonly accountId: string;
  readonly webhookId: string;
  /** As the database writes it: to the microsecond. */
  readonly wasOpenUntil: string | null;
  readonly wasFailingSince: string | null;
}

const triesAtMost = 5;

/**
 * Outcomes in the order of their ends. What is lost of it, by a crash, lets a breaker open or close a little later. Nothing is
 * held between the look and the change; where a row has changed meanwhile, or is held by somebody else, it is looked at again.
 * Returns what is still to be noted then.
 */
export async function noteOutcomes(db: Db, outcomes: readonly NotedOutcome[]): Promise<readonly NotedOutcome[]> {
  let left = outcomes;
  for (let tries = 0; left.length > 0 && tries < triesAtMost; tries += 1) {
    const before = await findHealth(db, left);
    const noted = new Set(await changeHealth(db, before, left));
    const known = new Set(before.map(({ webhookId }) => webhookId));
    left = left.filter(({ webhookId }) => known.has(webhookId) && !noted.has(webhookId));
  }
  return left;
}

function findHealth(db: Db, outcomes: readonly NotedOutcome[]): Promise<HealthRow[]> {
  return db.rows<HealthRow>(sql`
    select h.account_id as "accountId", h.webhook_id as "webhookId", h.consecutive_failures as "consecutiveFailures",
      h.failing_since as "failingSince", h.open_until as "openUntil", h.pauses,
      h.failing_since::text as "wasFailingSince", h.open_until::text as "wasOpenUntil"
    from webhook_health h
    where (h.account_id, h.webhook_id) in (
      select * from unnest(${outcomes.map((each) => each.accountId)}::uuid[], ${outcomes.map((each) => each.webhookId)}::uuid[]))`);
}

/** Returns the webhooks whose row was still as it was before. */
async function changeHealth(
  db: Db,
  before: readonly HealthRow[],
  outcomes: readonly NotedOutcome[],
): Promise<string[]> {
  const changes = before.map((row) => {
    const own = outcomes.filter(({ webhookId }) => webhookId === row.webhookId);
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

/** The breaker of the endpoint lets the next delivery try at once: for whoever resends by hand. */
export async function tryEndpointNow(db: Db, accountId: string, webhookId: string): Promise<void> {
  await db.run(sql`
    update webhook_health set open_until = now()
    where account_id = ${accountId} and webhook_id = ${webhookId} and open_until > now()`);
}

export interface DeliveryFigures {
  /** Seconds since the oldest waiting delivery could have gone out; 0 where none waits. */
  readonly oldestDueSeconds: number;
  readonly openBreakers: number;
}

/** From endpoint to endpoint in the index, as claims go. */
export async function findDeliveryFigures(db: Db): Promise<DeliveryFigures> {
  const found = await db.row<DeliveryFigures>(sql`
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
        select extract(epoch from now() - min(greatest(e.due_at, believed_pause(h.open_until), believed_slot(h.next_slot_at))))
        from endpoint e join webhook_health h on h.account_id = e.account_id and h.webhook_id = e.webhook_id
        where greatest(e.due_at, believed_pause(h.open_until), believed_slot(h.next_slot_at)) < now()), 0)::double precision as "oldestDueSeconds"`);
  return found ?? { oldestDueSeconds: 0, openBreakers: 0 };
}
