// Claims due deliveries in batches: one statement leases them and holds no lock afterwards, a second one reads them.
import type { Environment } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { CLOCK_JUMP_MS } from './delivery-clock.ts';
import { lastStartSeconds } from './delivery-schedule.ts';
import { isNextOfCheck, leaseSeconds } from './delivery-store.ts';
import type { NotifiedEvent } from './notification-format.ts';
import type { SealedSigning } from './webhook-secrets.ts';

/** In a test delivery all event fields are null; they are never read, because its body is stored already. */
export interface ClaimedDelivery extends NotifiedEvent, SealedSigning {
  readonly accountId: string;
  readonly environment: Environment;
  readonly id: string;
  /** null for tests. */
  readonly eventId: string | null;
  /** The delivery's number among those of its webhook; null for tests, and where the webhook is not subscribed any more. */
  readonly sequence: number | null;
  /** How many attempts are recorded, and how many of these were manual. */
  readonly attempts: number;
  readonly manualAttempts: number;
  /** Whether the next attempt is a manual one, and when the automatic attempt after it is planned. */
  readonly manual: boolean;
  readonly plannedAt: Date | null;
  /** For a manual attempt, whether an earlier one was acknowledged; otherwise false. */
  readonly wasDelivered: boolean;
  /** null until the first attempt. */
  readonly body: Buffer | null;
  readonly createdAt: Date;
  /** On the database's clock, as all times of deliveries are: the clocks of processes may differ. */
  readonly claimedAt: Date;
  /** Whether another worker had leased it and did not record it in time. */
  readonly takenOver: boolean;
  readonly url: string;
  readonly maxPerSecond: number | null;
  readonly enabled: boolean;
  /** Whether the webhook is still to get it: it is enabled and has this environment. */
  readonly wanted: boolean;
  /** The endpoint's failures in a row, and whether this delivery is the one that probes it while its breaker is open. */
  readonly failures: number;
  readonly probe: boolean;
}

export interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Leased as well, but to be released unsent. */
  readonly unread: readonly Pick<ClaimedDelivery, 'accountId' | 'id'>[];
  /** How many due deliveries were examined, and the endpoint of the last; `firstEndpoint` where there was none. */
  readonly examined: number;
  readonly last: ClaimCursor;
  /** Whether deliveries were skipped because another claim had locked their endpoint. */
  readonly skippedLocked: boolean;
}

/** Where a claim starts in the list of endpoints: after this one. */
export interface ClaimCursor {
  readonly accountId: string;
  readonly webhookId: string;
}

const lowest = '00000000-0000-0000-0000-000000000000';
export const firstEndpoint: ClaimCursor = { accountId: lowest, webhookId: lowest };

/** Longer than the longest time from a claim to the start of a probe, and the probe itself. */
const probeSeconds = 30;
/** How much unused time under a rate limit may be made up for at once, because claims come at intervals. */
const burst = sql`interval '200 milliseconds'`;

/** How many deliveries an endpoint may get now, by its breaker (breaker-rules.ts) and then by its rate limit. */
const allowed = sql`
  case
    when plausible_pause(h.open_until) > now() then 0
    when w.max_per_second is not null and plausible_slot(h.next_slot_at) > now() then 0
    when h.open_until is not null then 1
    when w.max_per_second is null then 2147483647
    else 1 + floor(extract(epoch from now() - greatest(plausible_slot(h.next_slot_at), now() - ${burst})) * w.max_per_second)::integer
  end`;

const isUnleased = sql`(d.leased_until is null or d.leased_until <= now())`;
const isFree = sql`d.status = 'due' and d.due_at <= now() and ${isUnleased}`;

const isTooOld = sql`not d.manual and d.created_at < now() - make_interval(secs => ${lastStartSeconds})`;

const claimColumns = sql`d.id, d.due_at, d.manual, ${isTooOld} as too_old, d.leased_by is not null as taken_over, d.environment,
  d.kind = 'event' and d.sequence is null as unnumbered, d.kind = 'test' as is_test`;

/** @param shown what the database's clock showed a moment ago, or should show now */
const hasNotJumpedSince = (shown: Date | null): Sql =>
  sql`abs(extract(epoch from now() - ${shown}::timestamptz)) < ${CLOCK_JUMP_MS / 1000}::integer`;

/**
 * Leases the deliveries that `ready` has locked, as far as their endpoints allow. The lock on an endpoint's health row decides
 * between claims that run at the same time, and the one that gets it reads the row's newest version. So numbers have no gap,
 * a rate limit holds over all processes, and one delivery alone probes an endpoint that fails.
 */
const lease = ({ worker, expectedNow = null }: Claimant, ready: Sql, allowedNow: Sql, mayProbe: boolean) => sql`
  with recursive own as materialized (
    -- Locked until the claim ends: a worker that is reaped in the meantime has claimed before, or claims nothing.
    select from delivery_workers where id = ${worker}
      and (${expectedNow}::timestamptz is null or ${hasNotJumpedSince(expectedNow)})
    for key share
  ), ${ready}, flow as materialized (
    select h.account_id, h.webhook_id, h.last_sequence, h.consecutive_failures, ${mayProbe}::boolean and h.open_until is not null as is_probing,
      w.enabled, w.environments, w.live_confirmed, ${allowedNow} as allowed
    from webhook_health h join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
    where exists (select from own)
      and exists (select from ready r where r.account_id = h.account_id and r.webhook_id = h.webhook_id)
    order by h.account_id, h.webhook_id
    -- An endpoint that another claim has locked is left to the next claim, so that nobody waits for it.
    for no key update of h skip locked
  ), granted as materialized (
    -- A test delivery is never the probe: its answer says little about notifications.
    select r.*, f.last_sequence, f.consecutive_failures, f.is_probing and not r.is_test as probe,
      f.wanted, f.wanted and r.unnumbered as numbered, f.wanted and not r.too_old as sent,
      f.last_sequence + count(*) filter (where f.wanted and r.unnumbered)
        over (partition by r.account_id, r.webhook_id order by r.id) as next_sequence
    from (select r.*, row_number() over (partition by r.account_id, r.webhook_id order by r.manual desc, r.due_at, r.id) as nth from ready r) r
    cross join lateral (
      select f.*, r.is_test or (f.enabled and r.environment = any (f.environments)
        and (r.environment = 'test' or f.live_confirmed)) as wanted
      from flow f where f.account_id = r.account_id and f.webhook_id = r.webhook_id and r.nth <= f.allowed) f
  ), counted as (
    update webhook_health h
    set last_sequence = h.last_sequence + g.numbers,
      next_slot_at = case when g.sent = 0 then h.next_slot_at else greatest(plausible_slot(h.next_slot_at), now() - ${burst})
        + make_interval(secs => g.sent::double precision / w.max_per_second) end,
      open_until = case when g.probe then now() + make_interval(secs => ${probeSeconds}) else h.open_until end
    from (
      select account_id, webhook_id, count(*) filter (where sent) as sent, count(*) filter (where numbered) as numbers, bool_or(probe) as probe
      from granted group by account_id, webhook_id
    ) g join webhooks w on w.account_id = g.account_id and w.id = g.webhook_id
    where h.account_id = g.account_id and h.webhook_id = g.webhook_id
      and (g.numbers > 0 or g.probe or (g.sent > 0 and w.max_per_second is not null))
  ), claimed as (
    update webhook_deliveries d
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds}),
      sequence = case when g.numbered then g.next_sequence else d.sequence end
    from granted g where d.account_id = g.account_id and d.id = g.id
    returning d.account_id, d.id, g.consecutive_failures,
      g.taken_over::integer * ${flags.takenOver}::integer + g.probe::integer * ${flags.probe}::integer + g.wanted::integer * ${flags.wanted}::integer as flags
  )
  select now() as "claimedAt", of_account.*, (select count(*) from ready) as examined,
    (select array[r.account_id::text, r.webhook_id::text] from ready r order by r.account_id desc, r.webhook_id desc limit 1) as last,
    exists (select from own) and exists (select from ready r where not exists (
      select from flow f where f.account_id = r.account_id and f.webhook_id = r.webhook_id)) as "skippedLocked"
  from (values (true)) always left join (
    select c.account_id as "accountId",
      jsonb_agg(jsonb_build_array(c.id, c.consecutive_failures, c.flags)) as leases
    from claimed c group by c.account_id) of_account on true`;

/** In one number, to keep the answer short. */
const flags = { takenOver: 1, probe: 2, wanted: 4 } as const;

/** The leases of one account; null where nothing was leased. */
interface LeasedRow {
  readonly claimedAt: Date;
  readonly examined: number;
  readonly last: readonly [accountId: string, webhookId: string] | null;
  readonly skippedLocked: boolean;
  readonly accountId: string | null;
  readonly leases: readonly (readonly [id: string, failures: number, flags: number])[] | null;
}

interface Lease extends Pick<ClaimedDelivery, 'accountId' | 'id' | 'claimedAt' | 'failures' | 'takenOver' | 'probe'> {
  readonly wasWanted: boolean;
}

function leasesOf({ accountId, claimedAt, leases }: LeasedRow): Lease[] {
  return (leases ?? []).map(([id, failures, flagged]) => ({
    accountId: accountId!,
    id,
    claimedAt,
    failures,
    takenOver: (flagged & flags.takenOver) !== 0,
    probe: (flagged & flags.probe) !== 0,
    wasWanted: (flagged & flags.wanted) !== 0,
  }));
}

/**
 * Leases in one statement, and reads the leased deliveries in a second one. PostgreSQL holds a statement's locks until its
 * whole answer is sent, and a suspended process reads none: a short answer fits the socket's buffers, so that it blocks nobody.
 */
async function claimAndRead(db: Db, { worker }: Claimant, leasing: Sql): Promise<Claimed> {
  const rows = await db.rows<LeasedRow>(leasing);
  const { claimedAt, examined, skippedLocked, last: at } = rows[0]!;
  const last = at === null ? firstEndpoint : { accountId: at[0], webhookId: at[1] };
  const leases = rows.flatMap(leasesOf);
  if (leases.length === 0) return { deliveries: [], unread: [], examined, last, skippedLocked };
  const read = new Map(
    (await db.rows<ReadDelivery>(leasedDeliveries(worker, leases, claimedAt))).map((row) => [row.id, row]),
  );
  // A delivery that was unwanted at the lease has no number and was not counted. If it is wanted now, it must be claimed again.
  const isRead = ({ id, wasWanted }: Lease) => read.has(id) && (wasWanted || !read.get(id)!.wanted);
  const [fit, unread] = [leases.filter(isRead), leases.filter((lease) => !isRead(lease))];
  const deliveries = fit.map(({ wasWanted: _, ...lease }) => ({ ...lease, ...read.get(lease.id)! }));
  return { deliveries: deliveries.sort((a, b) => (a.id < b.id ? -1 : 1)), unread, examined, last, skippedLocked };
}

type ReadDelivery = Omit<ClaimedDelivery, 'claimedAt' | 'failures' | 'takenOver' | 'probe'>;

const leasedDeliveries = (worker: string, leased: readonly Lease[], claimedAt: Date) => sql`
  select d.account_id as "accountId", d.environment, d.id, d.webhook_id as "webhookId", d.event_id as "eventId", w.interface, d.sequence, d.attempts,
    d.manual_attempts as "manualAttempts", d.manual, d.planned_at as "plannedAt", d.body,
    d.manual and (select true from webhook_attempts a
      where a.account_id = d.account_id and a.delivery_id = d.id and a.reason is null limit 1) is not null as "wasDelivered",
    d.created_at as "createdAt",
    case w.interface when 'v1' then order_event(e.type, e.detail) else e.type end as type, e.resource_type as "resourceType", e.resource_id as "resourceId", e.applicant_id as "applicantId",
    e.check_id as "checkId", k.order_id as "orderId", e.status, e.occurred_at as "occurredAt",
    w.url, w.max_per_second as "maxPerSecond", w.enabled,
    d.kind = 'test' or (w.enabled and d.environment = any (w.environments)
      and (d.environment = 'test' or w.live_confirmed)) as wanted,
    w.sealed_secret as "sealedSecret", w.sealed_previous_secret as "sealedPreviousSecret",
    w.previous_secret_until as "previousSecretUntil", w.sealed_authorisation_hash as "sealedAuthorisationHash"
  from unnest(${leased.map(({ accountId }) => accountId)}::uuid[], ${leased.map(({ id }) => id)}::uuid[]) as leased(account_id, id)
  -- A lateral lookup by key: the planner might otherwise read all due deliveries.
  cross join lateral (
    select * from webhook_deliveries d
    where d.account_id = leased.account_id and d.id = leased.id and d.leased_by = ${worker} and d.leased_until > now()
      -- After a jump created_at may be shifted already: compared with claimedAt, the window would seem over.
      and ${hasNotJumpedSince(claimedAt)}
    limit 1) d
  join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
  left join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id
  left join checks k on k.account_id = e.account_id and k.environment = e.environment
    -- Only v1 needs the order.
    and k.id = case w.interface when 'v1' then e.check_id end`;

interface Claimant {
  readonly worker: string;
  /** Nothing is claimed if the database's clock shows another time: it has jumped (delivery-clock). */
  readonly expectedNow?: Date | null;
}

export interface Claim extends Claimant {
  readonly after: ClaimCursor;
  readonly atMost: number;
  readonly atMostPerEndpoint: number;
  /** Limits that replace `atMostPerEndpoint`, by webhook id. */
  readonly limits: ReadonlyMap<string, number>;
}

/** An endpoint's unleased due deliveries; where the webhook is ordered, only the earliest of each check. */
const freeOf = (condition: Sql) => sql`
  select * from (
    select ${claimColumns} from webhook_deliveries d
    where d.account_id = e.account_id and d.webhook_id = e.webhook_id and ${isFree} and ${condition}
      and ${isNextOfCheck}
    order by d.due_at
    limit room.deliveries
    for update skip locked) free`;

/** Goes from endpoint to endpoint in the index, so that the backlog of a slow endpoint is never scanned. */
export function claimDeliveries(db: Db, { after, atMost, ...claim }: Claim): Promise<Claimed> {
  const limits = JSON.stringify(Object.fromEntries(claim.limits));
  const ready = sql`
    endpoint as (
      (select d.account_id, d.webhook_id from webhook_deliveries d
       where d.status = 'due' and (d.account_id, d.webhook_id) > (${after.accountId}::uuid, ${after.webhookId}::uuid)
       order by d.account_id, d.webhook_id limit 1)
      union all
      select following.account_id, following.webhook_id
      from endpoint e cross join lateral (
        select d.account_id, d.webhook_id from webhook_deliveries d
        where d.status = 'due' and (d.account_id, d.webhook_id) > (e.account_id, e.webhook_id)
        order by d.account_id, d.webhook_id limit 1) following
    ), ready as materialized (
      select e.account_id, e.webhook_id, free.*
      from endpoint e cross join lateral (
        select least(coalesce((${limits}::jsonb ->> e.webhook_id::text)::integer, ${claim.atMostPerEndpoint}::integer), ${allowed})
          as deliveries, h.open_until is not null as is_probing
        from webhook_health h join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
        where h.account_id = e.account_id and h.webhook_id = e.webhook_id
        -- The limit makes this a lookup for each endpoint, in the order of the cursor, and not a join of the whole tables.
        limit 1) room
      cross join lateral (
        ${freeOf(sql`d.manual`)}
        -- The probe is an earlier failure if one is due: a receiver may refuse only the notifications that are new to it.
        union all ${freeOf(sql`not d.manual and d.attempts > 0 and room.is_probing`)}
        union all ${freeOf(sql`not d.manual`)}
        limit room.deliveries) free
      limit ${atMost}::integer
    )`;
  return claimAndRead(db, claim, lease(claim, ready, allowed, true));
}

/** How many due deliveries of an endpoint are searched for those of an environment that its webhook does not have. */
const lookAhead = 100;

/**
 * Claims deliveries that must not be sent any more, because their window is over or their webhook does not want them, although
 * the breaker or the rate limit of their endpoint still delays them. They do not count towards the rate limit.
 */
export function claimDeliveriesToGiveUp(
  db: Db,
  { atMost, ...claim }: Claimant & { readonly atMost: number },
): Promise<Claimed> {
  const ready = sql`
    too_old as materialized (
      select d.account_id, d.id from webhook_deliveries d
      where d.status = 'due' and ${isUnleased} and ${isTooOld}
      order by d.created_at limit ${atMost}::integer
    ), limited as materialized (
      select w.account_id, w.id, w.enabled, w.environments,
        case when w.enabled then ${lookAhead}::integer else ${atMost}::integer end as look_ahead
      from webhook_health h
      join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
      where (h.open_until is not null or w.max_per_second is not null)
        and (not w.enabled or cardinality(w.environments) < 2)
    ), unwanted as materialized (
      select d.account_id, d.id
      from limited w cross join lateral (
        select d.account_id, d.id, d.kind, d.environment from webhook_deliveries d
        where d.account_id = w.account_id and d.webhook_id = w.id and ${isFree}
        order by d.due_at limit w.look_ahead) d
      where d.kind = 'event' and (not w.enabled or not d.environment = any (w.environments))
      limit ${atMost}::integer
    ), ready as materialized (
      select over.account_id, free.*
      from (select * from too_old union select * from unwanted) over
      cross join lateral (
        select d.webhook_id, ${claimColumns} from webhook_deliveries d
        -- Not by status: the planner might then scan all due deliveries instead of using the key.
        where d.account_id = over.account_id and d.id = over.id and d.finished_at is null and ${isUnleased}
        for update skip locked) free
      limit ${atMost}::integer
    )`;
  return claimAndRead(db, claim, lease(claim, ready, sql`2147483647`, false));
}
