// The attempts made at an endpoint, newest first, each with its notification.
import type { Tenant } from '../../context.ts';
import { itemsBefore, type Page } from '../../lib/pages.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { pageWithTotal } from '../../platform/db/page-query.ts';

/** Milliseconds of each part; null for what did not happen. */
interface AttemptTimes {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export interface ListedAttempt extends AttemptTimes {
  readonly deliveryId: string;
  /** null for a test. */
  readonly eventId: string | null;
  readonly eventType: string | null;
  readonly sequence: number | null;
  /** From 1, by notification. */
  readonly number: number;
  readonly manual: boolean;
  readonly startedAt: Date;
  readonly status: number | null;
  /** null when acknowledged. */
  readonly reason: string | null;
  /** At most 1 KB. */
  readonly answer: string | null;
  /** null unless this is the latest attempt and another one follows. */
  readonly nextAttemptAt: Date | null;
}

export const attemptOutcomes = ['acknowledged', 'failed'] as const;
export type AttemptOutcomeName = (typeof attemptOutcomes)[number];

const columns = rawSql(`a.delivery_id as "deliveryId", d.event_id as "eventId", e.type as "eventType", d.sequence,
  a.number, a.manual, a.started_at as "startedAt", a.dns_ms as "dnsMs", a.connect_ms as "connectMs", a.tls_ms as "tlsMs",
  a.first_byte_ms as "firstByteMs", a.total_ms as "totalMs", a.status, a.reason, a.answer,
  case when d.status = 'due' and a.number = d.attempts
    then greatest(d.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) end as "nextAttemptAt"`);
const notification = rawSql(`
  join webhook_deliveries d on d.account_id = a.account_id and d.id = a.delivery_id
  join webhook_health h on h.account_id = d.account_id and h.webhook_id = d.webhook_id
  left join events e on e.account_id = d.account_id and e.environment = d.environment and e.id = d.event_id`);

const ofEndpoint = (
  { accountId, environment }: Tenant,
  webhookId: string,
  outcome: AttemptOutcomeName | undefined,
): Sql =>
  sql`a.account_id = ${accountId} and a.webhook_id = ${webhookId} and a.environment = ${environment}
    ${rawSql(outcome === undefined ? '' : outcome === 'failed' ? 'and a.reason is not null' : 'and a.reason is null')}`;

/** Reads the count and the page's keys from an index only, and then the rows of the page. */
export async function findAttempts(
  db: Db,
  tenant: Tenant,
  { webhookId, outcome, page }: { webhookId: string; outcome: AttemptOutcomeName | undefined; page: Page },
): Promise<{ readonly total: number; readonly attempts: readonly ListedAttempt[] }> {
  const wanted = ofEndpoint(tenant, webhookId, outcome);
  const { total, rows } = await pageWithTotal<ListedAttempt>(db, {
    count: sql`select count(*) as total from webhook_attempts a where ${wanted}`,
    rows: sql`
    with page as materialized (
      select a.delivery_id, a.number, a.started_at from webhook_attempts a where ${wanted}
      order by a.started_at desc, a.delivery_id desc, a.number desc
      offset ${itemsBefore(page)} limit ${page.perPage}
    )
    select ${columns}
    from page p
    join webhook_attempts a on a.account_id = ${tenant.accountId} and a.delivery_id = p.delivery_id and a.number = p.number
    ${notification}
    order by p.started_at desc, p.delivery_id desc, p.number desc`,
  });
  return { total, attempts: rows };
}

/** Oldest first. */
export function findAttemptsOfDeliveries(db: Db, tenant: Tenant, ids: readonly string[]): Promise<ListedAttempt[]> {
  return db.rows<ListedAttempt>(sql`
    select ${columns} from webhook_attempts a ${notification}
    where a.account_id = ${tenant.accountId} and a.environment = ${tenant.environment}
      and a.delivery_id = any (${ids}::uuid[])
    order by a.started_at, a.number`);
}
