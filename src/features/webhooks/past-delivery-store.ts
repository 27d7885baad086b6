// Rows of deliveries whose attempts are made up, for the history of a demo: written at once, with times that are past.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { EndReason } from './delivery-schedule.ts';
import type { AttemptRow } from './delivery-store.ts';
import type { NotifiedEvent } from './notification-format.ts';
import type { WebhookInterface } from './webhook.ts';

export interface UntriedDelivery extends NotifiedEvent {
  readonly id: string;
  readonly webhookId: string;
  readonly interface: WebhookInterface;
  readonly url: string;
}

/** In the order of their events. */
export function findUntried(db: Db, tenant: Tenant, webhookIds: readonly string[]): Promise<UntriedDelivery[]> {
  return db.rows<UntriedDelivery>(sql`
    select d.id, d.webhook_id as "webhookId", w.interface, w.url, d.environment, e.resource_type as "resourceType",
      case w.interface when 'v1' then order_event(e.type, e.detail) else e.type end as type,
      e.resource_id as "resourceId", e.applicant_id as "applicantId", e.check_id as "checkId", c.order_id as "orderId",
      e.status, e.occurred_at as "occurredAt"
    from webhook_deliveries d
    join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
    join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id
    left join checks c on c.account_id = e.account_id and c.environment = e.environment and c.id = e.check_id
    where d.account_id = ${tenant.accountId} and d.environment = ${tenant.environment} and d.webhook_id = any (${webhookIds}::uuid[])
      and d.status = 'due' and d.attempts = 0
    order by d.id`);
}

export interface PastDelivery {
  readonly delivery: UntriedDelivery;
  readonly body: Buffer;
  readonly status: 'due' | 'delivered' | 'exhausted';
  readonly reason: EndReason | null;
  /** Of the next attempt, where one follows. */
  readonly dueAt: Date | null;
  readonly attempts: readonly AttemptRow[];
}

/** @param past of one webhook, in their order */
export async function insertPast(
  db: Db,
  tenant: Tenant,
  webhookId: string,
  past: readonly PastDelivery[],
): Promise<void> {
  const rows = past.map(({ delivery, body, status, reason, dueAt, attempts }, index) => ({
    ...{ id: delivery.id, nth: index + 1, body: body.toString('utf8'), status, reason, dueAt, attempts },
    createdAt: delivery.occurredAt,
    sentUrl: delivery.interface === 'v1' ? delivery.url : null,
    startedAt: attempts[0]!.startedAt,
    endedAt: attempts.at(-1)!.startedAt,
  }));
  await db.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, nth integer, body text, status text,
        reason text, "dueAt" timestamptz, "createdAt" timestamptz, "sentUrl" text, "startedAt" timestamptz,
        "endedAt" timestamptz, attempts jsonb)
    ), numbered as (
      update webhook_health h set last_sequence = h.last_sequence + (select count(*) from given)
      where h.account_id = ${tenant.accountId} and h.webhook_id = ${webhookId}
      returning old.last_sequence
    ), changed as (
      update webhook_deliveries d
      set status = g.status, reason = g.reason, attempts = jsonb_array_length(g.attempts), body = convert_to(g.body, 'UTF8'),
        created_at = g."createdAt", due_at = coalesce(g."dueAt", g."createdAt"), first_attempt_at = g."startedAt",
        finished_at = case when g.status <> 'due' then g."endedAt" end, sent_url = g."sentUrl",
        sequence = n.last_sequence + g.nth
      from given g, numbered n
      where d.account_id = ${tenant.accountId} and d.environment = ${tenant.environment} and d.webhook_id = ${webhookId} and d.id = g.id
      returning d.id
    )
    insert into webhook_attempts (account_id, environment, webhook_id, delivery_id, number, started_at, dns_ms, connect_ms,
      tls_ms, first_byte_ms, total_ms, status, reason, answer)
    select ${tenant.accountId}, ${tenant.environment}, ${webhookId}, g.id, a.number, a."startedAt", a."dnsMs", a."connectMs", a."tlsMs",
      a."firstByteMs", a."totalMs", a.status, a.reason, a.answer
    from given g join changed c on c.id = g.id
    cross join rows from (jsonb_to_recordset(g.attempts) as ("startedAt" timestamptz, "dnsMs" integer, "connectMs" integer,
      "tlsMs" integer, "firstByteMs" integer, "totalMs" integer, status smallint, reason text, answer text)) with ordinality
      as a("startedAt", "dnsMs", "connectMs", "tlsMs", "firstByteMs", "totalMs", status, reason, answer, number)`);
}
