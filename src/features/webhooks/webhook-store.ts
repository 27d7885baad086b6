// Rows of v2 webhooks. They belong to the account, so keys of either environment see them.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { WebhookInterface } from './webhook.ts';
import type { WebhookSettings } from './webhook-rules.ts';

export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly environments: readonly ('live' | 'test')[];
  readonly liveConfirmed: boolean;
  readonly events: readonly string[] | null;
  readonly ordered: boolean;
  readonly maxPerSecond: number | null;
  readonly sealedSecret: Buffer;
  /** When the overlap of the last rotation ends; null before the first. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
}

export type StoredSettings = Omit<WebhookSettings, 'environments'> & Pick<WebhookRow, 'environments'>;

export interface NewWebhookRow extends StoredSettings {
  readonly accountId: string;
  readonly id: string;
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
}

const columns = sql`id, url, enabled, environments, live_confirmed as "liveConfirmed", events,
  ordered, max_per_second as "maxPerSecond", sealed_secret as "sealedSecret", previous_secret_until as "previousSecretUntil",
  created_at as "createdAt"`;

/** Until the transaction ends no other one can register, change or delete a webhook of the account, so that urls stay unique. */
export async function lockWebhooks(db: Db, accountId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${accountId}::text, 0))`);
}

export async function insertWebhook(db: Db, row: NewWebhookRow): Promise<void> {
  await db.run(sql`
    insert into webhooks (account_id, id, interface, url, enabled, environments, live_confirmed, events,
      ordered, max_per_second, sealed_secret, created_at)
    values (${row.accountId}, ${row.id}, 'v2', ${row.url}, ${row.enabled}, ${row.environments}, ${row.liveConfirmed},
      ${row.events}, ${row.ordered}, ${row.maxPerSecond}, ${row.sealedSecret}, ${row.createdAt})`);
}

export function findWebhooks(db: Db, accountId: string): Promise<WebhookRow[]> {
  return db.rows<WebhookRow>(sql`
    select ${columns} from webhooks where account_id = ${accountId} and interface = 'v2' and deleted_at is null
    order by created_at desc, id desc`);
}

export function findWebhook(db: Db, accountId: string, id: string): Promise<WebhookRow | undefined> {
  return db.row<WebhookRow>(sql`
    select ${columns} from webhooks
    where account_id = ${accountId} and id = ${id} and interface = 'v2' and deleted_at is null`);
}

/** Of either interface. A v1 webhook belongs to one environment and is not found from the other. */
export function findWebhookOf(
  db: Db,
  tenant: Tenant,
  id: string,
  of: WebhookInterface,
): Promise<WebhookRow | undefined> {
  return db.row<WebhookRow>(sql`
    select ${columns} from webhooks
    where account_id = ${tenant.accountId} and id = ${id} and interface = ${of}
      and (interface = 'v2' or ${tenant.environment} = any (environments)) and deleted_at is null`);
}

export async function updateWebhookRow(db: Db, accountId: string, id: string, to: StoredSettings): Promise<void> {
  await db.run(sql`
    update webhooks set url = ${to.url}, enabled = ${to.enabled}, environments = ${to.environments},
      live_confirmed = ${to.liveConfirmed}, events = ${to.events}, ordered = ${to.ordered},
      max_per_second = ${to.maxPerSecond}
    where account_id = ${accountId} and id = ${id}`);
}

/** The present secret becomes the previous one; it need not be sealed again, because both have the same purpose. */
export async function replaceSecret(
  db: Db,
  accountId: string,
  id: string,
  to: { readonly sealedSecret: Buffer; readonly previousUntil: Date },
): Promise<void> {
  await db.run(sql`
    update webhooks set sealed_previous_secret = sealed_secret, previous_secret_until = ${to.previousUntil},
      sealed_secret = ${to.sealedSecret}
    where account_id = ${accountId} and id = ${id}`);
}
