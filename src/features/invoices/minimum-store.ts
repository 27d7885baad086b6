// What the charges of a month lack of the minimum that an account agreed to, and the line of the ledger that makes it up.

import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import { hadLeftBefore } from '../accounts/closing-queries.ts';
import { vatPercentIn } from '../accounts/vat-queries.ts';
import { endOfMonth } from '../lists/charge-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import {
  chargedAmount,
  chargedFee,
  isSinceFirstMonth,
  laterPrice,
  startOfMonth,
} from '../reports/charged-amount-queries.ts';
import { invoiceOf } from './invoiced-charge-store.ts';

/** What an account is charged for a month as a whole. */
export interface MonthLine {
  readonly account_id: string;
  /** Without VAT, more than 0. */
  readonly pence: number;
  readonly vat_percent: number;
}

export interface DueMinimum extends MonthLine {
  readonly account: string;
  /** `yyyy-mm` */
  readonly month: string;
  readonly lacks_address: boolean;
}

/**
 * By account. What was ordered and added in the month counts, after what was credited of it until now; what has no price yet
 * counts nothing. The invoice that it would be on, which is that of no subsidiary and no purchase order, is not issued yet.
 * @param month `yyyy-mm`, whose last moment is `at`
 */
export function findDueMinimums(db: Db, accounts: DeskAccounts, month: string, at: Date): Promise<DueMinimum[]> {
  return db.rows<DueMinimum>(sql`
    select a.id as account_id, a.name as account, ${month}::text as month, m.pence - n.pence as pence,
      ${vatPercentIn(sql`a.settings`, sql`${month}::text`)} as vat_percent,
      coalesce(a.settings->>'billingAddress', '') = '' as lacks_address
    from accounts a
    cross join lateral (
      select (100 * (a.settings->>'minimumPounds')::numeric)::integer as pence,
        coalesce((a.settings->>'minimumCountsFees')::boolean, false) as counts_fees
    ) m
    cross join (select null::uuid as check_id, null::uuid as subsidiary_id, ${at}::timestamptz as created_at) o
    cross join (select null::uuid as subsidiary_id, null::bigint as purchase_order_key) c
    cross join lateral (
      select coalesce(sum(${chargedAmount} + case when m.counts_fees then ${chargedFee} else 0 end), 0)::integer as pence
      from charges b
      join charges l on (l.account_id, l.environment, l.about_id) = (b.account_id, b.environment, b.about_id)
        and l.kind <> 'price' ${laterPrice}
      where b.account_id = a.id and b.environment = 'live' and b.kind in ('order', 'added')
        and b.created_at >= ${startOfMonth(sql`${month}::text`)} and b.created_at < ${endOfMonth(month)}
    ) n
    where ${within(accounts, 'a.id')} and not ${hadLeftBefore(sql`${month}::text`)} and m.pence > n.pence
      and coalesce(a.settings->>'minimumFrom', '') <> '' and a.settings->>'minimumFrom' <= ${month}
      and ${isSinceFirstMonth} and not exists (${invoiceOf(sql`a.id`, month)})
      and not exists (select from charges x where x.account_id = a.id and x.minimum_of = ${month})
    order by lower(a.name), a.id`);
}

/** @param of which line of the month it is: one of each */
export async function insertMonthLine(
  db: Db,
  of: 'minimum_of' | 'monthly_fee_of',
  { account_id: accountId, pence, vat_percent: vatPercent }: MonthLine,
  line: { readonly id: string; readonly month: string; readonly description: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    insert into charges (account_id, environment, added_id, kind, amount_pence, vat_percent, created_at, description, ${rawSql(of)})
    values (${accountId}, 'live', ${line.id}, 'added', ${pence}, ${vatPercent}, ${line.at}, ${line.description}, ${line.month})
    on conflict do nothing`);
}
