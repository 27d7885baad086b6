// Finds the orders of a spreadsheet, and those that its people have already.
import type { OrderScope, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { CheckState } from '../checks/check-states.ts';

/** Who orders somebody again so soon may not know of the earlier order. */
const recently = sql`c.created_at > now() - interval '90 days' and c.status not in ('withdrawn', 'cancelled')`;

const isInScope = (scope: OrderScope): Sql => sql`
  c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
  and ${isOfScope(scope, sql`c.subsidiary_id`)}`;

export interface OrderOfPerson {
  readonly id: string;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly status: CheckState;
  readonly created_at: Date;
  readonly is_restricted: boolean;
}

/**
 * A page of the recent orders of those who have the email key, or all name keys, the newest first. @param but the unique key of an
 * order that is left out @param before the number of the last order of the page before
 */
export function findOrdersOfPerson(
  db: Db,
  scope: OrderScope,
  keys: { readonly email: readonly string[]; readonly name: readonly string[]; readonly but: string | null },
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<OrderOfPerson[]> {
  return db.rows<OrderOfPerson>(sql`
    with alike as (
      select id from applicants_by_key(${scope.accountId}, ${scope.environment}, ${keys.email}::bigint[])
      union
      select named from applicants_with_keys(${scope.accountId}, ${scope.environment}, ${keys.name}::bigint[]) as named
      where cardinality(${keys.name}::bigint[]) > 0
    )
    select c.id, c.order_id, c.applicant_id, c.status, c.created_at, ${isCheckRestricted} as is_restricted
    from alike join checks c on ${isInScope(scope)} and c.applicant_id = alike.id
    where ${recently} and (${keys.but}::uuid is null or c.unique_key is distinct from ${keys.but}::uuid)
      and (${before}::integer is null or c.order_id < ${before}::integer)
    order by c.order_id desc limit ${limit}`);
}

export interface AlikeOrder extends Pick<OrderOfPerson, 'id' | 'order_id' | 'applicant_id' | 'created_at'> {
  /** Of the person, from 0. */
  readonly person: number;
}

/** The newest recent order of each applicant who has the email key of one of the people, or all of their name keys; newest first. */
export function findOrdersOfPeople(
  db: Db,
  scope: OrderScope,
  people: readonly { readonly email: string; readonly name: readonly string[] }[],
): Promise<AlikeOrder[]> {
  const emails = people.map(({ email }) => email);
  return db.rows<AlikeOrder>(sql`
    with people as materialized (
      select p.nth::integer - 1 as person, p.email, p.name::bigint[]
      from unnest(${emails}::bigint[], ${people.map(({ name }) => (name.length === 0 ? null : `{${name.join()}}`))}::text[])
        with ordinality as p(email, name, nth)
    ),
    alike as (
      select p.person, a.id
      from applicants_by_key(${scope.accountId}, ${scope.environment}, ${emails}::bigint[]) as a(key, id)
      join people p on p.email = a.key
      union
      select p.person, a.id
      from people p cross join lateral applicants_with_keys(${scope.accountId}, ${scope.environment}, p.name) as a(id)
    ),
    newest as (
      select distinct on (alike.person, c.applicant_id) alike.person, c.id, c.order_id, c.applicant_id, c.created_at
      from alike join checks c on ${isInScope(scope)} and c.applicant_id = alike.id
      where ${recently}
      order by alike.person, c.applicant_id, c.order_id desc
    )
    select person, id, order_id, applicant_id, created_at from newest order by order_id desc`);
}

/** The ids of the checks that a bulk order placed. */
export const checksOfBulkOrder = (tenant: Tenant, id: string): Sql => sql`
  select check_id from bulk_order_rows
  where account_id = ${tenant.accountId} and environment = ${tenant.environment} and bulk_order_id = ${id}
    and check_id is not null`;
