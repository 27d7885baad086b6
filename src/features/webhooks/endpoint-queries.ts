// Reads what a call outside a delivery needs of a webhook, and the state of its endpoint.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { WebhookInterface } from './webhook.ts';
import type { SealedSigning } from './webhook-secrets.ts';

export interface Endpoint extends SealedSigning {
  readonly url: string;
  readonly enabled: boolean;
  readonly environments: readonly string[];
  readonly liveConfirmed: boolean;
  /** Failed attempts since the last acknowledged one. */
  readonly failures: number;
  readonly pausedUntil: Date | null;
}

export function findEndpoint(
  db: Db,
  tenant: Tenant,
  webhookId: string,
  of: WebhookInterface,
): Promise<Endpoint | undefined> {
  return db.row<Endpoint>(sql`
    select w.id as "webhookId", w.interface, w.url, w.enabled, w.environments, w.live_confirmed as "liveConfirmed",
      w.sealed_secret as "sealedSecret", w.sealed_previous_secret as "sealedPreviousSecret",
      w.previous_secret_until as "previousSecretUntil", w.sealed_authorisation_hash as "sealedAuthorisationHash",
      h.consecutive_failures as failures, plausible_pause(h.open_until) as "pausedUntil"
    from webhooks w join webhook_health h on h.account_id = w.account_id and h.webhook_id = w.id
    where w.account_id = ${tenant.accountId} and w.id = ${webhookId} and w.interface = ${of}
      and (w.interface = 'v2' or ${tenant.environment} = any (w.environments)) and w.deleted_at is null`);
}

export interface EndpointState {
  readonly webhookId: string;
  /** When the first attempt since the last acknowledged one started; null where that was the last. */
  readonly failingSince: Date | null;
  /** In the future; null while the breaker is closed or may be probed. */
  readonly pausedUntil: Date | null;
}

/** Skips ids that are not webhooks of the account. */
export function findEndpointStates(db: Db, accountId: string, webhookIds: readonly string[]): Promise<EndpointState[]> {
  return db.rows<EndpointState>(sql`
    select h.webhook_id as "webhookId", h.failing_since as "failingSince",
      case when plausible_pause(h.open_until) > now() then h.open_until end as "pausedUntil"
    from webhook_health h where h.account_id = ${accountId} and h.webhook_id = any (${webhookIds}::uuid[])`);
}
