// The condition by which statements find what is of where somebody left: a person may work in several subsidiaries.
import { type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from './scope-queries.ts';
import type { Scope } from './scope-rules.ts';

/** Where somebody left: all that the scope sees, or of that one subsidiary; null for the orders of none. */
export interface Place extends Scope {
  readonly at?: { readonly subsidiaryId: string | null } | undefined;
}

/**
 * Of a row, by default a check `c`; null, and so not true, of one of no subsidiary for who sees some of them.
 * @param column that names the subsidiary of the row
 */
export const isOfPlace = (
  { at, ...scope }: Place,
  column: Sql = sql`c.subsidiary_id`,
): Sql => sql`(${isOfScope(scope, column)}
  and ${at === undefined ? sql`true` : sql`${column} is not distinct from ${at.subsidiaryId}::uuid`})`;
