// The agreed prices and fees that apply from a day to come.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from './work-queue-queries.ts';

export interface ComingPriceRow {
  readonly account_id: string;
  readonly account: string;
  readonly report_type_id: number;
  /** Of today. */
  readonly pricePence: number | null;
  readonly feePence: number | null;
  readonly nextFrom: IsoDate;
  /** Null where it stays, as of the others. */
  readonly nextPricePence: number | null;
  readonly nextFeePence: number | null;
  readonly nextVolumePrices: string | null;
}

/** After `today`: by day, then by account. */
export const findComingPrices = (db: Db, accounts: DeskAccounts, today: IsoDate): Promise<ComingPriceRow[]> =>
  db.rows<ComingPriceRow>(sql`
    select c.account_id, a.name as account, c.report_type_id, c.price_pence as "pricePence", c.fee_pence as "feePence",
      c.next_from::text as "nextFrom", c.next_price_pence as "nextPricePence", c.next_fee_pence as "nextFeePence",
      c.next_volume_prices as "nextVolumePrices"
    from account_report_types c join accounts a on a.id = c.account_id
    where ${within(accounts, 'c.account_id')} and c.next_from > ${today}::date
    order by c.next_from, a.is_standard desc, lower(a.name), a.id, c.report_type_id`);
