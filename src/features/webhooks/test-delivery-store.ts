// Deliveries that test an endpoint: of no event, with their bytes from the start, sent once by hand.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export async function insertTestDelivery(
  db: Db,
  tenant: Tenant,
  { id, webhookId, body }: { readonly id: string; readonly webhookId: string; readonly body: Buffer },
): Promise<void> {
  await db.run(sql`
    insert into webhook_deliveries (account_id, environment, id, webhook_id, kind, manual, body)
    values (${tenant.accountId}, ${tenant.environment}, ${id}, ${webhookId}, 'test', true, ${body})`);
}

export async function isFinished(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row<{ finished: boolean }>(sql`
    select status <> 'due' as finished from webhook_deliveries where account_id = ${tenant.accountId} and id = ${id}`);
  // Deleted with its webhook, there is nothing to wait for.
  return row?.finished ?? true;
}
