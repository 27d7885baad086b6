// Deletes webhooks: at once if they have few deliveries, otherwise marked first and then in batches, so that no statement takes long.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** Few enough to delete within the request. */
const atOnce = 1000;

/** Deletes deliveries with their attempts, and returns how many. */
function deleteDeliveries(db: Db, accountId: string, id: string, limit: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries where account_id = ${accountId} and id in (
      select id from webhook_deliveries where account_id = ${accountId} and webhook_id = ${id} limit ${limit})`);
}

async function deleteRow(db: Db, accountId: string, id: string): Promise<void> {
  await db.run(sql`delete from webhooks where account_id = ${accountId} and id = ${id}`);
}

/** Must be quick: the request's transaction blocks status changes of the account. */
export async function removeWebhook(db: Db, accountId: string, id: string): Promise<void> {
  if ((await deleteDeliveries(db, accountId, id, atOnce)) < atOnce) return deleteRow(db, accountId, id);
  return markWebhookDeleted(db, accountId, id);
}

/** Keeps the history (interface, Webhook history): the row is deleted after its last delivery, which is pruned by age. */
export async function markWebhookDeleted(db: Db, accountId: string, id: string): Promise<void> {
  await db.run(sql`
    update webhooks set deleted_at = now(), enabled = false where account_id = ${accountId} and id = ${id}`);
}

/** As `markWebhookDeleted`, every webhook of the account, of both interfaces. Returns their ids. */
export async function markWebhooksDeleted(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    update webhooks set deleted_at = now(), enabled = false where account_id = ${accountId} and deleted_at is null
    returning id`);
  return rows.map(({ id }) => id);
}

/**
 * Frees the id of a deleted v1 webhook, which the client may have chosen, however long that takes. A webhook of the other
 * environment stays with its history, because a test key must not affect live data.
 */
export async function purgeDeletedWebhook(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    delete from webhooks
    where account_id = ${tenant.accountId} and interface = 'v1' and environments = ${[tenant.environment]} and id = ${id}
      and deleted_at is not null`);
}

/**
 * In all accounts: deletes at most `limit` deliveries of deleted webhooks, and returns how many; a webhook's row is deleted
 * after its last delivery. Deliveries of interface v1 are its history and are pruned by age only.
 */
export async function purgeDeletedWebhooks(db: Db, limit: number): Promise<number> {
  let removed = 0;
  const deleted = await db.rows<{ accountId: string; id: string }>(sql`
    select w.account_id as "accountId", w.id from webhooks w
    where w.deleted_at is not null and (w.interface = 'v2' or not exists (
      select from webhook_deliveries d where d.account_id = w.account_id and d.webhook_id = w.id))
    order by w.account_id, w.id`);
  for (const { accountId, id } of deleted) {
    removed += await deleteDeliveries(db, accountId, id, limit - removed);
    if (removed >= limit) return removed;
    await deleteRow(db, accountId, id);
  }
  return removed;
}
