// The charges of an account by UK calendar month: totals by report type, and every line with its order number.

import type { Authority, OrderScope } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { LineReason } from '../../messages/en-credits.ts';
import type { WithdrawalReason } from '../../messages/en-withdrawals.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { chargedAmount, chargedFee, laterPrice, startOfMonth, vat } from '../reports/charged-amount-queries.ts';
import { type DeskAccounts, within } from './work-queue-queries.ts';

/** What reports cost in a month. */
export interface MonthTotal {
  /** Reports ordered in the month; a package with a price of its own is one. */
  readonly ordered: number;
  /** Reports credited in the month, in whichever month they were ordered. */
  readonly credited: number;
  /** Of the lines that have a price; null if none has. */
  readonly amount_pence: number | null;
  readonly fee_pence: number;
  readonly vat_pence: number;
  /** The rates of VAT of the lines, such as 20. */
  readonly vat_percents: readonly number[];
  /** Reports of the lines that have no price. */
  readonly unpriced: number;
  /** Reports that were brought in from another system, which bills them: they are among those ordered, at nothing. */
  readonly elsewhere: number;
  /** Lines of the ledger: also parts that were credited, and what was added by hand. */
  readonly lines: number;
}

/** Of what a charge is: a report type, a package with a price of its own, or what somebody wrote of one that was added by hand. */
export interface Charged {
  readonly report_type_id: number | null;
  /** Its name; of a report that is charged as a part of one, too. */
  readonly package: string | null;
  readonly description: string | null;
}

export interface ChargeTotal extends MonthTotal, Charged {
  /** Charges that are of no report, such as surcharges of urgent orders, and those of them that were taken back. */
  readonly added: number;
  readonly taken_back: number;
}

export interface AccountTotal extends MonthTotal {
  readonly account_id: string;
  readonly account: string;
}

/** A report of an order as it was charged. */
export interface OrderCharge {
  readonly report_id: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly report_type_id: number;
  readonly amount_pence: number | null;
  readonly fee_pence: number;
  readonly vat_pence: number;
  readonly created_at: Date;
  readonly is_credited: boolean;
  /** Of the price and the fee, after parts that were credited. */
  readonly left_pence: number | null;
  readonly left_fee_pence: number;
}

export interface ChargeLine extends Charged {
  /** Its report, or the charge that was added by hand. */
  readonly about_id: string;
  readonly report_id: string | null;
  /** The order; null if a charge was added for none. */
  readonly check_id: string | null;
  readonly order_id: number | null;
  readonly kind: 'order' | 'credit' | 'part_credit' | 'added' | 'taken_back';
  /** Why it is credited or taken back; null of what is charged. */
  readonly reason: LineReason | null;
  /** Why its client withdrew the order; null if they did not. */
  readonly withdrawn_because: WithdrawalReason | null;
  /** Who approved the order before it was placed; null if nobody had to. */
  readonly approved_by: string | null;
  /** Another system bills the report. */
  readonly billed_elsewhere: boolean;
  /** Of several part credits of a report; otherwise 1. */
  readonly number: number;
  /** Without VAT; negative for a credit; null without an agreed price. */
  readonly amount_pence: number | null;
  /** The fee of an authority, without VAT; negative for a credit. */
  readonly fee_pence: number;
  readonly vat_percent: number;
  /** On the price, rounded to a penny for each line (VAT Notice 700, 17.5), or for each package with a price of its own. */
  readonly vat_pence: number;
  readonly created_at: Date;
  /** The name of the one for which it was ordered; null for the account itself. */
  readonly subsidiary: string | null;
  /** That charges it, or the credit note that credits it; null if there is none yet. */
  readonly invoice: { readonly kind: 'invoice' | 'credit_note'; readonly number: number } | null;
}

const priced = sql`
  from charges l ${laterPrice}`;

/**
 * Of a charge `l`, perhaps of the order `c`: the subsidiary to which it is charged, which is that of the order. One that stands
 * on an invoice of a subsidiary stays with that, also if the order is of another one now.
 */
const chargedSubsidiary = sql`(
  case
    when v.id is not null and not v.is_of_account then v.subsidiary_id
    when l.check_id is null then coalesce(l.subsidiary_id, c.subsidiary_id)
    else c.subsidiary_id
  end)`;

/** With the order, which the totals of an account do not need; what was added by hand has no report, and perhaps no order. */
const lines = sql`
  ${priced}
  left join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
  left join checks c on (c.account_id, c.environment, c.id) = (l.account_id, l.environment, coalesce(l.check_id, r.check_id))
  left join invoices v on (v.account_id, v.id) = (l.account_id, l.invoice_id)
  left join subsidiaries s on (s.account_id, s.id) = (l.account_id, ${chargedSubsidiary})`;

/** Of reports alone, which can be found by their order. */
const linesOfReports = sql`
  ${priced}
  join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.about_id)
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  left join invoices v on (v.account_id, v.id) = (l.account_id, l.invoice_id)`;

/** When a UK calendar month is over. @param month `yyyy-mm` */
export const endOfMonth = (month: string): Sql =>
  sql`(${`${month}-01`}::date + interval '1 month') at time zone 'Europe/London'`;

export const ofMonth = (month: string): Sql => sql`
  l.created_at >= ${startOfMonth(sql`${month}::text`)} and l.created_at < ${endOfMonth(month)}`;

const ofScope = (scope: OrderScope): Sql => sql`
  l.account_id = ${scope.accountId} and l.environment = ${scope.environment}
  and ${isOfScope(scope, chargedSubsidiary)}`;

/** Every line of the account, or of its subsidiary. */
export const linesOf = (scope: OrderScope): Sql => sql`${lines} where ${ofScope(scope)}`;

/** A price that was agreed afterwards counts with the line that had none. */
export const isCounted = sql`l.kind <> 'price'`;

/** The orders, the credits and what was added by hand in a month. @param month `yyyy-mm` */
export const charged = (scope: OrderScope, month: string): Sql => sql`
  ${linesOf(scope)} and ${isCounted} and ${ofMonth(month)}`;

/** The reports of a package count as the package. */
const isCountedOnce = sql`coalesce(l.package_part, 1) = 1`;

const sums = sql`
  count(*) filter (where l.kind = 'order' and ${isCountedOnce}) as ordered,
  count(*) filter (where l.kind = 'credit' and ${isCountedOnce}) as credited,
  sum(${chargedAmount}) as amount_pence, sum(${chargedFee}) as fee_pence, sum(${vat}) as vat_pence,
  array_agg(distinct l.vat_percent::integer) as vat_percents,
  count(*) filter (where l.billed_elsewhere and ${isCountedOnce}) as elsewhere,
  count(distinct l.report_id) filter (where ${chargedAmount} is null) as unpriced, count(*) as lines`;

export function findChargeTotals(db: Db, caller: OrderScope & Authority, month: string): Promise<ChargeTotal[]> {
  demand(caller, 'read_charges');
  return db.rows<ChargeTotal>(sql`
    select case when l.package is null then r.report_type_id end as report_type_id, l.package, l.description, ${sums},
      count(*) filter (where l.kind = 'added') as added, count(*) filter (where l.kind = 'taken_back') as taken_back
    ${charged(caller, month)} group by 1, 2, 3`);
}

export interface UserTotal extends MonthTotal {
  /** Who ordered; null where nobody of the client did. */
  readonly user: string | null;
  readonly email: string | null;
  /** False of charges that were added for no order. */
  readonly is_of_order: boolean;
}

const startOfDay = (day: IsoDate): Sql => sql`${day}::date::timestamp at time zone 'Europe/London'`;

/** Of who ordered the order `c`. */
const ofOrderer = ({ accountId }: OrderScope, column: 'name' | 'email'): Sql =>
  sql`(select u.${rawSql(column)} from users u where u.account_id = ${accountId} and u.id = c.ordered_by_user_id)`;

/** What each user of the client ordered, credited and was charged for in these UK days, by name. */
export function findChargesByUser(
  db: Db,
  caller: OrderScope & Authority,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<UserTotal[]> {
  demand(caller, 'read_charges');
  return db.rows<UserTotal>(sql`
    select ${ofOrderer(caller, 'name')} as user, ${ofOrderer(caller, 'email')} as email, c.id is not null as is_of_order,
      ${sums}
    ${linesOf(caller)} and ${isCounted} and l.created_at >= ${startOfDay(from)} and l.created_at < ${startOfDay(addDays(to, 1))}
    group by c.ordered_by_user_id, c.id is not null order by lower(${ofOrderer(caller, 'name')}) nulls last, is_of_order desc`);
}

/** Of each account that has any, by name. @param accounts those that the reader sees */
export function findAccountTotals(db: Db, accounts: DeskAccounts, by: Asker, month: string): Promise<AccountTotal[]> {
  demand(by, 'read_charges');
  return db.rows<AccountTotal>(sql`
    select l.account_id, a.name as account, ${sums}
    ${priced} join accounts a on a.id = l.account_id
    where ${within(accounts, 'l.account_id')} and l.environment = 'live' and ${isCounted} and ${ofMonth(month)}
    group by l.account_id, a.name order by lower(a.name), l.account_id`);
}

/** The lines of a month, `yyyy-mm`, those on an invoice or a credit note, or those of one charge. */
export type AskedLines = { readonly month: string } | { readonly invoiceId: string } | { readonly aboutId: string };

/** Now, or when it was issued: an invoice that was credited to be issued again has what it had. */
const isOn = (invoiceId: string): Sql => sql`
  (l.invoice_id = ${invoiceId} or exists (
    select from reopened_charges x where (x.account_id, x.environment, x.about_id, x.kind, x.number, x.invoice_id)
      = (l.account_id, l.environment, l.about_id, l.kind, l.number, ${invoiceId}::uuid)))`;

function asAsked(asked: AskedLines): Sql {
  if ('month' in asked) return ofMonth(asked.month);
  return 'invoiceId' in asked ? isOn(asked.invoiceId) : sql`l.about_id = ${asked.aboutId}`;
}

/** Of the order `c`. */
const approvedBy = sql`(
  select u.name from bulk_order_rows w
  join bulk_orders b on (b.account_id, b.environment, b.id) = (w.account_id, w.environment, w.bulk_order_id)
  join users u on (u.account_id, u.id) = (b.account_id, b.decided_by)
  where (w.account_id, w.environment, w.check_id) = (c.account_id, c.environment, c.id) and b.decision = 'approved'
  limit 1)`;

/** Oldest first. @param after the last line of the page before */
export function findChargeLines(
  db: Db,
  caller: OrderScope & Authority,
  asked: AskedLines,
  { after, limit }: { readonly after: ChargeLine | undefined; readonly limit: number },
): Promise<ChargeLine[]> {
  demand(caller, 'read_charges');
  const onwards =
    after === undefined
      ? sql``
      : sql`and (l.created_at, l.about_id, l.kind, l.number) > (${after.created_at}, ${after.about_id}, ${after.kind}, ${after.number})`;
  return db.rows<ChargeLine>(sql`
    select l.about_id, l.report_id, c.id as check_id, c.order_id, r.report_type_id, l.package, l.description, l.kind, l.reason, c.withdrawn_because, ${approvedBy} as approved_by, l.billed_elsewhere, l.number,
      ${chargedAmount} as amount_pence,
      ${chargedFee} as fee_pence, l.vat_percent, ${vat} as vat_pence, l.created_at, s.name as subsidiary,
      case when v.id is not null then json_build_object('kind', v.kind, 'number', v.number) end as invoice
    ${linesOf(caller)} and ${isCounted} and ${asAsked(asked)} ${onwards}
    order by l.created_at, l.about_id, l.kind, l.number limit ${limit}`);
}

/** Reports that another system bills, from which they were brought in. */
export async function countBilledElsewhere(db: Db, caller: OrderScope & Authority): Promise<number> {
  demand(caller, 'read_charges');
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from charges
    where account_id = ${caller.accountId} and environment = ${caller.environment} and billed_elsewhere`);
  return row!.count;
}

const creditedParts = (column: Sql): Sql => sql`coalesce((
  select sum(k.${column}) from charges k where (k.account_id, k.environment, k.about_id)
    = (l.account_id, l.environment, l.about_id) and k.kind = 'part_credit'), 0)`;

/**
 * The charges of the reports of an order, a month or an invoice, by order; none if the account has no such order, or it was not
 * charged.
 */
export function findOrderCharges(
  db: Db,
  caller: OrderScope & Authority,
  asked: { readonly orderId: number } | AskedLines,
): Promise<OrderCharge[]> {
  demand(caller, 'read_charges');
  const which =
    'orderId' in asked
      ? sql`c.order_id = ${asked.orderId}`
      : 'invoiceId' in asked
        ? sql`l.invoice_id = ${asked.invoiceId}`
        : asAsked(asked);
  return db.rows<OrderCharge>(sql`
    select l.report_id, c.id as check_id, c.order_id, c.applicant_id, r.report_type_id, ${chargedAmount} as amount_pence, ${chargedFee} as fee_pence,
      ${vat} as vat_pence, l.created_at, exists (
        select from charges k where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id)
          and k.kind = 'credit') as is_credited,
      ${chargedAmount} + ${creditedParts(sql`amount_pence`)} as left_pence,
      ${chargedFee} + ${creditedParts(sql`fee_pence`)} as left_fee_pence
    ${linesOfReports} where ${ofScope(caller)} and l.kind = 'order' and ${which}
    order by c.order_id, r.position`);
}

/** The month of the first charge of these accounts, `yyyy-mm`; undefined if there is none. */
export async function findFirstChargedMonth(db: Db, accounts: DeskAccounts, by: Asker): Promise<string | undefined> {
  demand(by, 'read_charges');
  const row = await db.row<{ month: string | null }>(sql`
    select to_char(min(first.created_at) at time zone 'Europe/London', 'YYYY-MM') as month
    from accounts a cross join lateral (
      select created_at from charges where account_id = a.id and environment = 'live' order by created_at limit 1
    ) first
    where ${within(accounts, 'a.id')}`);
  return row?.month ?? undefined;
}
