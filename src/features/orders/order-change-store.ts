// Rows of what of an order was changed after it was placed: only ever inserted; and the keys by which the order is found.
import type { Actor, Tenant } from '../../context.ts';
import type { OrderChangeReason } from '../../messages/en-order-changes.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface OrderChangeRow {
  readonly id: string;
  readonly sealed_change: Buffer;
  readonly reason: OrderChangeReason;
  readonly author: Actor;
  readonly changed_at: Date;
}

export async function insertOrderChange(db: Db, tenant: Tenant, checkId: string, row: OrderChangeRow): Promise<void> {
  await db.run(sql`
    insert into order_changes (account_id, environment, check_id, id, sealed_change, reason, author, changed_at)
    values (${tenant.accountId}, ${tenant.environment}, ${checkId}, ${row.id}, ${row.sealed_change}, ${row.reason},
      ${row.author}, ${row.changed_at})`);
}

/** The newest first. */
export function findOrderChanges(db: Db, tenant: Tenant, checkId: string): Promise<OrderChangeRow[]> {
  return db.rows<OrderChangeRow>(sql`
    select id, sealed_change, reason, author, changed_at from order_changes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by changed_at desc, id desc`);
}

/** Whether something of the order stands on an invoice. */
export async function isOnInvoice(db: Db, tenant: Tenant, checkId: string): Promise<boolean> {
  const found = await db.row(sql`
    select c.kind from charges c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.invoice_id is not null
      and (c.check_id = ${checkId} or c.about_id in (
        select r.id from reports r
        where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}))
    limit 1`);
  return found !== undefined;
}

/** Other keys, of certificates and referees, stay. */
export async function replaceReferenceKeys(
  db: Db,
  tenant: Tenant,
  checkId: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> {
  await db.run(sql`
    update checks set reference_keys = (
      select array_agg(distinct k) from (
        (select unnest(reference_keys) as k except select unnest(${before}::bigint[])) union select unnest(${after}::bigint[])
      ) keys)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}`);
}
