// Finds the orders of a spreadsheet, and those that its people have already.
import type { OrderScope, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { CheckState } from '../checks/check-states.ts';

export interface RecentOrder {
  /** Blind key of the email address. */
  readonly email_key: string;
  readonly order_id: number;
  readonly created_at: Date;
}

/** Who orders somebody again so soon may not know of the earlier order. */
const recently = sql`c.created_at > now() - interval '90 days' and c.status not in ('withdrawn', 'cancelled')`;

const isInScope = (scope: OrderScope): Sql => sql`
  c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
  and (${scope.subsidiaryId}::uuid is null or c.subsidiary_id = ${scope.subsidiaryId}::uuid)`;

/** The newest order of each email address within 90 days, unless it was withdrawn or cancelled. */
export function findRecentOrders(db: Db, scope: OrderScope, emailKeys: readonly string[]): Promise<RecentOrder[]> {
  return db.rows<RecentOrder>(sql`
    select distinct on (a.key) a.key::text as email_key, c.order_id, c.created_at
    from applicants_by_key(${scope.accountId}, ${scope.environment}, ${emailKeys}::bigint[]) as a(key, id)
    join checks c on ${isInScope(scope)} and c.applicant_id = a.id
    where ${recently}
    order by a.key, c.order_id desc`);
}

export interface OrderOfPerson {
  readonly id: string;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly status: CheckState;
  readonly created_at: Date;
  readonly is_restricted: boolean;
}

/**
 * A page of the recent orders of those who have the email key, or all name keys, the newest first. @param but the unique key of an
 * order that is left out @param before the number of the last order of the page before
 */
export function findOrdersOfPerson(
  db: Db,
  scope: OrderScope,
  keys: { readonly email: readonly string[]; readonly name: readonly string[]; readonly but: string | null },
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<OrderOfPerson[]> {
  return db.rows<OrderOfPerson>(sql`
    with alike as (
      select id from applicants_by_key(${scope.accountId}, ${scope.environment}, ${keys.email}::bigint[])
      union
      select named from applicants_with_keys(${scope.accountId}, ${scope.environment}, ${keys.name}::bigint[]) as named
      where cardinality(${keys.name}::bigint[]) > 0
    )
    select c.id, c.order_id, c.applicant_id, c.status, c.created_at, ${isCheckRestricted} as is_restricted
    from alike join checks c on ${isInScope(scope)} and c.applicant_id = alike.id
    where ${recently} and (${keys.but}::uuid is null or c.unique_key is distinct from ${keys.but}::uuid)
      and (${before}::integer is null or c.order_id < ${before}::integer)
    order by c.order_id desc limit ${limit}`);
}

/** The ids of the checks that a bulk order placed. */
export const checksOfBulkOrder = (tenant: Tenant, id: string): Sql => sql`
  select check_id from bulk_order_rows
  where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
    and check_id is not null`;
