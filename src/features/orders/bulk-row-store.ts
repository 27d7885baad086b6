// Rows of bulk orders: a candidate each.
import type { Tenant } from '../../context.ts';
import type { FieldMessages } from '../../lib/refusal.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { BulkItem } from './bulk-order-store.ts';

export interface WaitingRow {
  readonly row_number: number;
  readonly unique_key: string;
  readonly subsidiary_id: string | null;
  readonly stated_id: string | null;
  readonly items: readonly BulkItem[] | null;
  readonly sealed_body: Buffer;
}

/** Rows whose order is neither placed nor refused, in the order of the spreadsheet. */
export function findWaitingRows(db: Db, tenant: Tenant, id: string, limit: number): Promise<WaitingRow[]> {
  return db.rows<WaitingRow>(sql`
    select row_number, unique_key, subsidiary_id, stated_id, items, sealed_body from bulk_order_rows
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
      and sealed_body is not null
    order by row_number limit ${limit}`);
}

export interface RefusedRow {
  readonly row_number: number;
  readonly items: readonly BulkItem[] | null;
  readonly problems: FieldMessages;
}

export function findRefusedRows(db: Db, tenant: Tenant, id: string): Promise<RefusedRow[]> {
  return db.rows<RefusedRow>(sql`
    select row_number, items, problems from bulk_order_rows
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
      and problems is not null
    order by row_number`);
}

export type RowOutcome = { readonly rowNumber: number } & (
  | { readonly checkId: string }
  | { readonly problems: FieldMessages }
);

/** The order of a row holds the candidate's data from now on, so the row forgets them. */
export async function storeRowOutcomes(
  db: Db,
  tenant: Tenant,
  id: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await db.run(sql`
    update bulk_order_rows r set sealed_body = null, check_id = o.check_id, problems = o.problems
    from unnest(
      ${outcomes.map(({ rowNumber }) => rowNumber)}::integer[],
      ${outcomes.map((one) => ('checkId' in one ? one.checkId : null))}::uuid[],
      ${outcomes.map((one) => ('problems' in one ? JSON.stringify(one.problems) : null))}::jsonb[]
    ) as o(row_number, check_id, problems)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.bulk_order_id = ${id}
      and r.row_number = o.row_number and r.sealed_body is not null`);
}
