// What all clients are charged in a time and the one before it, and what suppliers and data providers cost, by account and report type.

import { addDays } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { chargedAmount, laterPrice } from '../reports/charged-amount-queries.ts';
import { isCounted } from './charge-queries.ts';
import { isIn } from './figure-queries.ts';
import type { FigureDays, FigureTimes } from './figure-rules.ts';
import { costsOf } from './supplier-figure-queries.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

export interface MoneyCounts {
  /** Of the prices without fees and VAT, less what was credited. */
  readonly revenue_pence: number;
  readonly cost_pence: number;
  /** Reports that were ordered without an agreed price. */
  readonly unpriced: number;
}

export interface MoneyRow extends MoneyCounts {
  readonly period: 'now' | 'before';
  readonly account_id: string;
  /** Null of a charge that was added by hand, and of the time before. */
  readonly report_type_id: number | null;
}

/** The type of a report is read for the time that the tables show. */
const typeOf = (period: 'now' | 'before', of: Sql) =>
  period === 'now'
    ? {
        type: sql`r.report_type_id`,
        report: sql`left join reports r on (r.account_id, r.environment, r.id) = (${of})`,
      }
    : { type: sql`null::integer`, report: sql`` };

function chargedIn(reader: DeskReader, period: 'now' | 'before', days: FigureDays): Sql {
  const { type, report } = typeOf(period, sql`l.account_id, l.environment, l.report_id`);
  return sql`
    select ${period} as period, l.account_id, ${type} as report_type_id,
      coalesce(sum(${chargedAmount}), 0)::bigint as revenue_pence, 0::bigint as cost_pence,
      count(*) filter (where l.kind = 'order' and ${chargedAmount} is null)::integer as unpriced
    from charges l ${laterPrice} ${report}
    where ${within(reader.accounts, 'l.account_id')} and l.environment = 'live' and ${isCounted} and ${isIn('l.created_at', days)}
    group by 2, 3`;
}

function spentIn(reader: DeskReader, period: 'now' | 'before', days: FigureDays): Sql {
  const { type, report } = typeOf(period, sql`q.account_id, q.environment, q.report_id`);
  return sql`
    select ${period}, q.account_id, ${type}, 0, sum(q.cost_pence)::bigint, 0
    from ${costsOf(reader, { from: sql`${days.from}::date`, to: sql`${addDays(days.to, 1)}::date` })} ${report}
    group by 2, 3`;
}

/** By the day on which a line was charged, as on the page of charges, and that on which a supplier or provider was asked. */
export function findMoneyFigures(db: Db, reader: DeskReader, { now, before }: FigureTimes): Promise<MoneyRow[]> {
  demand(authorityOf(reader), 'read_figures');
  demand(authorityOf(reader), 'read_charges');
  demand(authorityOf(reader), 'read_suppliers');
  return db.rows<MoneyRow>(sql`
    ${chargedIn(reader, 'now', now)} union all ${chargedIn(reader, 'before', before)}
    union all ${spentIn(reader, 'now', now)} union all ${spentIn(reader, 'before', before)}`);
}
