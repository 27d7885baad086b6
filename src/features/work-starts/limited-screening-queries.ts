// When somebody was asked about a candidate, as limited screening counts it.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** When an employer was first asked for a reference; null if none was. */
export async function findAskedAt(db: Db, tenant: Tenant, checkId: string): Promise<Date | null> {
  const row = await db.row<{ readonly asked_at: Date | null }>(sql`
    select min(coalesce(mailed_at, requested_at)) as asked_at from report_references
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and status <> 'withdrawn'`);
  return row?.asked_at ?? null;
}
