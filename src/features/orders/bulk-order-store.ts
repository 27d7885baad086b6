// Bulk orders: spreadsheets of candidates, each of whom gets an order.
import type { Actor, OrderScope, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { coverOf } from '../accounts/cover-queries.ts';

/** A report type that is ordered. */
export interface BulkItem {
  readonly report_type_id: number;
  readonly quantity: number;
}

export interface NewBulkOrder extends Tenant {
  readonly id: string;
  /** The user of the client who orders; null for cases that are brought in. */
  readonly userId: string | null;
  readonly broughtInBy: Actor | null;
  readonly items: readonly BulkItem[];
  readonly unreadColumns: readonly string[];
  readonly uploadedAt: Date;
  /** As `Sheet`, encrypted; null where there is none to change. */
  readonly sealedSheet: Buffer | null;
  readonly isRenewal: boolean;
  readonly rows: readonly {
    readonly rowNumber: number;
    readonly uniqueKey: string;
    readonly subsidiaryId: string | null;
    readonly statedId: string | null;
    readonly items: readonly BulkItem[] | null;
    readonly sealedBody: Buffer;
  }[];
}

export type OrderDecision = 'approved' | 'sent_back' | 'refused';

export interface BulkOrderRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly brought_in_by: Actor | null;
  readonly items: readonly BulkItem[];
  readonly unread_columns: readonly string[];
  readonly uploaded_at: Date;
  readonly placed_at: Date | null;
  /** When approval was asked; null where none was, or it was taken back. */
  readonly asked_at: Date | null;
  readonly asked_by_name: string | null;
  /** Who covers today for who asked; null for nobody. */
  readonly covered_by: string | null;
  readonly decided_at: Date | null;
  /** The id of a user. */
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decision: OrderDecision | null;
  readonly sealed_reason: Buffer | null;
  readonly sealed_sheet: Buffer | null;
  readonly is_renewal: boolean;
  /** Of the account. */
  readonly clock_offset_seconds: number;
  /** The different orders of its rows. */
  readonly ordered: readonly (readonly BulkItem[])[];
  /** Those that its rows are for; null stands for the whole account. */
  readonly subsidiaries: readonly (string | null)[];
  /** Its candidates, and of them those whose order is placed, and refused. */
  readonly candidates: number;
  readonly placed: number;
  readonly refused: number;
}

export async function insertBulkOrder(db: Db, order: NewBulkOrder): Promise<void> {
  await db.run(sql`
    with bulk_order as (
      insert into bulk_orders (account_id, environment, id, user_id, brought_in_by, items, unread_columns, uploaded_at,
        sealed_sheet, is_renewal)
      values (${order.accountId}, ${order.environment}, ${order.id}, ${order.userId}, ${order.broughtInBy},
        ${JSON.stringify(order.items)}::jsonb, ${order.unreadColumns}::text[], ${order.uploadedAt},
        ${order.sealedSheet}, ${order.isRenewal})
      returning account_id, environment, id
    )
    insert into bulk_order_rows
      (account_id, environment, bulk_order_id, row_number, unique_key, subsidiary_id, stated_id, items, sealed_body)
    select b.account_id, b.environment, b.id, r.row_number, r.unique_key, r.subsidiary_id, r.stated_id, r.items,
      r.sealed_body
    from bulk_order b cross join unnest(
      ${order.rows.map(({ rowNumber }) => rowNumber)}::integer[], ${order.rows.map(({ uniqueKey }) => uniqueKey)}::uuid[],
      ${order.rows.map(({ subsidiaryId }) => subsidiaryId)}::uuid[], ${order.rows.map(({ statedId }) => statedId)}::uuid[],
      ${order.rows.map(({ items }) => (items === null ? null : JSON.stringify(items)))}::jsonb[],
      ${order.rows.map(({ sealedBody }) => sealedBody)}::bytea[]) as r(row_number, unique_key, subsidiary_id, stated_id, items,
        sealed_body)`);
}

const columns = sql`b.id, b.user_id, b.brought_in_by, b.items, b.unread_columns, b.uploaded_at, b.placed_at,
  b.asked_at, u.name as asked_by_name, ${coverOf} as covered_by, b.decided_at, b.decided_by, decider.name as decided_by_name, b.decision, b.sealed_reason,
  b.sealed_sheet, b.is_renewal, a.test_clock_offset_seconds as clock_offset_seconds, r.ordered, r.subsidiaries, r.candidates, r.placed, r.refused`;

const counted = sql`
  from bulk_orders b
  join accounts a on a.id = b.account_id
  left join users u on (u.account_id, u.id) = (b.account_id, b.user_id)
  left join users decider on (decider.account_id, decider.id) = (b.account_id, b.decided_by)
  cross join lateral (
    select count(*)::integer as candidates, count(r.check_id)::integer as placed, count(r.problems)::integer as refused,
      coalesce(jsonb_agg(distinct coalesce(r.items, b.items)), '[]') as ordered,
      coalesce(jsonb_agg(distinct r.subsidiary_id), '[]') as subsidiaries
    from bulk_order_rows r
    where (r.account_id, r.environment, r.bulk_order_id) = (b.account_id, b.environment, b.id)
  ) r`;

export function findBulkOrder(db: Db, tenant: Tenant, id: string): Promise<BulkOrderRow | undefined> {
  return db.row<BulkOrderRow>(sql`
    select ${columns} ${counted}
    where b.account_id = ${tenant.accountId} and b.environment = ${tenant.environment} and b.id = ${id}`);
}

/** Nobody asks for it, decides about it, takes it over or places it meanwhile. */
export async function lockBulkOrder(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.row(sql`
    select id from bulk_orders
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} for no key update`);
}

/** Newest first. @param userId null for the cases that were brought in */
export function findBulkOrdersOf(
  db: Db,
  tenant: Tenant,
  userId: string | null,
  limit: number,
): Promise<BulkOrderRow[]> {
  return db.rows<BulkOrderRow>(sql`
    select ${columns} ${counted}
    where b.account_id = ${tenant.accountId} and b.environment = ${tenant.environment} and b.user_id is not distinct from ${userId}::uuid
    order by b.uploaded_at desc limit ${limit}`);
}

/**
 * Of orders for which approval was asked and that are not placed: those of others that wait, their own that wait, their own sent
 * back, and those sent back to somebody for whom they cover.
 */
export type AskedKind = 'toApprove' | 'waiting' | 'sentBack' | 'covered';

const isOfKind = (userId: string): Readonly<Record<AskedKind, Sql>> => ({
  toApprove: sql`(b.decided_at is null and b.user_id <> ${userId})`,
  waiting: sql`(b.decided_at is null and b.user_id = ${userId})`,
  sentBack: sql`(b.decision = 'sent_back' and b.user_id = ${userId})`,
  covered: sql`(b.decision = 'sent_back' and b.decided_by <> ${userId} and exists (
    select from users u where (u.account_id, u.id) = (b.account_id, b.user_id) and ${coverOf} = ${userId}))`,
});

/** Asked for, not placed, and all its rows are in the scope. */
const isAskedIn = (scope: OrderScope): Sql => sql`
  b.account_id = ${scope.accountId} and b.environment = ${scope.environment} and b.asked_at is not null and b.placed_at is null
  and not exists (
    select from bulk_order_rows s
    where (s.account_id, s.environment, s.bulk_order_id) = (b.account_id, b.environment, b.id)
      and not coalesce(${isOfScope(scope, sql`s.subsidiary_id`)}, false))`;

/** The oldest first. */
export function findAskedBulkOrders(
  db: Db,
  scope: OrderScope,
  { kind, userId, limit }: { readonly kind: AskedKind; readonly userId: string; readonly limit: number },
): Promise<BulkOrderRow[]> {
  return db.rows<BulkOrderRow>(sql`
    select ${columns} ${counted}
    where ${isAskedIn(scope)} and ${isOfKind(userId)[kind]}
    order by b.asked_at, b.id limit ${limit}`);
}

export async function countAskedBulkOrders(
  db: Db,
  scope: OrderScope,
  userId: string,
): Promise<Readonly<Record<AskedKind, number>>> {
  const is = isOfKind(userId);
  const row = await db.row<Readonly<Record<AskedKind, number>>>(sql`
    select count(*) filter (where ${is.toApprove})::integer as "toApprove",
      count(*) filter (where ${is.waiting})::integer as waiting,
      count(*) filter (where ${is.sentBack})::integer as "sentBack",
      count(*) filter (where ${is.covered})::integer as covered
    from bulk_orders b where ${isAskedIn(scope)}`);
  return row!;
}

/** Returns false if it is not sent back any more. */
export async function replaceSentBack(
  db: Db,
  tenant: Tenant,
  id: string,
  one: {
    readonly items: readonly BulkItem[];
    readonly rowNumber: number;
    readonly subsidiaryId: string | null;
    readonly sealedBody: Buffer;
    /** It is still about the person of the record of staff, if it was. */
    readonly isOfSame: boolean;
  },
): Promise<boolean> {
  const changed = await db.run(sql`
    with corrected as (
      update bulk_orders set items = ${JSON.stringify(one.items)}::jsonb
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
        and placed_at is null and decision = 'sent_back'
      returning account_id, environment, id
    )
    update bulk_order_rows r set items = null, subsidiary_id = ${one.subsidiaryId}, sealed_body = ${one.sealedBody},
      stated_id = case when ${one.isOfSame}::boolean then r.stated_id end
    from corrected c
    where (r.account_id, r.environment, r.bulk_order_id) = (c.account_id, c.environment, c.id)
      and r.row_number = ${one.rowNumber} and r.sealed_body is not null`);
  return changed > 0;
}

/** Returns false if it waits already, or is over. */
export async function markBulkOrderAsked(db: Db, tenant: Tenant, id: string, at: Date): Promise<boolean> {
  const changed = await db.run(sql`
    update bulk_orders set asked_at = ${at}, decided_at = null, decided_by = null, decision = null, sealed_reason = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and ${isOpen}`);
  return changed > 0;
}

/** Returns false if it does not wait any more, or another asked for it. */
export async function takeAskedBack(db: Db, tenant: Tenant, id: string, by: string): Promise<boolean> {
  const changed = await db.run(sql`
    update bulk_orders set asked_at = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and user_id = ${by} and asked_at is not null and decided_at is null`);
  return changed > 0;
}

/** Returns false if it does not wait any more, or the user asked for it. */
export async function storeOrderDecision(
  db: Db,
  tenant: Tenant,
  id: string,
  one: {
    readonly at: Date;
    readonly by: string;
    readonly decision: OrderDecision;
    readonly sealedReason: Buffer | null;
  },
): Promise<boolean> {
  const changed = await db.run(sql`
    update bulk_orders set decided_at = ${one.at}, decided_by = ${one.by}, decision = ${one.decision},
      sealed_reason = ${one.sealedReason},
      placed_at = case when ${one.decision} = 'approved' then ${one.at}::timestamptz end,
      sealed_sheet = case when ${one.decision} = 'sent_back' then sealed_sheet end
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and asked_at is not null and decided_at is null and user_id <> ${one.by}`);
  return changed > 0;
}

/** Nobody has confirmed it, or it was sent back to who asked. */
const isOpen = sql`placed_at is null and (asked_at is null or decision = 'sent_back')`;

/** Returns false if it was placed before, or waits for approval. */
export async function markBulkOrderPlaced(db: Db, tenant: Tenant, id: string, at: Date): Promise<boolean> {
  const changed = await db.run(sql`
    update bulk_orders set placed_at = ${at}, sealed_sheet = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and ${isOpen}`);
  return changed > 0;
}

/**
 * Leaves out rows of one that is open, but never all. Returns how many. Two statements: who waits for the lock sees then which
 * rows the other has left.
 */
export const deleteOpenRows = (db: Db, tenant: Tenant, id: string, rows: readonly number[]): Promise<number> =>
  db.transaction(async (tx) => {
    const open = await tx.row(sql`
      select id from bulk_orders
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and ${isOpen} for update`);
    if (open === undefined) return 0;
    return tx.run(sql`
      delete from bulk_order_rows
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
        and row_number = any(${rows}::integer[])
        and exists (
          select from bulk_order_rows o
          where o.account_id = ${tenant.accountId} and o.environment = ${tenant.environment} and o.bulk_order_id = ${id}
            and o.row_number <> all(${rows}::integer[]))`);
  });

/** Only one that was not placed, and does not wait for approval. Returns false if there is none. */
export async function deleteBulkOrder(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from bulk_orders
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and placed_at is null
      and (asked_at is null or decided_at is not null)`);
  return deleted > 0;
}

/** @param before those that nobody has touched since; @param askedBefore those that wait for approval since */
export function deleteUnplacedBulkOrders(db: Db, before: Date, askedBefore: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from bulk_orders where (account_id, environment, id) in (
      select account_id, environment, id from bulk_orders
      where placed_at is null and case when asked_at is not null and decided_at is null then asked_at < ${askedBefore}
        else coalesce(decided_at, uploaded_at) < ${before} end limit ${limit})`);
}
