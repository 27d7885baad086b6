// The days from which agreed prices and fees change, for the operator's calendar: days and counts, no amounts.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface PriceDay {
  readonly on: IsoDate;
  /** How many accounts get other prices or fees. */
  readonly accounts: number;
}

/** Of the operator: every account. */
type DeskAccounts = 'all' | readonly string[];

/** After `today`, the first to come first. */
export function findPriceDays(db: Db, accounts: DeskAccounts, today: IsoDate): Promise<PriceDay[]> {
  const within = accounts === 'all' ? sql`true` : sql`account_id = any (${accounts}::uuid[])`;
  return db.rows<PriceDay>(sql`
    select next_from::text as on, count(distinct account_id)::integer as accounts
    from account_report_types where next_from > ${today}::date and ${within} group by 1 order by 1`);
}
