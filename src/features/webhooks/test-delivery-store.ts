// Rows of test deliveries: they have no event, are stored with their body, and get one manual attempt.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** False where the webhook was deleted meanwhile. */
export async function insertTestDelivery(
  db: Db,
  tenant: Tenant,
  { id, webhookId, body }: { readonly id: string; readonly webhookId: string; readonly body: Buffer },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into webhook_deliveries (account_id, environment, id, webhook_id, kind, manual, body)
    select w.account_id, ${tenant.environment}, ${id}::uuid, w.id, 'test', true, ${body}::bytea
    from webhooks w where w.account_id = ${tenant.accountId} and w.id = ${webhookId} and w.deleted_at is null
    for key share of w`);
  return inserted === 1;
}

export async function isFinished(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row<{ finished: boolean }>(sql`
    select status <> 'due' as finished from webhook_deliveries where account_id = ${tenant.accountId} and id = ${id}`);
  // A missing row was deleted with its webhook.
  return row?.finished ?? true;
}
