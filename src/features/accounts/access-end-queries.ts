// Finds whose access is over: the condition by which somebody signs in, and those whom a job disables.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';

export const ukToday = sql`(now() at time zone 'Europe/London')::date`;

/** Nobody disabled them, and the last day of their access is not over in the UK. @param alias of `users` or `desk_users` in the statement. The view `sign_in_users` has the same condition. */
export const isAccessOpen = (alias: 'u' | 'd' | 'k'): Sql => sql`(
  ${rawSql(alias)}.disabled_at is null and coalesce(${rawSql(alias)}.access_until >= ${ukToday}, true))`;

/** Users of clients whose access is over, and whom nobody has disabled. */
export const findOverUsers = (
  db: Db,
  today: IsoDate,
): Promise<{ readonly id: string; readonly account_id: string }[]> =>
  db.rows(
    sql`select id, account_id from users where disabled_at is null and access_until < ${today}::date order by id`,
  );

/** People of the desk, as `findOverUsers`. */
export const findOverDeskUsers = async (db: Db, today: IsoDate): Promise<string[]> =>
  (
    await db.rows<{ readonly id: string }>(sql`
      select id from desk_users where disabled_at is null and access_until < ${today}::date order by id`)
  ).map(({ id }) => id);

/** The accounts of users whose access ends by that day. */
export const findAccountsWithEnds = async (db: Db, until: IsoDate): Promise<string[]> =>
  (
    await db.rows<{ readonly account_id: string }>(sql`
      select distinct account_id from users where disabled_at is null and access_until <= ${until}::date`)
  ).map(({ account_id }) => account_id);
