// Links between a check and the one by which it was ordered again.
import type { Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

export interface LinkedOrder {
  readonly id: string;
  readonly orderId: number;
  /** Its first report, and whether that is at the desk. */
  readonly reportId: string;
  readonly isRequested: boolean;
}

export interface OrderLinks {
  /** The order that this one repeats. */
  readonly of: LinkedOrder | null;
  /** The newest order that repeats this one. */
  readonly as: LinkedOrder | null;
}

/** @param which condition on the other order, as `o` */
const linked = (which: Sql) => sql`
  (select json_build_object('id', o.id, 'orderId', o.order_id, 'reportId', r.id, 'isRequested', r.requested_at is not null)
    from checks o
    join reports r on (r.account_id, r.environment, r.check_id) = (o.account_id, o.environment, o.id)
    where (o.account_id, o.environment) = (c.account_id, c.environment) and ${which}
    order by o.order_id desc, r.position limit 1)`;

export async function findOrderLinks(db: Db, tenant: Tenant, checkId: string): Promise<OrderLinks> {
  const row = await db.row<OrderLinks>(sql`
    select ${linked(sql`o.id = coalesce(c.replaces_check_id, c.renews_check_id)`)} as "of",
      ${linked(sql`(o.replaces_check_id = c.id or o.renews_check_id = c.id)`)} as "as"
    from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}`);
  return row ?? { of: null, as: null };
}

interface NewLink {
  readonly of: string;
  readonly as: string;
  /** The earlier order is complete and stays so; a closed one is replaced, at most once. */
  readonly isRenewal: boolean;
}

/** A part of a package that is ordered again is of that package still. */
export async function linkOrders(db: Db, tenant: Tenant, { of, as, isRenewal }: NewLink): Promise<void> {
  await db.run(sql`
    update checks set ${isRenewal ? sql`renews_check_id` : sql`replaces_check_id`} = ${of},
      package_id = coalesce(package_id, (
        select o.package_id from checks o
        where o.account_id = ${tenant.accountId} and o.environment = ${tenant.environment} and o.id = ${of}))
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${as}`);
}
