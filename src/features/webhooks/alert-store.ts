// Finds endpoints that fail or get their notifications late and need an alert, and records which alerts were sent.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isNextOfCheck } from './delivery-store.ts';

export interface FailingEndpoint extends Tenant {
  readonly webhookId: string;
  readonly interface: 'v1' | 'v2';
  readonly url: string;
  /** Failed attempts since the last acknowledged one. */
  readonly failures: number;
  /** null where the endpoint does not fail now, but notifications were given up. */
  readonly failingSince: Date | null;
  /** How many notifications were given up since the last alert, at most a day ago. */
  readonly lost: number;
  /** When the oldest notification was due that waits although nothing delays it; null where none waits for long. */
  readonly waitingSince: Date | null;
}

/** An endpoint fails if so many attempts failed in a row over so long: a restart of the receiver is shorter. */
export const failuresAtLeast = 3;
const failingAtLeast = sql`interval '5 minutes'`;
const waitingAtLeast = sql`interval '5 minutes'`;
const betweenAlerts = sql`interval '1 hour'`;

/** In all accounts. Webhooks that their owner has disabled, and environments that a webhook does not have, need no alert. */
export function findFailingEndpoints(db: Db): Promise<FailingEndpoint[]> {
  return db.rows<FailingEndpoint>(sql`
    select w.account_id as "accountId", named.environment, w.id as "webhookId", w.interface, w.url,
      h.consecutive_failures as failures, failing.since as "failingSince", given_up.count as lost,
      waiting.since as "waitingSince"
    from webhooks w
    join webhook_health h on h.account_id = w.account_id and h.webhook_id = w.id
    cross join lateral unnest(w.environments) named (environment)
    left join webhook_alerts alert on alert.account_id = w.account_id and alert.webhook_id = w.id
      and alert.environment = named.environment
    left join lateral (
      -- To the millisecond, because it is compared with a value that went through JavaScript.
      select date_trunc('milliseconds', h.failing_since) as since
      where h.consecutive_failures >= ${failuresAtLeast} and h.failing_since < now() - ${failingAtLeast}
        and exists (
          select from webhook_attempts a
          where a.account_id = w.account_id and a.webhook_id = w.id and a.environment = named.environment
            and a.started_at >= h.failing_since and a.reason is not null)) failing on true
    cross join lateral (
      select count(*) as count from webhook_deliveries d
      where d.account_id = w.account_id and d.webhook_id = w.id and d.environment = named.environment
        and d.status = 'exhausted' and d.kind = 'event'
        and d.reason in ('attempts_used', 'window_over', 'resend_failed')
        and d.finished_at > greatest(alert.sent_at, now() - interval '1 day')) given_up
    left join lateral (
      -- Waiting for the rate limit or for a worker. While the breaker is open the failure itself is the alert.
      select d.due_at as since from webhook_deliveries d
      where d.account_id = w.account_id and d.webhook_id = w.id and d.environment = named.environment
        and d.status = 'due' and d.due_at < now() - ${waitingAtLeast} and h.open_until is null and ${isNextOfCheck}
      order by d.due_at limit 1) waiting on true
    where w.enabled and (alert.sent_at is null or alert.sent_at < now() - ${betweenAlerts})
      and (given_up.count > 0 or waiting.since is not null or (failing.since is not null and failing.since is distinct from alert.failing_since))
    order by w.account_id, w.id`);
}

/** Returns whether this process is to send the alert; false if another one has sent it meanwhile. */
export async function recordAlert(db: Db, { accountId, environment, webhookId, failingSince }: FailingEndpoint) {
  const noted = await db.run(sql`
    insert into webhook_alerts as alert (account_id, environment, webhook_id, sent_at, failing_since)
    select ${accountId}, ${environment}, ${webhookId}, now(), ${failingSince}
    where exists (select from webhooks where account_id = ${accountId} and id = ${webhookId} and deleted_at is null)
    on conflict (account_id, environment, webhook_id) do update
    set sent_at = excluded.sent_at, failing_since = coalesce(excluded.failing_since, alert.failing_since)
    where alert.sent_at < now() - ${betweenAlerts}`);
  return noted === 1;
}
