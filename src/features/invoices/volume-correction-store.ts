// What a report of an invoice that is in an earlier tier of its volume prices, because another was credited whole, is charged again.

import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { chargedAmount, laterPrice } from '../reports/charged-amount-queries.ts';

import { openCredits } from './invoiced-charge-store.ts';
import { chargedAgain, isCreditedWhole, partsOf } from './volume-part-queries.ts';

/** Each invoice, month and report type of which something was credited whole and is on no credit note yet. */
const credited = (accountId: string): Sql => sql`
  select distinct w.invoice_id, r.report_type_id, date_trunc('month', w.created_at at time zone 'Europe/London') as month
  from (select o.* ${openCredits([accountId])} and l.kind = 'credit') w
  join reports r on (r.account_id, r.environment, r.id) = (w.account_id, w.environment, w.report_id)`;

/** The reports `l` of an account that an invoice charges, of the same invoice, month and type as one that was credited whole. */
const beside = (accountId: string): Sql => sql`
  select l.account_id, l.report_id, l.vat_percent, l.invoice_id, w.report_type_id, w.month, l.created_at,
    ${chargedAmount} as pence, ${isCreditedWhole} as is_credited
  from charges l ${laterPrice}
  join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
  join (${credited(accountId)}) w on w.invoice_id = l.invoice_id and w.report_type_id = r.report_type_id
    and w.month = date_trunc('month', l.created_at at time zone 'Europe/London')
  where l.account_id = ${accountId} and l.environment = 'live' and l.kind = 'order' and l.package is null
    and not l.billed_elsewhere and ${chargedAmount} is not null`;

/**
 * Charges the reports of an invoice that move to an earlier tier, because others of it were credited whole, what their tier had
 * credited: each gets the price of the one in whose place it is now, whatever has been agreed since. Its lines stand on the
 * credit note of what was credited, which is less by them. Whoever credits one of them at the same time waits.
 */
export async function chargeEarlierTiers(db: Db, accountId: string, at: Date): Promise<void> {
  const price = sql`(case when i.invoiced_tier = 1 then k.pence else i.pence + i.invoiced_until_pence end)`;
  await db.rows(sql`
    select from reports s
    where (s.account_id, s.environment, s.id) in (select b.account_id, 'live'::environment, b.report_id from (${beside(accountId)}) b)
    order by s.id for no key update`);
  await db.run(sql`
    with charged as (select n.*, k.* from (${beside(accountId)}) n ${partsOf}),
      invoiced as (
        select c.*, row_number() over (partition by invoice_id, report_type_id, month order by invoiced_tier, created_at, report_id) as place
        from charged c),
      counted as (
        select c.*, row_number() over (partition by invoice_id, report_type_id, month order by invoiced_tier, created_at, report_id) as place
        from charged c where not is_credited)
    insert into charges (account_id, environment, report_id, kind, number, amount_pence, vat_percent, created_at, reason)
    select k.account_id, 'live', k.report_id, 'part_credit', k.count + 1, d.pence, k.vat_percent, ${at}::timestamptz,
      'volume_' || i.invoiced_tier
    from counted k
    join invoiced i using (invoice_id, report_type_id, month, place)
    cross join lateral (select ${chargedAgain(sql`k`, sql`k`, price)} as pence) d
    where i.invoiced_tier < k.tier and d.pence > 0
    on conflict do nothing`);
}
