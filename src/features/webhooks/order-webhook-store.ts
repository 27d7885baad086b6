// Rows of v1 webhooks, each of one environment, and of the notifications sent to them.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface OrderWebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedAuthorisationHash: Buffer | null;
  readonly createdAt: Date;
}

export interface NewOrderWebhookRow extends Tenant, OrderWebhookRow {
  readonly sealedSecret: Buffer;
}

const columns = sql`id, url, events, sealed_authorisation_hash as "sealedAuthorisationHash", created_at as "createdAt"`;

/** False where the account has a webhook with that id already, of either interface. */
export async function insertOrderWebhook(db: Db, row: NewOrderWebhookRow): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into webhooks (account_id, id, interface, url, environments, live_confirmed, events, sealed_secret,
      sealed_authorisation_hash, created_at)
    values (${row.accountId}, ${row.id}, 'v1', ${row.url}, ${[row.environment]}, ${row.environment === 'live'},
      ${row.events}, ${row.sealedSecret}, ${row.sealedAuthorisationHash}, ${row.createdAt})
    on conflict do nothing`);
  return inserted === 1;
}

/** Newest first. */
export function findOrderWebhooks(db: Db, tenant: Tenant): Promise<OrderWebhookRow[]> {
  return db.rows<OrderWebhookRow>(sql`
    select ${columns} from webhooks
    where account_id = ${tenant.accountId} and interface = 'v1' and environments = ${[tenant.environment]}
      and deleted_at is null
    order by created_at desc, id desc`);
}

export function findOrderWebhook(db: Db, tenant: Tenant, id: string): Promise<OrderWebhookRow | undefined> {
  return db.row<OrderWebhookRow>(sql`
    select ${columns} from webhooks
    where account_id = ${tenant.accountId} and interface = 'v1' and environments = ${[tenant.environment]} and id = ${id}
      and deleted_at is null`);
}

export async function updateOrderWebhook(
  db: Db,
  tenant: Tenant,
  to: Pick<OrderWebhookRow, 'id' | 'url' | 'events' | 'sealedAuthorisationHash'>,
): Promise<void> {
  await db.run(sql`
    update webhooks set url = ${to.url}, events = ${to.events},
      sealed_authorisation_hash = ${to.sealedAuthorisationHash}
    where account_id = ${tenant.accountId} and interface = 'v1' and environments = ${[tenant.environment]} and id = ${to.id}`);
}

export interface SentRow {
  readonly orderId: number;
  /** Our event type. */
  readonly type: string;
  /** The url of the first attempt; the webhook's url before that. */
  readonly url: string;
  /** The authorisation hash that was sent with it, sealed for the webhook. */
  readonly sealedHash: Buffer | null;
  readonly webhookId: string;
  readonly createdAt: Date;
}

/** One row for each delivery, also of deleted webhooks, newest first. Reads only the newest of each webhook. */
export function findSent(
  db: Db,
  tenant: Tenant,
  { since, atMost }: { readonly since: Date; readonly atMost: number },
): Promise<SentRow[]> {
  return db.rows<SentRow>(sql`
    with newest as materialized (
      select w.id as webhook_id, each.id, each.event_id, each.created_at, coalesce(each.sent_url, w.url) as url,
        case when each.sent_url is null then w.sealed_authorisation_hash else each.sealed_sent_hash end as sealed_hash
      from webhooks w cross join lateral (
        select d.id, d.event_id, d.created_at, d.sent_url, d.sealed_sent_hash
        from webhook_deliveries d
        where d.account_id = w.account_id and d.webhook_id = w.id and d.created_at >= ${since}
        order by d.created_at desc, d.id desc limit ${atMost}) each
      where w.account_id = ${tenant.accountId} and w.interface = 'v1' and w.environments = ${[tenant.environment]}
      order by each.created_at desc, each.id desc limit ${atMost}
    )
    select c.order_id as "orderId", order_event(e.type, e.detail) as type, n.url, n.sealed_hash as "sealedHash", n.webhook_id as "webhookId",
      n.created_at as "createdAt"
    from newest n
    join events e on e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.id = n.event_id
    join checks c on c.account_id = e.account_id and c.environment = e.environment and c.id = e.check_id
    order by n.created_at desc, n.id desc`);
}
