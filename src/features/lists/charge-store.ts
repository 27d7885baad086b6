// The prices of charges that were made before a price was agreed: which they get, and that they get them.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { agreedFee, termsOn, ukDayOf } from '../report-types/availability-actions.ts';
import { endedFeeless } from '../reports/credit-queries.ts';
import { charged } from './charge-queries.ts';

interface PricedType {
  readonly report_type_id: number;
  readonly price_pence: number;
  readonly reports: number;
}

export interface PriceableType extends PricedType {
  readonly fee_pence: number;
  /** The day from which the price is agreed, where that of the order has none; otherwise null. */
  readonly later_from: IsoDate | null;
}

/**
 * The reports of the month's lines that have no price, with what they are charged at: the terms of the UK day of their order,
 * or, where no price is known for that day, those of the first day that has one or of `at`. @param month `yyyy-mm`
 */
function priceable(scope: OrderScope, month: string, at: Date): Sql {
  const ordered = termsOn(sql`t`, ukDayOf(sql`u.ordered_at`));
  const now = termsOn(sql`t`, ukDayOf(sql`${at}::timestamptz`));
  const isKnown = sql`${ordered.pricePence} is not null`;
  return sql`
    select u.account_id, u.environment, u.report_id, u.report_type_id,
      coalesce(${ordered.pricePence}, ${now.pricePence}) as price_pence,
      case when u.is_feeless then 0
        when ${isKnown} then ${agreedFee(ordered, sql`u.options`)} else ${agreedFee(now, sql`u.options`)} end as fee_pence,
      case when ${isKnown} then case when ${ukDayOf(sql`u.ordered_at`)} < t.earlier_from then t.earlier_from end
        when t.next_from <= ${ukDayOf(sql`${at}::timestamptz`)} then t.next_from else t.earlier_until end as later_from
    from (
      select distinct l.account_id, l.environment, l.report_id, r.report_type_id, r.options, r.created_at as ordered_at,
        ${endedFeeless(scope)} as is_feeless
      ${charged(scope, month)} and l.amount_pence is null and p.amount_pence is null
    ) u
    join account_report_types t on (t.account_id, t.report_type_id) = (u.account_id, u.report_type_id)
      and coalesce(${ordered.pricePence}, ${now.pricePence}) is not null`;
}

/** By report type and price. @param month `yyyy-mm` */
export function findPriceable(db: Db, scope: OrderScope, month: string, at: Date): Promise<PriceableType[]> {
  return db.rows<PriceableType>(sql`
    select report_type_id, price_pence, fee_pence, later_from, count(*) as reports
    from (${priceable(scope, month, at)}) one
    group by report_type_id, price_pence, fee_pence, later_from
    order by report_type_id, later_from nulls first, price_pence, fee_pence`);
}

/** Prices the reports of the month's lines that have none, as far as their type has a price by now. @param month `yyyy-mm` */
export function insertPrices(db: Db, scope: OrderScope, month: string, at: Date): Promise<PricedType[]> {
  return db.rows<PricedType>(sql`
    with wanted as (${priceable(scope, month, at)}),
    priced as (
      insert into charges (account_id, environment, report_id, kind, amount_pence, fee_pence, created_at)
      select w.account_id, w.environment, w.report_id, 'price', w.price_pence, w.fee_pence, ${at}::timestamptz
      from wanted w
      -- Somebody else priced it at this moment.
      on conflict do nothing
      returning report_id
    )
    select w.report_type_id, w.price_pence, count(*) as reports
    from priced join wanted w using (report_id)
    group by w.report_type_id, w.price_pence order by w.report_type_id, w.price_pence`);
}
