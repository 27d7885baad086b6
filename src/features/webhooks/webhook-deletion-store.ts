// Removes webhooks: at once where little was sent, else marked first and then in batches, so that no statement lasts long.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** Few enough to go with the request. */
const atOnce = 1000;

/** Returns how many deliveries went, with their attempts. */
function deleteDeliveries(db: Db, accountId: string, id: string, limit: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries where account_id = ${accountId} and id in (
      select id from webhook_deliveries where account_id = ${accountId} and webhook_id = ${id} limit ${limit})`);
}

async function deleteRow(db: Db, accountId: string, id: string): Promise<void> {
  await db.run(sql`delete from webhooks where account_id = ${accountId} and id = ${id}`);
}

/** Within the request's transaction, which holds up status changes of the account. */
export async function removeWebhook(db: Db, accountId: string, id: string): Promise<void> {
  if ((await deleteDeliveries(db, accountId, id, atOnce)) < atOnce) return deleteRow(db, accountId, id);
  return retireWebhook(db, accountId, id);
}

/** Its history stays (interface, Webhook history): it goes with its last delivery, which age removes. */
export async function retireWebhook(db: Db, accountId: string, id: string): Promise<void> {
  await db.run(sql`
    update webhooks set deleted_at = now(), enabled = false where account_id = ${accountId} and id = ${id}`);
}

/**
 * Frees the id of a v1 webhook, which the client may have chosen, however long that takes. One of the other environment stays
 * with its history: a test key must not reach what a live one did.
 */
export async function removeDeletedWebhook(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    delete from webhooks
    where account_id = ${tenant.accountId} and interface = 'v1' and environments = ${[tenant.environment]} and id = ${id}
      and deleted_at is not null`);
}

/**
 * Of all accounts: returns how many deliveries of deleted webhooks went, at most `limit`; a row goes after its last. Those of
 * interface v1 are its history, and stay until age removes them.
 */
export async function removeDeletedWebhooks(db: Db, limit: number): Promise<number> {
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
