// Finds checks by the terms of interface v1: order number, client's key, order state.
import type { OrderScope, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { pageWithTotal } from '../../platform/db/page-query.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { type CheckRow, checkColumns, checksOf } from '../checks/check-queries.ts';
import { type OrderState, stateOfCheck } from './order-state-rules.ts';

export function findOrder(db: Db, scope: OrderScope, orderId: number): Promise<CheckRow | undefined> {
  return db.row<CheckRow>(sql`select ${checkColumns} ${checksOf(scope)} and c.order_id = ${orderId}`);
}

export function findOrderOfCheck(db: Db, scope: OrderScope, checkId: string): Promise<CheckRow | undefined> {
  return db.row<CheckRow>(sql`select ${checkColumns} ${checksOf(scope)} and c.id = ${checkId}`);
}

/** The newest with one of these report types, of nobody erased or restricted. @param userId who ordered it, if not anybody */
export function findLastOrder(
  db: Db,
  scope: OrderScope,
  typeIds: readonly number[],
  userId?: string,
): Promise<CheckRow | undefined> {
  return db.row<CheckRow>(sql`
    select ${checkColumns} ${checksOf(scope)} and a.sealed_key is not null and not ${isCheckRestricted}
      ${userId === undefined ? sql`` : sql`and c.ordered_by_user_id = ${userId}`}
      and exists (
        select from reports r
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
          and r.report_type_id = any (${typeIds}::integer[]))
    order by c.order_id desc limit 1`);
}

/** Locks the key: until the transaction ends, no other request submits an order with it. */
export async function holdUniqueKey(db: Db, tenant: Tenant, uniqueKey: string): Promise<void> {
  const name = `order ${tenant.accountId} ${tenant.environment} ${uniqueKey}`;
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The order with the key in the whole account, and whether the caller may see it. */
export function findOrderByUniqueKey(
  db: Db,
  scope: OrderScope,
  uniqueKey: string,
): Promise<{ readonly id: string; readonly body_mac: Buffer; readonly is_seen: boolean } | undefined> {
  return db.row(sql`
    select id, body_mac, coalesce(${isOfScope(scope, sql`subsidiary_id`)}, false) as is_seen
    from checks
    where account_id = ${scope.accountId} and environment = ${scope.environment} and unique_key = ${uniqueKey}`);
}

/** The SQL form of `orderStateOf`, of a check as its client may see it. */
const state = sql`coalesce(
  case when c.status in ('in_progress', 'complete') and ${isCheckRestricted} then ${stateOfCheck.on_hold} end,
  ${JSON.stringify(stateOfCheck)}::jsonb ->> c.status,
  'Completed - ' || (
    select case when bool_or(r.traffic_light = 'Red') then 'Red' when bool_or(r.traffic_light = 'Amber') then 'Amber'
      when bool_or(r.traffic_light = 'Green') then 'Green' end
    from reports r
    where r.account_id = c.account_id and r.environment = c.environment and r.check_id = c.id and r.status = 'complete'),
  'Withdrawn')`;

export interface OrderFilter {
  /** Undefined for all states. */
  readonly states?: readonly OrderState[] | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Newest first, with the exact total. */
export async function findOrders(
  db: Db,
  scope: OrderScope,
  filter: OrderFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ total: number; rows: CheckRow[] }> {
  const { states = null, createdFrom = null, createdBefore = null } = filter;
  const wanted = sql`${checksOf(scope)}
    and (${states}::text[] is null or ${state} = any (${states}::text[]))
    and (${createdFrom}::timestamptz is null or c.created_at >= ${createdFrom}::timestamptz)
    and (${createdBefore}::timestamptz is null or c.created_at < ${createdBefore}::timestamptz)`;
  return pageWithTotal<CheckRow>(db, {
    count: sql`select count(*) as total ${wanted}`,
    rows: sql`select ${checkColumns} ${wanted} order by c.order_id desc offset ${page.offset} limit ${page.limit}`,
  });
}
