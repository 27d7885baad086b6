// Which users can sign in with their client's own sign-in, and which of its secrets end soon.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

/** The client has one, and it may vouch for the domain of the user's address. @param accountId a column, as `email` is */
export const hasSingleSignOn = (accountId: Sql, email: Sql): Sql => sql`exists (
  select from single_sign_on o
  where o.account_id = ${accountId} and lower(split_part(${email}, '@', 2)) = any (o.domains))`;

/** The accounts whose secret ends from one day to the other. */
export const findEndingSecrets = (
  db: Db,
  from: IsoDate,
  to: IsoDate,
): Promise<{ readonly account_id: string; readonly secret_ends_on: IsoDate }[]> =>
  db.rows(sql`
    select account_id, secret_ends_on::text as secret_ends_on from single_sign_on
    where secret_ends_on between ${from}::date and ${to}::date order by account_id`);
