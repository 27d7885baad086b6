// Rows of the purchase orders that clients agreed to, what is charged for the orders of each, and the orders without one.

import type { OrderScope, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { endOfMonth } from '../lists/charge-queries.ts';
import { chargedAmount, chargedFee, laterPrice, startOfMonth } from '../reports/charged-amount-queries.ts';
import type { PurchaseOrder } from './purchase-order-rules.ts';

/** Of an order `c`: what was charged or credited since counts with it, also in a later month. @param month `yyyy-mm` */
const isPlacedIn = (month: string) =>
  sql`c.created_at >= ${startOfMonth(sql`${month}::text`)} and c.created_at < ${endOfMonth(month)}`;

/** By number. @param month of which is said what was ordered against each, `yyyy-mm` */
export function findPurchaseOrders(db: Db, accountId: string, month: string): Promise<PurchaseOrder[]> {
  return db.rows<PurchaseOrder>(sql`
    select w.id, w.number, w.name, w.valid_from::text, w.valid_until::text, w.limit_pence::bigint,
      (coalesce(u.pence, 0) + coalesce(d.pence, 0))::bigint as used_pence,
      coalesce(u.month_orders, 0)::integer as month_orders,
      (coalesce(u.month_pence, 0) + coalesce(d.month_pence, 0))::bigint as month_pence
    from purchase_orders w
    left join lateral (
      select sum(${chargedAmount} + ${chargedFee}) as pence,
        sum(${chargedAmount} + ${chargedFee}) filter (where ${isPlacedIn(month)}) as month_pence,
        count(distinct c.id) filter (where ${isPlacedIn(month)}) as month_orders
      from checks c
      join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      join charges l on (l.account_id, l.environment, l.about_id) = (r.account_id, r.environment, r.id)
        and l.kind <> 'price' ${laterPrice}
      where c.account_id = ${accountId} and c.environment = 'live' and c.purchase_order_key = w.number_key
    ) u on true
    left join lateral (
      select sum(l.amount_pence + l.fee_pence) as pence,
        sum(l.amount_pence + l.fee_pence) filter (where ${isPlacedIn(month)}) as month_pence
      from charges l
      join checks c on (c.account_id, c.environment, c.id) = (l.account_id, l.environment, l.check_id)
      where l.account_id = ${accountId} and l.environment = 'live' and l.check_id is not null
        and c.purchase_order_key = w.number_key
    ) d on true
    where w.account_id = ${accountId}
    order by lower(w.number), w.id`);
}

export interface KeptPurchaseOrder extends Omit<PurchaseOrder, 'used_pence' | 'month_orders' | 'month_pence'> {
  readonly key: string;
  readonly at: Date;
}

/** Adds one, or replaces what is agreed about it. False if another one has its number. */
export async function storePurchaseOrder(db: Db, accountId: string, one: KeptPurchaseOrder): Promise<boolean> {
  const changed = await db.run(sql`
    insert into purchase_orders (account_id, id, number, number_key, name, valid_from, valid_until, limit_pence, created_at)
    select ${accountId}, ${one.id}, ${one.number}, ${one.key}::bigint, ${one.name}, ${one.valid_from}::date,
      ${one.valid_until}::date, ${one.limit_pence}::bigint, ${one.at}::timestamptz
    where not exists (
      select from purchase_orders o where o.account_id = ${accountId} and o.number_key = ${one.key}::bigint and o.id <> ${one.id})
    on conflict (account_id, id) do update set number = excluded.number, number_key = excluded.number_key,
      name = excluded.name, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      limit_pence = excluded.limit_pence`);
  return changed > 0;
}

export interface OrderWithoutNumber {
  readonly id: string;
  readonly order_id: number;
  readonly created_at: Date;
  readonly subsidiary: string | null;
}

/** Live orders whose charges are on no invoice yet, the oldest first; not those of erased people, which take none any more. */
export function findOrdersWithout(db: Db, caller: OrderScope & Tenant, limit: number): Promise<OrderWithoutNumber[]> {
  return db.rows<OrderWithoutNumber>(sql`
    select c.id, c.order_id, c.created_at, s.name as subsidiary
    from checks c
    join applicants n on (n.account_id, n.environment, n.id) = (c.account_id, c.environment, c.applicant_id)
      and n.erased_at is null
    left join subsidiaries s on (s.account_id, s.id) = (c.account_id, c.subsidiary_id)
    where c.account_id = ${caller.accountId} and c.environment = ${caller.environment} and c.purchase_order_key is null
      and ${isOfScope(caller, sql`c.subsidiary_id`)} and exists (
        select from reports r
        join charges l on (l.account_id, l.environment, l.about_id) = (r.account_id, r.environment, r.id) and l.kind = 'order'
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) and l.invoice_id is null
          and not l.billed_elsewhere and not exists (
            select from charges k where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id)
              and k.kind = 'credit'))
    order by c.order_id limit ${limit}`);
}
