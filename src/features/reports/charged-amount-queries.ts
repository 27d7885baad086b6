// What a line of the ledger charges: its price, its fee and its VAT, with a price that was agreed afterwards.
import { type Sql, sql } from '../../platform/db/database.ts';

/** Of a line `l` of an order or a credit: a price `p` that was agreed afterwards counts for both. */
export const chargedAmount = sql`coalesce(l.amount_pence, case l.kind when 'order' then p.amount_pence else -p.amount_pence end)`;
export const chargedFee = sql`(l.fee_pence + case l.kind when 'order' then 1 else -1 end * coalesce(p.fee_pence, 0))`;

/**
 * VAT in pence of a net amount, rounded to the nearest penny, half a penny away from zero. An invoice rounds once for each of
 * its lines, on the sum of their reports (VAT Notice 700, 17.5); the ledger shows it of each report.
 */
export const vatOf = (pence: Sql, percent: Sql): Sql =>
  sql`coalesce(round(${pence} * (${percent} / 100.0)), 0)::integer`;

/** The reports of a package share the VAT of its price to the penny, as they share the price. */
export const vat = sql`(coalesce(sign(${chargedAmount}), 0)::integer * (
  ${vatOf(sql`(coalesce(l.package_before, 0) + abs(${chargedAmount}))`, sql`l.vat_percent`)}
  - ${vatOf(sql`coalesce(l.package_before, 0)`, sql`l.vat_percent`)}))`;

/** The price that was agreed after a line `l`: looked up for the few lines that had none, instead of joining the ledger with itself. */
export const laterPrice = sql`
  left join lateral (
    select x.amount_pence, x.fee_pence from charges x
    where l.amount_pence is null
      and (x.account_id, x.environment, x.about_id, x.kind) = (l.account_id, l.environment, l.about_id, 'price')
    limit 1
  ) p on true`;

/** When a UK calendar month begins. @param month its text, `yyyy-mm` */
export const startOfMonth = (month: Sql): Sql => sql`((${month}) || '-01')::timestamp at time zone 'Europe/London'`;

/** Of a line `o` of the account `a`: what was ordered before its first month to invoice is invoiced elsewhere. */
export const isSinceFirstMonth = sql`
  (coalesce(a.settings->>'invoiceFrom', '') = '' or o.created_at >= ${startOfMonth(sql`a.settings->>'invoiceFrom'`)})`;
