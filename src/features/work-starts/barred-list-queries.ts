// Reads the reports by which it is judged whether a barred list has an answer before somebody starts.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type ListReport, typesWithLists } from './barred-list-rules.ts';

interface ListReportRow extends ListReport {
  readonly checkId: string;
}

/** Of each of these checks its own, and those of later orders of the same person, the newest last. */
export async function findListReports(
  db: Db,
  tenant: Tenant,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ListReport[]>> {
  if (checkIds.length === 0) return new Map();
  const rows = await db.rows<ListReportRow>(sql`
    select c.id as "checkId", n.id = c.id as "isOwn", r.report_type_id as "reportTypeId", r.options, r.status, r.result
    from checks c
    join checks n on (n.account_id, n.environment, n.applicant_id) = (c.account_id, c.environment, c.applicant_id)
      and n.order_id >= c.order_id
    join reports r on (r.account_id, r.environment, r.check_id) = (n.account_id, n.environment, n.id)
      and r.report_type_id = any (${[...typesWithLists]}::integer[])
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.id = any (${checkIds}::uuid[])
    order by n.order_id, r.position`);
  return Map.groupBy(rows, ({ checkId }) => checkId);
}
