// The months of an account that are over and on no invoice, and the lines of the ledger that such a month still lacks: the volume prices of its reports, and the fee of each month.

import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { hadLeftBefore } from '../accounts/closing-queries.ts';
import { vatPercentIn } from '../accounts/vat-queries.ts';
import { endOfMonth } from '../lists/charge-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { termsOn, ukDayOf } from '../report-types/availability-actions.ts';
import { chargedAmount, isSinceFirstMonth, laterPrice, startOfMonth } from '../reports/charged-amount-queries.ts';
import { invoiceOf } from './invoiced-charge-store.ts';
import type { MonthLine } from './minimum-store.ts';
import { chargedAgain, isCreditedWhole, partsOf } from './volume-part-queries.ts';

/**
 * The orders `l` of reports `r` of a month that count for volume prices, numbered in the month by account and report type. What
 * was credited whole does not count, nor what is in a package with a price of its own, is billed elsewhere or has no price yet.
 */
const numbered = (accounts: DeskAccounts, month: string): Sql => sql`
  select l.account_id, l.report_id, l.vat_percent, l.invoice_id, l.created_at, r.report_type_id,
    ${termsOn(sql`t`, ukDayOf(sql`l.created_at`)).volumePrices} as volume_prices, ${chargedAmount} as pence,
    row_number() over (partition by l.account_id, r.report_type_id order by l.created_at, l.about_id)::integer as place
  from charges l ${laterPrice}
  join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
  join account_report_types t on (t.account_id, t.report_type_id) = (l.account_id, r.report_type_id)
  where l.kind = 'order' and l.environment = 'live' and ${within(accounts, 'l.account_id')}
    and num_nonnulls(t.volume_prices, t.next_volume_prices, t.earlier_volume_prices) > 0
    and l.created_at >= ${startOfMonth(sql`${month}::text`)} and l.created_at < ${endOfMonth(month)}
    and l.package is null and not l.billed_elsewhere and ${chargedAmount} is not null and not ${isCreditedWhole}`;

/** Whoever credits one of these reports at the same time waits, and then sees what is left of it; until then, so does this. */
async function lockCounted(db: Db, accounts: DeskAccounts, month: string): Promise<void> {
  await db.run(sql`
    select from reports s
    where (s.account_id, s.environment, s.id) in (
      select n.account_id, 'live'::environment, n.report_id from (${numbered(accounts, month)}) n where n.invoice_id is null)
    order by s.id for no key update`);
}

/**
 * Puts each report of the month at the price of its tier, unless it is on an invoice already: that its price changes is a part
 * credit, so that whatever is credited of it afterwards is what is left. Of one that is in an earlier tier than before, because
 * another was credited whole, what its tier had credited is charged again.
 * @param at a moment of the month
 */
export async function creditVolumePrices(db: Db, accounts: DeskAccounts, month: string, at: Date): Promise<void> {
  await lockCounted(db, accounts, month);
  await db.run(sql`
    insert into charges (account_id, environment, report_id, kind, number, amount_pence, vat_percent, created_at, reason)
    select n.account_id, 'live', n.report_id, 'part_credit', k.count + 1, d.pence, n.vat_percent, ${at}::timestamptz,
      'volume_' || coalesce(v.tier + 1, 1)
    from (${numbered(accounts, month)}) n
    join accounts a on a.id = n.account_id
    cross join lateral (select n.created_at) o
    left join lateral (
      select split_part(s.step, ':', 2)::integer as pence, s.tier
      from regexp_split_to_table(n.volume_prices, ' ') with ordinality s(step, tier)
      where split_part(s.step, ':', 1)::integer <= n.place order by s.tier desc limit 1
    ) v on true
    ${partsOf}
    cross join lateral (select case when coalesce(v.tier + 1, 1) > k.tier then least(0, v.pence - (n.pence + k.parts_pence))
      else ${chargedAgain(sql`n`, sql`k`, sql`coalesce(v.pence, n.pence)`)} end as pence) d
    where n.invoice_id is null and coalesce(v.tier + 1, 1) <> k.tier and d.pence <> 0 and ${isSinceFirstMonth}
    on conflict do nothing`);
}

/** The reports of a month, by type, that count for volume prices. */
export async function countForVolume(db: Db, accountId: string, month: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{ id: number; count: number }>(sql`
    select n.report_type_id as id, count(*)::integer as count from (${numbered([accountId], month)}) n group by 1`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export interface DueFee extends MonthLine {
  /** Empty where the account has no words of its own for it. */
  readonly description: string;
}

/** By month, the accounts of which it is neither invoiced nor was when a later one was. */
export interface HeldMonth {
  /** `yyyy-mm` */
  readonly month: string;
  readonly accounts: readonly string[];
}

/**
 * The months before this one that were held, oldest first: those since the first minimum or monthly fee, or the first charge on
 * no invoice, and after the last one that was invoiced. @param month `yyyy-mm`
 */
export function findHeldMonths(db: Db, accounts: DeskAccounts, month: string): Promise<HeldMonth[]> {
  return db.rows<HeldMonth>(sql`
    select to_char(m.first_day, 'YYYY-MM') as month, array_agg(a.id order by a.id) as accounts
    from accounts a
    cross join lateral (
      select to_char(min(o.created_at) at time zone 'Europe/London', 'YYYY-MM') as month from charges o
      where o.account_id = a.id and o.environment = 'live' and o.kind in ('order', 'added') and o.invoice_id is null
    ) oldest
    cross join lateral (
      select max(v.month) as month from invoices v where v.account_id = a.id and v.kind = 'invoice'
    ) invoiced
    cross join lateral generate_series(
      (greatest(
        least(oldest.month, nullif(a.settings->>'minimumFrom', ''), nullif(a.settings->>'monthlyFeeFrom', '')),
        nullif(a.settings->>'invoiceFrom', '')) || '-01')::timestamp,
      ${`${month}-01`}::timestamp - interval '1 month', interval '1 month') m(first_day)
    where ${within(accounts, 'a.id')} and not ${hadLeftBefore(sql`to_char(m.first_day, 'YYYY-MM')`)}
      and (invoiced.month is null or to_char(m.first_day, 'YYYY-MM') > invoiced.month)
    group by m.first_day order by m.first_day`);
}

/** The fee of a month of each account that agreed to one, as long as the invoice that it would be on is not issued. @param at a moment of the month */
export function findDueFees(db: Db, accounts: DeskAccounts, month: string, at: Date): Promise<DueFee[]> {
  return db.rows<DueFee>(sql`
    select a.id as account_id, (100 * (a.settings->>'monthlyFeePounds')::numeric)::integer as pence,
      ${vatPercentIn(sql`a.settings`, sql`${month}::text`)} as vat_percent, coalesce(a.settings->>'monthlyFeeText', '') as description
    from accounts a
    cross join (select null::uuid as check_id, null::uuid as subsidiary_id, ${at}::timestamptz as created_at) o
    cross join (select null::uuid as subsidiary_id, null::bigint as purchase_order_key) c
    where ${within(accounts, 'a.id')} and not ${hadLeftBefore(sql`${month}::text`)} and coalesce((a.settings->>'monthlyFeePounds')::numeric, 0) > 0
      and coalesce(a.settings->>'monthlyFeeFrom', '') <> '' and a.settings->>'monthlyFeeFrom' <= ${month}
      and ${isSinceFirstMonth} and not exists (${invoiceOf(sql`a.id`, month)})
      and not exists (select from charges x where x.account_id = a.id and x.monthly_fee_of = ${month})
    order by a.id`);
}
