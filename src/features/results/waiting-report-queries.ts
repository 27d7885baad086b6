// Reads for whom the reports of a check wait.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';

/** By the ids of those that wait for somebody. */
export async function findWaitingReports(
  db: Db,
  tenant: Tenant,
  checkId: string,
): Promise<ReadonlyMap<string, WaitingFor>> {
  const rows = await db.rows<{ readonly id: string; readonly waiting_for: WaitingFor }>(sql`
    select id, waiting_for from reports
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and waiting_for is not null
    order by position`);
  return new Map(rows.map((row) => [row.id, row.waiting_for]));
}
