// How fast and at what cost a supplier answers: of live work in the accounts that somebody at the desk sees.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

export interface SupplierFigures {
  readonly sent: number;
  readonly answered: number;
  readonly outstanding: number;
  readonly cancelled: number;
  /** Whole days from the sending to the answer; null before the first answer. */
  readonly median_days: number | null;
  readonly p90_days: number | null;
  /** Of those that were answered or are due: how many were not answered by the day that was first expected. */
  readonly due: number;
  readonly late: number;
  /** Of those that were answered: how many answers were corrected, and how many of these were found wrong by others. */
  readonly corrected: number;
  readonly found_wrong: number;
  /** Reports that were reopened because a source was wrong or corrected its answer. */
  readonly reopened: number;
  /** Of what was sent and not cancelled; null where nothing was. */
  readonly mean_cost_pence: number | null;
}

const sentSince = (reader: DeskReader, since: IsoDate): Sql => sql`
  ${within(reader.accounts, 'q.account_id')} and q.environment = 'live' and q.sent_on >= ${since}`;

const sentTo = (reader: DeskReader, supplierId: string, since: IsoDate): Sql =>
  sql`${sentSince(reader, since)} and q.supplier_id = ${supplierId}`;

/** By supplier; those to whom nothing was sent are left out. @param supplierId of this one alone */
export async function findSupplierFigures(
  db: Db,
  reader: DeskReader,
  { supplierId, since, now }: { readonly supplierId?: string; readonly since: IsoDate; readonly now: Date },
): Promise<Map<string, SupplierFigures>> {
  demand(authorityOf(reader), 'read_suppliers');
  const today = sql`${ukDateOf(now)}::date`;
  const isDue = sql`(q.status = 'answered' or q.status = 'sent' and q.promised_on < ${today})`;
  const isAsked = sql`q.status in ('answered', 'sent')`;
  const rows = await db.rows<SupplierFigures & { readonly supplier_id: string }>(sql`
    select q.supplier_id, count(*)::integer as sent,
      (count(*) filter (where q.status = 'answered'))::integer as answered,
      (count(*) filter (where q.status = 'sent'))::integer as outstanding,
      (count(*) filter (where q.status in ('to_call_off', 'cancelled')))::integer as cancelled,
      percentile_disc(0.5) within group (order by q.received_on - q.sent_on)
        filter (where q.status = 'answered') as median_days,
      percentile_disc(0.9) within group (order by q.received_on - q.sent_on)
        filter (where q.status = 'answered') as p90_days,
      (count(*) filter (where ${isDue}))::integer as due,
      (count(*) filter (where ${isDue} and coalesce(q.received_on, ${today}) > q.promised_on))::integer as late,
      (count(*) filter (where q.corrected_at is not null))::integer as corrected,
      (count(*) filter (where q.corrected_at is not null and exists (
        select from supplier_earlier_answers e
        where (e.account_id, e.environment, e.request_id) = (q.account_id, q.environment, q.id)
          and e.replaced_because = 'found_wrong')))::integer as found_wrong,
      (count(distinct q.report_id) filter (where q.status = 'answered' and exists (
        select from report_reviews w
        where (w.account_id, w.environment, w.report_id) = (q.account_id, q.environment, q.report_id)
          and w.decision = 'reopened' and w.code = 'source_error')))::integer as reopened,
      round(avg(q.cost_pence) filter (where ${isAsked}))::integer as mean_cost_pence
    from supplier_requests q
    where ${supplierId === undefined ? sentSince(reader, since) : sentTo(reader, supplierId, since)} group by q.supplier_id`);
  return new Map(rows.map(({ supplier_id: id, ...figures }) => [id, figures]));
}

export interface SupplierMonth {
  /** `yyyy-mm`, of the days on which it was sent. */
  readonly month: string;
  readonly sent: number;
  readonly cost_pence: number;
}

/** The newest month first. */
export function findSupplierMonths(
  db: Db,
  reader: DeskReader,
  { supplierId, since }: { readonly supplierId: string; readonly since: IsoDate },
): Promise<SupplierMonth[]> {
  demand(authorityOf(reader), 'read_suppliers');
  return db.rows<SupplierMonth>(sql`
    select to_char(q.sent_on, 'YYYY-MM') as month, count(*)::integer as sent, sum(q.cost_pence)::integer as cost_pence
    from supplier_requests q where ${sentTo(reader, supplierId, since)} group by 1 order by 1 desc`);
}

/** What was sent to suppliers, and what data providers were paid for, by the day; as `q`. */
export const costsOf = (reader: DeskReader, { from, to }: { readonly from: Sql; readonly to: Sql }): Sql => sql`(
  select q.account_id, q.environment, q.report_id, q.cost_pence from supplier_requests q
  where ${within(reader.accounts, 'q.account_id')} and q.environment = 'live' and q.sent_on >= ${from} and q.sent_on < ${to}
  union all
  select q.account_id, q.environment, q.report_id, q.cost_pence from provider_costs q
  where ${within(reader.accounts, 'q.account_id')} and q.environment = 'live' and q.asked_on >= ${from} and q.asked_on < ${to}
) q`;

/** What suppliers and data providers cost in a month, by account; those without any are left out. @param month `yyyy-mm` */
export async function findAccountCosts(db: Db, reader: DeskReader, month: string): Promise<Map<string, number>> {
  demand(authorityOf(reader), 'read_suppliers');
  demand(authorityOf(reader), 'read_charges');
  const first = sql`${`${month}-01`}::date`;
  const rows = await db.rows<{ account_id: string; cost_pence: number }>(sql`
    select q.account_id, sum(q.cost_pence) as cost_pence
    from ${costsOf(reader, { from: first, to: sql`${first} + interval '1 month'` })}
    group by q.account_id`);
  return new Map(rows.map((row) => [row.account_id, row.cost_pence]));
}

export interface SupplierTypeMargin {
  readonly report_type_id: number;
  readonly reports: number;
  /** Of this supplier and of all others to which these reports were sent. */
  readonly cost_pence: number;
  /** What these reports are charged without VAT and the fees of authorities; null if none has a price. */
  readonly charged_pence: number | null;
  readonly unpriced: number;
}

/** By report type: what the reports that were sent to the supplier cost, and what clients are charged for them. */
export function findSupplierMargins(
  db: Db,
  reader: DeskReader,
  { supplierId, since }: { readonly supplierId: string; readonly since: IsoDate },
): Promise<SupplierTypeMargin[]> {
  demand(authorityOf(reader), 'read_suppliers');
  demand(authorityOf(reader), 'read_charges');
  return db.rows<SupplierTypeMargin>(sql`
    with sent as (
      select distinct q.account_id, q.environment, q.report_id
      from supplier_requests q where ${sentTo(reader, supplierId, since)}
    ), each as (
      select r.report_type_id, (
          select sum(x.cost_pence) from supplier_requests x
          where (x.account_id, x.environment, x.report_id) = (s.account_id, s.environment, s.report_id)
        ) as cost, (
          select coalesce(max(h.amount_pence) filter (where h.kind = 'price'), max(h.amount_pence) filter (where h.kind = 'order'))
            * (case when bool_or(h.kind = 'credit') then 0 else 1 end)
          from charges h
          where (h.account_id, h.environment, h.about_id) = (s.account_id, s.environment, s.report_id)
        ) as charged
      from sent s join reports r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.report_id)
    )
    select report_type_id, count(*)::integer as reports, sum(cost)::integer as cost_pence,
      sum(charged)::integer as charged_pence, (count(*) filter (where charged is null))::integer as unpriced
    from each group by report_type_id order by count(*) desc, report_type_id`);
}
