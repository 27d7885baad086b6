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
    select distinct on (a.key) a.key::text as email_key, c.order_id, c.created_at
    from applicants_by_key(${scope.accountId}, ${scope.environment}, ${emailKeys}::bigint[]) as a(key, id)
    join checks c on c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = a.id
    where c.created_at > now() - interval '90 days' and c.status not in ('withdrawn', 'cancelled')
      and (${scope.subsidiaryId}::uuid is null or c.subsidiary_id = ${scope.subsidiaryId}::uuid)
    order by a.key, c.order_id desc`);
}

/** The ids of the checks that a bulk order placed. */
export const checksOfBulkOrder = (tenant: Tenant, id: string): Sql => sql`
  select check_id from bulk_order_rows
  where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
    and check_id is not null`;
