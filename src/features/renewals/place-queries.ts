// The condition by which statements find the checks of where somebody left: a person may work in several subsidiaries.
import { type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import type { Scope } from '../access/scope-rules.ts';

/** Where somebody left: all that the scope sees, or of that one subsidiary; null for the orders of none. */
export interface Place extends Scope {
  readonly at?: { readonly subsidiaryId: string | null } | undefined;
}

/** Of a check `c`; null, and so not true, of an order of no subsidiary for who sees some of them. */
export const isOfPlace = ({ at, ...scope }: Place): Sql => sql`(${isOfScope(scope, sql`c.subsidiary_id`)}
  and ${at === undefined ? sql`true` : sql`c.subsidiary_id is not distinct from ${at.subsidiaryId}::uuid`})`;
