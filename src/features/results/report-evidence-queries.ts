// Reads which reports of a check a source or a referee has answered.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { answeredOutcomes } from '../reports/source-answer-rules.ts';

export async function findAnsweredReports(db: Db, tenant: Tenant, checkId: string): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ readonly id: string }>(sql`
    select id from reports r
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and (
        exists (
          select 1 from provider_exchanges x
          where (x.account_id, x.environment, x.report_id) = (r.account_id, r.environment, r.id)
            and x.outcome = any(${[...answeredOutcomes]})
        ) or exists (
          select 1 from report_references f
          where (f.account_id, f.environment, f.report_id) = (r.account_id, r.environment, r.id)
            and f.status = 'answered'
        )
      )`);
  return new Set(rows.map(({ id }) => id));
}
