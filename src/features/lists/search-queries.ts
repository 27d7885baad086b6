// Finds checks by blind keys: nothing is decrypted to look for a name, an email address or a reference.
import type { Tenant } from '../../context.ts';
import { type Sql, sql } from '../../platform/db/database.ts';

/** What a typed text looks for in one account, whose keys are like those of no other. */
export interface AccountSearch extends Tenant {
  /** null where the text is no order number. */
  readonly orderId: number | null;
  /** All of them are the applicant's; empty where the text can be no person. */
  readonly personKeys: readonly string[];
  /** One of them is the order's. */
  readonly referenceKeys: readonly string[];
}

/** An array of PostgreSQL as text; null, which is in no array, where it would be empty, for every array contains that. */
const arrayText = (keys: readonly string[]) => (keys.length === 0 ? null : `{${keys.join()}}`);

/**
 * `found`: `account_id` and `id` of the checks that have the order number, the person or the reference.
 * Materialized: the planner might else read a whole list in its order to find the few.
 */
export function foundChecks(searches: readonly AccountSearch[]): Sql {
  return sql`
    searches as (
      select s.account_id, s.environment, s.order_id, s.person_keys::bigint[], s.reference_keys::bigint[] from unnest(
        ${searches.map((search) => search.accountId)}::uuid[], ${searches.map((search) => search.environment)}::text[],
        ${searches.map((search) => search.orderId)}::bigint[],
        ${searches.map((search) => arrayText(search.personKeys))}::text[],
        ${searches.map((search) => arrayText(search.referenceKeys))}::text[]
      ) as s(account_id, environment, order_id, person_keys, reference_keys)
    ),
    found as materialized (
      select c.account_id, c.id
      from searches s
      join applicants a on a.account_id = s.account_id and a.environment = s.environment
        and a.search_keys @> s.person_keys
      join checks c on c.account_id = a.account_id and c.environment = a.environment and c.applicant_id = a.id
      union
      select c.account_id, c.id
      from searches s
      join checks c on c.account_id = s.account_id and c.environment = s.environment
        and c.reference_keys && s.reference_keys
      union
      select c.account_id, c.id
      from searches s
      join checks c on c.account_id = s.account_id and c.environment = s.environment and c.order_id = s.order_id
    )`;
}
