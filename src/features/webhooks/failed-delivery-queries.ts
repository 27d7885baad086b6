// Finds deliveries that were given up or wait for a retry, for the operator after an outage, in all accounts or in one.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { failuresAtLeast } from './alert-store.ts';
import type { EndReason } from './delivery-schedule.ts';
import { type FailedKind, isFailed } from './resend-store.ts';

export interface AskedFailed {
  /** At least one. */
  readonly kinds: readonly FailedKind[];
  readonly accountId?: string | undefined;
  readonly webhookId?: string | undefined;
  /** Created at `from` or later, and before `to`. */
  readonly from: Date;
  readonly to?: Date | undefined;
}

const ofEndpoints = ({ accountId, webhookId }: Pick<AskedFailed, 'accountId' | 'webhookId'>): Sql => sql`
  w.deleted_at is null and (${accountId ?? null}::uuid is null or w.account_id = ${accountId ?? null})
    and (${webhookId ?? null}::uuid is null or w.id = ${webhookId ?? null})`;

/** Deliveries of the endpoint `w`. A delivery is given up after it was created, which the index on `finished_at` can use. */
const ofTime = ({ kinds, from, to }: AskedFailed): Sql => sql`
  d.account_id = w.account_id and d.webhook_id = w.id and ${isFailed(kinds)} and d.kind = 'event'
    ${kinds.includes('waiting') ? sql`` : sql`and d.finished_at >= ${from}`} and d.created_at >= ${from}
    and (${to ?? null}::timestamptz is null or d.created_at < ${to ?? null})`;

export interface EndpointWithFailed extends Tenant {
  readonly webhookId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly environments: readonly Environment[];
  readonly liveConfirmed: boolean;
  readonly count: number;
}

export function findEndpointsWithFailed(db: Db, asked: AskedFailed): Promise<EndpointWithFailed[]> {
  return db.rows<EndpointWithFailed & { environment: Environment }>(sql`
    select w.account_id as "accountId", d.environment, w.id as "webhookId", w.url, d.count,
      w.enabled, w.environments, w.live_confirmed as "liveConfirmed"
    from webhooks w cross join lateral (
      select d.environment, count(*) as count from webhook_deliveries d where ${ofTime(asked)}
      group by d.environment) d
    where ${ofEndpoints(asked)}
    order by w.account_id, w.id, d.environment`);
}

/** Whether the webhook exists, where `asked` names one. */
export async function isKnownEndpoint(db: Db, asked: Pick<AskedFailed, 'accountId' | 'webhookId'>): Promise<boolean> {
  const row = await db.row<{ known: boolean }>(sql`
    select exists (select from webhooks w where ${ofEndpoints(asked)}) as known`);
  return asked.webhookId === undefined || row!.known;
}

export interface EndpointCount {
  readonly enabled: number;
  /** How many of these fail, by the same limit as alerts. */
  readonly failing: number;
}

/** Of all accounts. */
export async function countEndpoints(db: Db): Promise<EndpointCount> {
  const row = await db.row<EndpointCount>(sql`
    select count(*) as enabled, count(*) filter (where h.consecutive_failures >= ${failuresAtLeast}) as failing
    from webhooks w join webhook_health h on h.account_id = w.account_id and h.webhook_id = w.id
    where w.enabled`);
  return row!;
}

export interface OperatorDelivery extends Tenant {
  readonly deliveryId: string;
  /** null for a test. */
  readonly eventId: string | null;
  readonly eventType: string | null;
  readonly webhookId: string;
  readonly url: string;
  readonly status: 'due' | 'delivered' | 'exhausted';
  readonly attempts: number;
  /** The status of the last attempt, or why there was no answer; null before the first attempt, and once attempts are pruned. */
  readonly lastAnswer: string | null;
  readonly dueAt: Date;
  /** Why it was given up. */
  readonly reason: EndReason | null;
  /** null while it waits. */
  readonly finishedAt: Date | null;
  /** null unless it waits. */
  readonly nextAttemptAt: Date | null;
}

const columns = rawSql(`w.account_id as "accountId", d.environment, d.id as "deliveryId", d.event_id as "eventId",
  e.type as "eventType", w.id as "webhookId", w.url, d.status, d.attempts, coalesce(a.status::text, a.reason) as "lastAnswer",
  d.created_at as "dueAt", d.reason, d.finished_at as "finishedAt",
  case when d.status = 'due'
    then greatest(d.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) end as "nextAttemptAt"`);
const described = rawSql(`
  join webhook_health h on h.account_id = w.account_id and h.webhook_id = w.id
  left join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id
  left join webhook_attempts a on a.account_id = d.account_id and a.delivery_id = d.id and a.number = d.attempts`);

/** Waiting deliveries first, then those given up; each newest first. */
export function findFailed(db: Db, asked: AskedFailed, atMost: number): Promise<OperatorDelivery[]> {
  return db.rows<OperatorDelivery & { environment: Environment }>(sql`
    select ${columns}
    from webhooks w cross join lateral (
      select d.* from webhook_deliveries d where ${ofTime(asked)} order by d.finished_at desc, d.id desc limit ${atMost}) d
    ${described}
    where ${ofEndpoints(asked)}
    order by d.finished_at desc, d.id desc
    limit ${atMost}`);
}

/** In any account, whatever its status. */
export function findDelivery(db: Db, deliveryId: string): Promise<OperatorDelivery | undefined> {
  return db.row<OperatorDelivery & { environment: Environment }>(sql`
    select ${columns}
    from webhooks w
    join webhook_deliveries d on d.account_id = w.account_id and d.webhook_id = w.id and d.id = ${deliveryId}
    ${described}`);
}
