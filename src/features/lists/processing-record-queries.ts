// What of an account was done with personal data since a day: which reports were ordered, and who outside was asked.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { DataRole, Safeguard } from '../../messages/en-suppliers.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export async function findOrderedTypes(db: Db, tenant: Tenant, since: Date): Promise<number[]> {
  const rows = await db.rows<{ report_type_id: number }>(sql`
    select distinct report_type_id from reports
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and created_at >= ${since}`);
  return rows.map(({ report_type_id: id }) => id);
}

export interface AskedSupplier {
  readonly name: string;
  readonly data_role: DataRole;
  /** Where it is established, by three letters. */
  readonly country: string;
  readonly safeguard: Safeguard;
  /** Null without a signed agreement. */
  readonly agreement_until: IsoDate | null;
  readonly report_type_ids: readonly number[];
  readonly last_on: IsoDate;
}

/** As the register describes them now, by name. */
export const findAskedSuppliers = (db: Db, tenant: Tenant, since: Date): Promise<AskedSupplier[]> =>
  db.rows<AskedSupplier>(sql`
    select v.name, v.data_role, v.country, v.safeguard, v.agreement_until, q.report_type_ids, q.last_on
    from (
      select s.supplier_id, max(s.sent_on) as last_on, array_agg(distinct r.report_type_id) as report_type_ids
      from supplier_requests s
      join reports r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.report_id)
      where s.account_id = ${tenant.accountId} and s.environment = ${tenant.environment} and s.sent_at >= ${since}
      group by s.supplier_id
    ) q
    cross join lateral (
      select * from supplier_versions w where w.id = q.supplier_id order by w.version desc limit 1
    ) v
    order by v.name`);

export interface AskedProvider {
  readonly provider: string;
  readonly report_type_ids: readonly number[];
}

export const findAskedProviders = (db: Db, tenant: Tenant, since: Date): Promise<AskedProvider[]> =>
  db.rows<AskedProvider>(sql`
    select p.provider, array_agg(distinct r.report_type_id) as report_type_ids
    from provider_requests p
    join reports r on (r.account_id, r.environment, r.id) = (p.account_id, p.environment, p.report_id)
    where p.account_id = ${tenant.accountId} and p.environment = ${tenant.environment} and p.began_at >= ${since}
    group by p.provider order by p.provider`);
