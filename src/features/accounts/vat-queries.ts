// The VAT rate of an account on a day: one rate, and from a month on perhaps another.
import type { IsoDate } from '../../lib/dates.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import type { AccountSettings } from './account-settings.ts';

type VatSettings = Pick<AccountSettings, 'vatPercent' | 'vatPercentNext' | 'vatNextFrom'>;

/** @param day a UK day */
export const vatPercentOn = ({ vatPercent, vatPercentNext, vatNextFrom }: VatSettings, day: IsoDate): number =>
  vatNextFrom !== '' && day.slice(0, 7) >= vatNextFrom ? vatPercentNext : vatPercent;

/** The same of `settings` as they are stored. @param month `yyyy-mm` in the United Kingdom */
export const vatPercentIn = (settings: Sql, month: Sql): Sql => sql`
  case when coalesce(${settings} ->> 'vatNextFrom', '') <> '' and ${month} >= ${settings} ->> 'vatNextFrom'
    then coalesce((${settings} ->> 'vatPercentNext')::smallint, 0)
    else coalesce((${settings} ->> 'vatPercent')::smallint, 0) end`;

/** The UK month of an instant, as `vatPercentIn` takes it. */
export const ukMonthOf = (instant: Sql): Sql => sql`to_char(${instant} at time zone 'Europe/London', 'YYYY-MM')`;
