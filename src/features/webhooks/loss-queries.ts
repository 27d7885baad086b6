// What was given up, for the operator after an outage: over all accounts and endpoints unless one is named.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { EndReason } from './delivery-schedule.ts';

export interface AskedLosses {
  readonly accountId?: string | undefined;
  readonly webhookId?: string | undefined;
  /** Due from the first time on, and before the other. */
  readonly from: Date;
  readonly to?: Date | undefined;
}

const ofEndpoints = ({ accountId, webhookId }: AskedLosses): Sql => sql`
  w.deleted_at is null and (${accountId ?? null}::uuid is null or w.account_id = ${accountId ?? null})
    and (${webhookId ?? null}::uuid is null or w.id = ${webhookId ?? null})`;

/** Of the endpoint `w`; what is due at a time is given up later. */
const ofTime = ({ from, to }: AskedLosses): Sql => sql`
  d.account_id = w.account_id and d.webhook_id = w.id and d.status = 'exhausted' and d.kind = 'event'
    and d.finished_at >= ${from} and d.created_at >= ${from}
    and (${to ?? null}::timestamptz is null or d.created_at < ${to ?? null})`;

export interface EndpointWithLosses extends Tenant {
  readonly webhookId: string;
  readonly url: string;
  /** Whether the webhook still wants notifications of the environment. */
  readonly wanted: boolean;
  readonly count: number;
}

export function findEndpointsWithLosses(db: Db, asked: AskedLosses): Promise<EndpointWithLosses[]> {
  return db.rows<EndpointWithLosses & { environment: Environment }>(sql`
    select w.account_id as "accountId", d.environment, w.id as "webhookId", w.url, d.count,
      w.enabled and d.environment = any (w.environments) and (d.environment = 'test' or w.live_confirmed) as wanted
    from webhooks w cross join lateral (
      select d.environment, count(*) as count from webhook_deliveries d where ${ofTime(asked)}
      group by d.environment) d
    where ${ofEndpoints(asked)}
    order by w.account_id, w.id, d.environment`);
}

export interface Loss extends Tenant {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly webhookId: string;
  readonly url: string;
  readonly attempts: number;
  readonly reason: EndReason;
  readonly dueAt: Date;
  readonly givenUpAt: Date;
}

/** The newest first. */
export function findLosses(db: Db, asked: AskedLosses, atMost: number): Promise<Loss[]> {
  return db.rows<Loss & { environment: Environment }>(sql`
    select w.account_id as "accountId", d.environment, d.id as "deliveryId", d.event_id as "eventId",
      e.type as "eventType", w.id as "webhookId", w.url, d.attempts, d.reason, d.created_at as "dueAt",
      d.finished_at as "givenUpAt"
    from webhooks w cross join lateral (
      select d.* from webhook_deliveries d where ${ofTime(asked)} order by d.finished_at desc, d.id desc limit ${atMost}) d
    join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id
    where ${ofEndpoints(asked)}
    order by d.finished_at desc, d.id desc
    limit ${atMost}`);
}
