// Reads which reports of a check a source, a referee or a supplier has answered.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
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
        ) or exists (
          select 1 from reference_uses u
          where (u.account_id, u.environment, u.report_id) = (r.account_id, r.environment, r.id)
        ) or exists (
          select 1 from supplier_requests q
          where (q.account_id, q.environment, q.report_id) = (r.account_id, r.environment, r.id)
            and q.status = 'answered'
        )
      )`);
  return new Set(rows.map(({ id }) => id));
}

export interface SupplierAnswer {
  readonly report_id: string;
  readonly supplier: string;
  readonly received_on: IsoDate;
}

/** Which suppliers answered for a check, and when; what they cost is not for its readers. */
export function findSupplierAnswers(db: Db, tenant: Tenant, checkId: string): Promise<SupplierAnswer[]> {
  return db.rows<SupplierAnswer>(sql`
    select q.report_id, v.name as supplier, q.received_on
    from supplier_requests q join supplier_versions v on (v.id, v.version) = (q.supplier_id, q.supplier_version)
    where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment} and q.check_id = ${checkId}
      and q.status = 'answered'
    order by q.received_on, q.id`);
}
