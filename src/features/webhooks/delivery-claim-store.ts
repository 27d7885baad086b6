// Claims due deliveries in batches, each under a lease: in one statement, after which no lock is held, whoever reads its answer.
import type { Environment } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { LEAP_MS } from './delivery-clock.ts';
import { lastStartSeconds } from './delivery-schedule.ts';
import { isNextOfCheck, leaseSeconds } from './delivery-store.ts';
import type { NotifiedEvent } from './notification-format.ts';
import type { SealedSigning } from './webhook-secrets.ts';

/** Of a test delivery the event's part is all null, and never read: it has its body. */
export interface ClaimedDelivery extends NotifiedEvent, SealedSigning {
  readonly accountId: string;
  readonly environment: Environment;
  readonly id: string;
  /** null for tests. */
  readonly eventId: string | null;
  /** The delivery's number among those of its webhook; null for tests, and where the webhook does not want it. */
  readonly sequence: number | null;
  /** Attempts that were recorded before this one, and how many of them were made by hand. */
  readonly attempts: number;
  readonly manualAttempts: number;
  /** Asked for by hand, with the automatic attempt that waits behind it. */
  readonly manual: boolean;
  readonly plannedAt: Date | null;
  /** Of one asked for by hand, whether an attempt was acknowledged before; else false. */
  readonly wasDelivered: boolean;
  /** null until the first attempt. */
  readonly body: Buffer | null;
  readonly createdAt: Date;
  /** On the database's clock, as all times of deliveries are: the processes' own may differ. */
  readonly claimedAt: Date;
  /** Whether another worker had it and did not finish in time. */
  readonly takenOver: boolean;
  readonly url: string;
  readonly maxPerSecond: number | null;
  readonly enabled: boolean;
  /** Whether the webhook still wants it: enabled, and this environment among its own. */
  readonly wanted: boolean;
  /** The endpoint's failures in a row, and whether this delivery is the one that tries it. */
  readonly failures: number;
  readonly probe: boolean;
}

export interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Leased as well, and to be given back. */
  readonly unread: readonly Pick<ClaimedDelivery, 'accountId' | 'id'>[];
  /** How many were due and looked at, and the endpoint of the last of them; `firstEndpoint` where there was none. */
  readonly picked: number;
  readonly last: ClaimCursor;
  /** Whether something was left because somebody else held its endpoint at that moment. */
  readonly passedOver: boolean;
}

/** Where the round over the endpoints stands: those after it come first. */
export interface ClaimCursor {
  readonly accountId: string;
  readonly webhookId: string;
}

const lowest = '00000000-0000-0000-0000-000000000000';
export const firstEndpoint: ClaimCursor = { accountId: lowest, webhookId: lowest };

/** Longer than the one call that tries an endpoint, and the longest that it may begin after its claim. */
const probeSeconds = 30;
/** How much of a rate may be made up for at once: claims do not come at every moment. */
const burst = sql`interval '200 milliseconds'`;

/** How many an endpoint may be sent now: the breaker's word (breaker-rules.ts), then the rate's. */
const allowed = sql`
  case
    when believed_pause(h.open_until) > now() then 0
    when w.max_per_second is not null and believed_slot(h.next_slot_at) > now() then 0
    when h.open_until is not null then 1
    when w.max_per_second is null then 2147483647
    else 1 + floor(extract(epoch from now() - greatest(believed_slot(h.next_slot_at), now() - ${burst})) * w.max_per_second)::integer
  end`;

const isUnleased = sql`(d.leased_until is null or d.leased_until <= now())`;
const isFree = sql`d.status = 'due' and d.due_at <= now() and ${isUnleased}`;

const isTooOld = sql`not d.manual and d.created_at < now() - make_interval(secs => ${lastStartSeconds})`;

const picked = sql`d.id, d.due_at, d.manual, ${isTooOld} as too_old, d.leased_by is not null as taken_over, d.environment,
  d.kind = 'event' and d.sequence is null as unnumbered, d.kind = 'test' as is_test`;

/**
 * Leases what `ready` picked and locked, as far as its endpoint allows. What others may have picked at the same time for the
 * same endpoint is settled by the row of its health, which one alone gets, and reads as it is then. So numbers have no gap, a
 * rate holds over all processes, and one delivery alone tries an endpoint that fails.
 */
const lease = ({ worker, expectedNow = null }: Claimant, ready: Sql, room: Sql, tries: boolean) => sql`
  with recursive own as materialized (
    -- Held until the claim is over: a worker that is buried meanwhile has claimed before, or claims nothing.
    select from delivery_workers where id = ${worker}
      and (${expectedNow}::timestamptz is null
        or abs(extract(epoch from now() - ${expectedNow}::timestamptz)) < ${LEAP_MS / 1000}::integer)
    for key share
  ), ${ready}, flow as materialized (
    select h.account_id, h.webhook_id, h.last_sequence, h.consecutive_failures, ${tries}::boolean and h.open_until is not null as tries,
      w.enabled, w.environments, w.live_confirmed, ${room} as allowed
    from webhook_health h join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
    where exists (select from own)
      and exists (select from ready r where r.account_id = h.account_id and r.webhook_id = h.webhook_id)
    order by h.account_id, h.webhook_id
    -- An endpoint that is held by another is left to the next look: nobody else waits for it.
    for no key update of h skip locked
  ), granted as materialized (
    -- What an endpoint answers to a test says little of what else it would: that is no try.
    select r.*, f.last_sequence, f.consecutive_failures, f.tries and not r.is_test as probe,
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
      next_slot_at = case when g.sent = 0 then h.next_slot_at else greatest(believed_slot(h.next_slot_at), now() - ${burst})
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
  select now() as "claimedAt", of_account.*, (select count(*) from ready) as picked,
    (select array[r.account_id::text, r.webhook_id::text] from ready r order by r.account_id desc, r.webhook_id desc limit 1) as last,
    exists (select from own) and exists (select from ready r where not exists (
      select from flow f where f.account_id = r.account_id and f.webhook_id = r.webhook_id)) as "passedOver"
  from (values (true)) always left join (
    select c.account_id as "accountId",
      jsonb_agg(jsonb_build_array(c.id, c.consecutive_failures, c.flags)) as leases
    from claimed c group by c.account_id) of_account on true`;

/** In one number, for the answer is to be short. */
const flags = { takenOver: 1, probe: 2, wanted: 4 } as const;

/** Of one account; null where nothing was leased. */
interface LeasedRow {
  readonly claimedAt: Date;
  readonly picked: number;
  readonly last: readonly [accountId: string, webhookId: string] | null;
  readonly passedOver: boolean;
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
 * Leases in one statement, then reads what was leased. The rows that a statement has locked stay locked until its whole answer
 * is on its way: a process that stands still and does not read would hold up everybody, so the first answer is a short one.
 */
async function claimAndRead(db: Db, { worker }: Claimant, leasing: Sql): Promise<Claimed> {
  const rows = await db.rows<LeasedRow>(leasing);
  const { picked, passedOver, last: at } = rows[0]!;
  const last = at === null ? firstEndpoint : { accountId: at[0], webhookId: at[1] };
  const leases = rows.flatMap(leasesOf);
  if (leases.length === 0) return { deliveries: [], unread: [], picked, last, passedOver };
  const read = new Map((await db.rows<ReadDelivery>(leasedDeliveries(worker, leases))).map((row) => [row.id, row]));
  // What was not wanted has no number, and may be more than its endpoint allows: wanted since, it is claimed anew.
  const isRead = ({ id, wasWanted }: Lease) => read.has(id) && (wasWanted || !read.get(id)!.wanted);
  const [fit, unread] = [leases.filter(isRead), leases.filter((lease) => !isRead(lease))];
  const deliveries = fit.map(({ wasWanted: _, ...lease }) => ({ ...lease, ...read.get(lease.id)! }));
  return { deliveries: deliveries.sort((a, b) => (a.id < b.id ? -1 : 1)), unread, picked, last, passedOver };
}

type ReadDelivery = Omit<ClaimedDelivery, 'claimedAt' | 'failures' | 'takenOver' | 'probe'>;

const leasedDeliveries = (worker: string, held: readonly { readonly accountId: string; readonly id: string }[]) => sql`
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
  from unnest(${held.map(({ accountId }) => accountId)}::uuid[], ${held.map(({ id }) => id)}::uuid[]) as held(account_id, id)
  -- By the key: for the planner it might else be all that is due.
  cross join lateral (
    select * from webhook_deliveries d
    where d.account_id = held.account_id and d.id = held.id and d.leased_by = ${worker} and d.leased_until > now()
    limit 1) d
  join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
  left join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id
  left join checks k on k.account_id = e.account_id and k.environment = e.environment
    -- Nothing is looked for where the webhook is not of v1.
    and k.id = case w.interface when 'v1' then e.check_id end`;

interface Claimant {
  readonly worker: string;
  /** Nothing is claimed where it is another time for the database: its clock has leapt (delivery-clock). */
  readonly expectedNow?: Date | null;
}

export interface Claim extends Claimant {
  readonly after: ClaimCursor;
  readonly atMost: number;
  readonly atMostPerEndpoint: number;
  /** Other limits than that, by webhook id. */
  readonly limits: ReadonlyMap<string, number>;
}

/** An endpoint's free ones, of those asked for by hand or of the others, each check's earliest where it is ordered. */
const freeOf = (kind: Sql) => sql`
  select * from (
    select ${picked} from webhook_deliveries d
    where d.account_id = e.account_id and d.webhook_id = e.webhook_id and ${isFree} and ${kind}
      and ${isNextOfCheck}
    order by d.due_at
    limit room.deliveries
    for update skip locked) free`;

/** It steps from endpoint to endpoint in the index, so that what is due to a slow one is never read through. */
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
          as deliveries, h.open_until is not null as tries
        from webhook_health h join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
        where h.account_id = e.account_id and h.webhook_id = e.webhook_id
        -- So it is looked up for one endpoint after the other, in the order that the cursor goes by, and never joined as a whole.
        limit 1) room
      cross join lateral (
        ${freeOf(sql`d.manual`)}
        -- A receiver that refuses what it sees for the first time would else be tried with that alone.
        union all ${freeOf(sql`not d.manual and d.attempts > 0 and room.tries`)}
        union all ${freeOf(sql`not d.manual`)}
        limit room.deliveries) free
      limit ${atMost}::integer
    )`;
  return claimAndRead(db, claim, lease(claim, ready, allowed, true));
}

/** So far into what is due to an endpoint it is looked for what is of an environment that its webhook does not want. */
const lookAhead = 100;

/**
 * What the breaker or the rate of its endpoint would still hold back although nothing may be sent any more: the window is
 * over, or the webhook does not want it. It is no part of the rate, and what is to be sent is not read through for it.
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
    ), held as materialized (
      select w.account_id, w.id, w.enabled, w.environments,
        case when w.enabled then ${lookAhead}::integer else ${atMost}::integer end as look_ahead
      from webhook_health h
      join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
      where (h.open_until is not null or w.max_per_second is not null)
        and (not w.enabled or cardinality(w.environments) < 2)
    ), unwanted as materialized (
      select d.account_id, d.id
      from held w cross join lateral (
        select d.account_id, d.id, d.kind, d.environment from webhook_deliveries d
        where d.account_id = w.account_id and d.webhook_id = w.id and ${isFree}
        order by d.due_at limit w.look_ahead) d
      where d.kind = 'event' and (not w.enabled or not d.environment = any (w.environments))
      limit ${atMost}::integer
    ), ready as materialized (
      select over.account_id, free.*
      from (select * from too_old union select * from unwanted) over
      cross join lateral (
        select d.webhook_id, ${picked} from webhook_deliveries d
        -- Not by status: the planner might then go through all that is due instead of by the key.
        where d.account_id = over.account_id and d.id = over.id and d.finished_at is null and ${isUnleased}
        for update skip locked) free
      limit ${atMost}::integer
    )`;
  return claimAndRead(db, claim, lease(claim, ready, sql`2147483647`, false));
}
