// Finds checks by blind keys: searching a name, an email address or a reference needs no decryption.
import type { Tenant } from '../../context.ts';
import { type Sql, sql } from '../../platform/db/database.ts';

/** The search terms for one account; each account has blind keys of its own. */
export interface AccountSearch extends Tenant {
  /** null if the text is not an order number. */
  readonly orderId: number | null;
  /** The applicant must have all of them; empty if the text cannot be a person's. */
  readonly personKeys: readonly string[];
  /** The order must have one of them. */
  readonly referenceKeys: readonly string[];
  /** Somebody whom the order asked for a reference must have all of them; empty if the reader does not search these. */
  readonly askedKeys: readonly string[];
}

/** A PostgreSQL array as text. Null instead of an empty array, because every array contains the empty one. */
const arrayText = (keys: readonly string[]) => (keys.length === 0 ? null : `{${keys.join()}}`);

/** `searches`: the terms of each account. */
const searchesOf = (searches: readonly AccountSearch[]): Sql => sql`
    searches as (
      select s.account_id, s.environment, s.order_id, s.person_keys::bigint[], s.reference_keys::bigint[],
        s.asked_keys::bigint[]
      from unnest(
        ${searches.map((search) => search.accountId)}::uuid[], ${searches.map((search) => search.environment)}::text[],
        ${searches.map((search) => search.orderId)}::bigint[],
        ${searches.map((search) => arrayText(search.personKeys))}::text[],
        ${searches.map((search) => arrayText(search.referenceKeys))}::text[],
        ${searches.map((search) => arrayText(search.askedKeys))}::text[]
      ) as s(account_id, environment, order_id, person_keys, reference_keys, asked_keys)
    )`;

/**
 * `found`: `account_id`, `environment` and `id` of the people who are meant, or who have a reference of their own, as those of
 * earlier cases have.
 */
export const foundPeople = (searches: readonly AccountSearch[]): Sql => sql`
    ${searchesOf(searches)},
    found as materialized (
      select s.account_id, s.environment, a.id
      from searches s
      cross join lateral applicants_with_keys(s.account_id, s.environment, s.person_keys) as a(id)
      union
      select s.account_id, s.environment, a.id
      from searches s
      cross join lateral applicants_by_key(s.account_id, s.environment, s.reference_keys) as a(key, id)
    )`;

/**
 * `found`: `account_id`, `environment` and `id` of the checks with the order number, the person, the reference or who was asked.
 * Materialized, so that the planner does not read a whole list in its order to find a few rows.
 */
export function foundChecks(searches: readonly AccountSearch[]): Sql {
  return sql`
    ${searchesOf(searches)},
    found as materialized (
      select c.account_id, c.environment, c.id
      from searches s
      cross join lateral applicants_with_keys(s.account_id, s.environment, s.person_keys) as a(id)
      join checks c on c.account_id = s.account_id and c.environment = s.environment and c.applicant_id = a.id
      union
      select s.account_id, s.environment, c.id
      from searches s
      cross join lateral checks_with_reference_keys(s.account_id, s.environment, s.reference_keys) as c(id)
      union
      select s.account_id, s.environment, c.id
      from searches s
      cross join lateral checks_with_all_reference_keys(s.account_id, s.environment, s.asked_keys) as c(id)
      union
      select c.account_id, c.environment, c.id
      from searches s
      join checks c on c.account_id = s.account_id and c.environment = s.environment and c.order_id = s.order_id
    )`;
}
