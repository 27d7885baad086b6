// What all clients are charged in a time and the one before it, and what suppliers cost, by account and report type.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { chargedAmount, isCounted, priced } from './charge-queries.ts';
import { isInBoth, periodOf } from './figure-queries.ts';
import type { FigureTimes } from './figure-rules.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

export interface MoneyCounts {
  /** Of the prices without fees and VAT, less what was credited. */
  readonly revenue_pence: number;
  readonly cost_pence: number;
  /** Reports without an agreed price. */
  readonly unpriced: number;
}

export interface MoneyRow extends MoneyCounts {
  readonly period: 'now' | 'before';
  readonly account_id: string;
  /** Null of a charge that was added by hand. */
  readonly report_type_id: number | null;
}

/** By the day on which a line was charged, as on the page of charges, and that on which work was sent to a supplier. */
export function findMoneyFigures(db: Db, reader: DeskReader, times: FigureTimes): Promise<MoneyRow[]> {
  demand(authorityOf(reader), 'read_figures');
  demand(authorityOf(reader), 'read_charges');
  demand(authorityOf(reader), 'read_suppliers');
  const { now, before } = times;
  return db.rows<MoneyRow>(sql`
    with charged as (
      select ${periodOf('l.created_at', times)} as period, l.account_id, l.report_id, ${chargedAmount} as amount
      ${priced}
      where ${within(reader.accounts, 'l.account_id')} and l.environment = 'live' and ${isCounted}
        and ${isInBoth('l.created_at', times)}
    ), spent as (
      select case when q.sent_on >= ${now.from}::date then 'now' when q.sent_on <= ${before.to}::date then 'before' end as period,
        q.account_id, q.report_id, q.cost_pence as cost
      from supplier_requests q
      where ${within(reader.accounts, 'q.account_id')} and q.environment = 'live' and q.sent_on >= ${before.from}::date
        and q.sent_on <= ${now.to}::date
    ), each as (
      select period, account_id, report_id, sum(amount) as revenue, 0 as cost, (count(*) - count(amount) > 0)::integer as unpriced
      from charged where period is not null group by 1, 2, 3
      union all
      select period, account_id, report_id, 0, cost, 0 from spent where period is not null
    )
    select e.period, e.account_id, r.report_type_id, coalesce(sum(e.revenue), 0)::bigint as revenue_pence,
      sum(e.cost)::bigint as cost_pence, sum(e.unpriced)::integer as unpriced
    from each e left join reports r on (r.account_id, r.environment, r.id) = (e.account_id, 'live', e.report_id)
    group by 1, 2, 3`);
}
