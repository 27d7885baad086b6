// The condition by which statements find what is in the scope of a caller alone.
import { type Sql, sql } from '../../platform/db/database.ts';
import type { Scope } from './scope-rules.ts';

/**
 * Whether a row is in the scope. One subsidiary is compared by `=`, so that an index which has it before the order of a list
 * gives that order.
 * @param column that names the subsidiary of the row
 */
export function isOfScope({ subsidiaryIds = null }: Scope, column: Sql): Sql {
  if (subsidiaryIds === null) return sql`true`;
  const [only, ...others] = subsidiaryIds;
  return others.length === 0 ? sql`${column} = ${only ?? null}::uuid` : sql`${column} = any (${subsidiaryIds}::uuid[])`;
}

/** `isWithin` in SQL. @param ids an array of the subsidiaries that somebody sees; null for the whole account */
export const isSetWithin = ({ subsidiaryIds = null }: Scope, ids: Sql): Sql =>
  subsidiaryIds === null ? sql`true` : sql`coalesce(${ids} <@ ${subsidiaryIds}::uuid[], false)`;

/** What a key `k` of the user `u` sees: its subsidiary, else those of its user; null for the whole account. */
export const subsidiariesOfKey = sql`(case when k.subsidiary_id is null then u.subsidiary_ids else array[k.subsidiary_id] end)`;

/** Whether a user `u` sees what is of a subsidiary. @param column that names it; null for what is of none */
export const seesSubsidiary = (column: Sql): Sql =>
  sql`(u.subsidiary_ids is null or ${column} = any (u.subsidiary_ids))`;
