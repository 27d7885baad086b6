// Finds applicants who may be the same person.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface AlikeRow {
  readonly id: string;
  /** With the first report of each, the newest first. */
  readonly has_earlier_case: boolean;
  readonly orders: readonly { readonly order_id: number; readonly report_id: string }[];
}

/** Those with one of the email keys first, then those with all name keys. */
export function findAlike(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  keys: { readonly email: readonly string[]; readonly name: readonly string[] },
  limit: number,
): Promise<AlikeRow[]> {
  return db.rows<AlikeRow>(sql`
    with alike as (
      select id, 0 as turn from applicants_by_key(${tenant.accountId}, ${tenant.environment}, ${keys.email}::bigint[])
      union all
      select named, 1 from applicants_with_keys(${tenant.accountId}, ${tenant.environment}, ${keys.name}::bigint[]) as named
      where cardinality(${keys.name}::bigint[]) > 0
    )
    select a.id, coalesce(o.orders, '[]') as orders, exists (
      select from earlier_cases e where (e.account_id, e.environment, e.applicant_id) = (a.account_id, a.environment, a.id)
    ) as has_earlier_case
    from applicants a cross join lateral (
      select json_agg(json_build_object('order_id', c.order_id, 'report_id', (
        select r.id from reports r
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
        order by r.position limit 1
      )) order by c.order_id desc) as orders
      from checks c where (c.account_id, c.environment, c.applicant_id) = (a.account_id, a.environment, a.id)
    ) o
    where a.account_id = ${tenant.accountId} and a.environment = ${tenant.environment} and a.id <> ${applicantId}
      and a.sealed_key is not null and a.id in (select id from alike)
    order by (select min(turn) from alike where alike.id = a.id), a.id desc limit ${limit}`);
}
