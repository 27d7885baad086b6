// Which accounts are of clients, and how far their closing has come: the conditions that every list, rule and job asks.
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { type Closing, LAST_CHANCE_DAYS } from './closing.ts';

/** Whether it belongs to a client: the house standard does not, so no list has it. @param alias of `accounts` */
export const isClient = (alias: 'a'): Sql => rawSql(`not ${alias}.is_standard`);

/** Whether new orders have ended. @param alias of `accounts` in the statement */
export const isClosed = (alias: 'a'): Sql => rawSql(`(${alias}.closing->>'closedAt') is not null`);

/** Whether its users, keys and webhooks have ended, too. @param alias of `accounts` in the statement */
export const isGone = (alias: 'a'): Sql => rawSql(`(${alias}.closing->>'signInEndedAt') is not null`);

/** Whether new orders had ended before the month: nothing is charged for it as a whole. Of `accounts a`. @param month `yyyy-mm` */
export const hadLeftBefore = (month: Sql): Sql =>
  sql`coalesce(to_char((a.closing->>'closedAt')::timestamptz at time zone 'Europe/London', 'YYYY-MM') < ${month}, false)`;

/**
 * The UK day from which on people are erased because of it, as `erasedFrom` says it; null before it is closed and told.
 * @param alias of `accounts` in the statement
 */
export const erasesFrom = (alias: 'a'): Sql =>
  rawSql(`case when ${alias}.closing->>'closedAt' is not null and ${alias}.closing->>'warnedAt' is not null then greatest(
    (${alias}.closing->>'eraseOn')::date,
    (coalesce(${alias}.closing->>'signInEndedAt', ${alias}.closing->>'warnedAt')::timestamptz at time zone 'Europe/London')::date
      + ${LAST_CHANCE_DAYS}) end`);

/** The accounts whose closing is not over, planned or begun. */
export async function findClosingAccounts(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from accounts where closing is not null and closing->>'erasedAt' is null order by id`);
  return rows.map(({ id }) => id);
}

/** @param closing null opens the account again */
export function updateClosing(
  db: Db,
  integrity: Integrity,
  accountId: string,
  closing: Closing | null,
): Promise<number> {
  const text = closing === null ? null : JSON.stringify(closing);
  const update = sql`update accounts set closing = ${text}::jsonb where id = ${accountId}`;
  return changeGuarded(db, integrity, 'accounts', accountId, (tx) => tx.run(update));
}
