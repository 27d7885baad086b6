// Writes the prices of charges that were made before a price was agreed.
import type { OrderScope } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { agreedFee, termsOn, ukDayOf } from '../report-types/availability-actions.ts';
import { charged } from './charge-queries.ts';

interface PricedType {
  readonly report_type_id: number;
  readonly price_pence: number;
  readonly reports: number;
}

/** Prices the reports of the month's lines that have none, as far as their type has a price now. @param month `yyyy-mm` */
export function insertPrices(db: Db, scope: OrderScope, month: string, at: Date): Promise<PricedType[]> {
  const agreed = termsOn(sql`t`, ukDayOf(sql`${at}::timestamptz`));
  return db.rows<PricedType>(sql`
    with unpriced as (
      select distinct l.account_id, l.environment, l.report_id, r.report_type_id, r.options
      ${charged(scope, month)} and l.amount_pence is null and p.amount_pence is null
    ),
    priced as (
      insert into charges (account_id, environment, report_id, kind, amount_pence, fee_pence, created_at)
      select u.account_id, u.environment, u.report_id, 'price', ${agreed.pricePence}, ${agreedFee(agreed, sql`u.options`)}, ${at}::timestamptz
      from unpriced u
      join account_report_types t on (t.account_id, t.report_type_id) = (u.account_id, u.report_type_id)
        and ${agreed.pricePence} is not null
      -- Somebody else priced it at this moment.
      on conflict do nothing
      returning report_id, amount_pence
    )
    select u.report_type_id, priced.amount_pence as price_pence, count(*) as reports
    from priced join unpriced u using (report_id)
    group by u.report_type_id, priced.amount_pence order by u.report_type_id`);
}
