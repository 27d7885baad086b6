// Rows of receipts, and what of each is set against invoices.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { PaymentMethod } from '../invoices/invoice.ts';
import { type SettlementRow, settlementsOf } from '../invoices/settlement-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { TakenBackReason } from './payment-rules.ts';

export interface ReceiptRow {
  readonly id: string;
  readonly on: IsoDate;
  readonly pence: number;
  readonly method: PaymentMethod;
  readonly sealed_reference: Buffer;
  readonly reason: TakenBackReason | null;
  readonly taken_back_on: IsoDate | null;
  readonly settlements: readonly SettlementRow[];
}

const found = sql`
  select r.id, r.received_on::text as on, r.amount_pence as pence, r.method, r.sealed_reference, k.reason,
    k.taken_back_on::text as taken_back_on,
    ${settlementsOf(sql`r.account_id`, sql`t.receipt_id = r.id`)} as settlements
  from receipts r left join receipts_taken_back k on (k.account_id, k.receipt_id) = (r.account_id, r.id)`;

const newestFirst: Sql = sql`order by r.received_on desc, r.created_at desc, r.id`;

export const findReceipts = (
  db: Db,
  accountId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ReceiptRow[]> =>
  db.rows<ReceiptRow>(sql`${found} where r.account_id = ${accountId} ${newestFirst} offset ${offset} limit ${limit}`);

export const findReceipt = (db: Db, accountId: string, id: string): Promise<ReceiptRow | undefined> =>
  db.row<ReceiptRow>(sql`${found} where r.account_id = ${accountId} and r.id = ${id}`);

export async function insertReceipt(
  db: Db,
  accountId: string,
  one: Pick<ReceiptRow, 'id' | 'on' | 'pence' | 'method' | 'sealed_reference'> & {
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into receipts (account_id, id, received_on, amount_pence, method, sealed_reference, recorded_by, created_at)
    values (${accountId}, ${one.id}, ${one.on}, ${one.pence}, ${one.method}, ${one.sealed_reference}, ${one.by}, ${one.at})`);
}

export async function insertTakenBack(
  db: Db,
  accountId: string,
  one: {
    readonly receiptId: string;
    readonly reason: TakenBackReason;
    readonly on: IsoDate;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into receipts_taken_back (account_id, receipt_id, reason, taken_back_on, taken_back_by, created_at)
    values (${accountId}, ${one.receiptId}, ${one.reason}, ${one.on}, ${one.by}, ${one.at})`);
}

/** What came in and is neither allocated nor paid back, of each account with some. */
export const findUnallocated = (
  db: Db,
  accounts: DeskAccounts,
): Promise<{ readonly account_id: string; readonly account: string; readonly pence: number }[]> =>
  db.rows(sql`
    select u.account_id, (select a.name from accounts a where a.id = u.account_id) as account, sum(u.pence)::bigint as pence
    from (
      select r.account_id, r.amount_pence - coalesce((
        select sum(t.amount_pence) from settlements t where (t.account_id, t.receipt_id) = (r.account_id, r.id)), 0) as pence
      from receipts r
      where ${within(accounts, 'r.account_id')} and not exists (
        select from receipts_taken_back k where (k.account_id, k.receipt_id) = (r.account_id, r.id))
    ) u group by u.account_id having sum(u.pence) > 0`);

export interface CountedReceipt {
  readonly account_id: string;
  readonly id: string;
  readonly on: IsoDate;
  readonly pence: number;
  readonly sealed_reference: Buffer;
}

/** A payment like one of these is of their days and has the amount of one. */
export interface AskedPayments {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly pence: readonly number[];
}

/** Those that count. */
export const findReceiptsLike = (
  db: Db,
  accounts: DeskAccounts,
  { from, to, pence }: AskedPayments,
): Promise<CountedReceipt[]> =>
  db.rows<CountedReceipt>(sql`
    select r.account_id, r.id, r.received_on::text as on, r.amount_pence as pence, r.sealed_reference from receipts r
    where ${within(accounts, 'r.account_id')} and r.received_on between ${from} and ${to}
      and r.amount_pence = any (${pence}::bigint[]) and not exists (
      select from receipts_taken_back k where (k.account_id, k.receipt_id) = (r.account_id, r.id))`);
