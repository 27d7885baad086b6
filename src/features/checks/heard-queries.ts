// Whether a client has asked the candidate of a check before it decided.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export async function wasHeard(db: Db, tenant: Tenant, checkId: string): Promise<boolean> {
  const row = await db.row(sql`
    select h.id from hearings h
    where h.account_id = ${tenant.accountId} and h.environment = ${tenant.environment} and h.check_id = ${checkId}
    limit 1`);
  return row !== undefined;
}
