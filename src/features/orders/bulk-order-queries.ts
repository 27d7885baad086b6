// Finds the orders of a spreadsheet, and those that its people have already.
import type { OrderScope, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

export interface RecentOrder {
  /** Blind key of the email address. */
  readonly email_key: string;
  readonly order_id: number;
  readonly created_at: Date;
}

/** The newest order of each email address within 90 days, unless it was withdrawn or cancelled. */
export function findRecentOrders(db: Db, scope: OrderScope, emailKeys: readonly string[]): Promise<RecentOrder[]> {
  return db.rows<RecentOrder>(sql`
    select distinct on (k.email_key) k.email_key::text, c.order_id, c.created_at
    from unnest(${emailKeys}::bigint[]) as k(email_key)
    cross join lateral applicants_with_keys(${scope.accountId}, ${scope.environment}, array[k.email_key]) as a(id)
    join checks c on c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = a.id
    where c.created_at > now() - interval '90 days' and c.status not in ('withdrawn', 'cancelled')
      and (${scope.subsidiaryId}::uuid is null or c.subsidiary_id = ${scope.subsidiaryId}::uuid)
    order by k.email_key, c.order_id desc`);
}

/** The ids of the checks that a bulk order placed. */
export const checksOfBulkOrder = (tenant: Tenant, id: string): Sql => sql`
  select check_id from bulk_order_rows
  where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
    and check_id is not null`;
