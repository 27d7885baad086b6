// Who of a client has an order: the user who ordered it, unless somebody looks after it in their place.
import type { OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { ClientRole } from '../access/permissions.ts';
import { isOfScope, isSetWithin } from '../access/scope-queries.ts';
import { coverOf, isAway } from '../accounts/cover-queries.ts';
import { isSeenBy } from './check-queries.ts';
import type { CheckState } from './check-states.ts';

/**
 * Of a check `c`; null if it was ordered at the desk. The index `checks_by_owner` has the same words: no `coalesce`, which
 * PostgreSQL does not look up in an index where the policies of accounts hold.
 */
export const ownerId: Sql = sql`
  case when c.looked_after_by_user_id is null then c.ordered_by_user_id else c.looked_after_by_user_id end`;

/** Of these users. One is compared by `=`, as in `isOfScope`. */
export const isOwnedBy = ([only, ...others]: readonly string[]): Sql =>
  others.length === 0 ? sql`${ownerId} = ${only ?? null}::uuid` : sql`${ownerId} = any (${[only, ...others]}::uuid[])`;

export interface OrderOwner {
  readonly id: string;
  readonly name: string;
}

const isOpen = sql`c.status in ('awaiting_applicant', 'in_progress', 'on_hold')`;

/** The users who have orders among those of the scope, by name. */
export function findOrderOwners(db: Db, scope: OrderScope): Promise<OrderOwner[]> {
  return db.rows<OrderOwner>(sql`
    select u.id, u.name from users u
    where u.account_id = ${scope.accountId} and exists (
      select from checks c
      where c.account_id = u.account_id and c.environment = ${scope.environment} and ${ownerId} = u.id
        and ${isOfScope(scope, sql`c.subsidiary_id`)})
    order by u.name, u.id`);
}

export interface OrderPeople {
  /** Who has it; null for nobody. */
  readonly owner_id: string | null;
  /** null if it was ordered at the desk. */
  readonly ordered_by: string | null;
  /** In place of who ordered it; null for nobody. */
  readonly looked_after_by: string | null;
  /** Whoever has it cannot sign in any more. */
  readonly is_owner_gone: boolean;
  /** The last day of the owner's absence; null if they are not away. */
  readonly away_until: IsoDate | null;
  /** Who covers for them. */
  readonly covered_by: string | null;
}

export async function findOrderPeople(db: Db, tenant: Tenant, checkId: string): Promise<OrderPeople> {
  const row = await db.row<OrderPeople>(sql`
    select ${ownerId} as owner_id, o.name as ordered_by, l.name as looked_after_by,
      coalesce(case when l.id is null then o.disabled_at else l.disabled_at end is not null, false) as is_owner_gone,
      case when ${isAway} then u.away_until::text end as away_until,
      (select n.name from users n where n.account_id = u.account_id and n.id = ${coverOf}) as covered_by
    from checks c
    left join users u on u.account_id = c.account_id and u.id = ${ownerId}
    left join users o on (o.account_id, o.id) = (c.account_id, c.ordered_by_user_id)
    left join users l on (l.account_id, l.id) = (c.account_id, c.looked_after_by_user_id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}`);
  const nobody = { owner_id: null, ordered_by: null, looked_after_by: null, is_owner_gone: false };
  return row ?? { ...nobody, away_until: null, covered_by: null };
}

export interface OwnedOrder {
  readonly id: string;
  readonly orderId: number;
  /** null for an order of none. */
  readonly subsidiaryId: string | null;
}

/** Those of the ids that are orders of the scope, the newest first. */
export function findOwnedOrders(db: Db, scope: OrderScope, checkIds: readonly string[]): Promise<OwnedOrder[]> {
  return db.rows<OwnedOrder>(sql`
    select c.id, c.order_id as "orderId", c.subsidiary_id as "subsidiaryId" from checks c
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} ${isSeenBy(scope)}
      and c.id = any(${checkIds}::uuid[])
    order by c.order_id desc`);
}

export interface ColleagueRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: ClientRole;
  readonly subsidiary_ids: readonly string[] | null;
  readonly disabled_at: Date | null;
}

/** The users of the account by name; for who sees some subsidiaries only, those who see no other. */
export function findColleagues(db: Db, scope: OrderScope): Promise<ColleagueRow[]> {
  return db.rows<ColleagueRow>(sql`
    select u.id, u.name, u.email, u.role, u.subsidiary_ids, u.disabled_at from users u
    where u.account_id = ${scope.accountId} and u.disabled_at is null
      and ${isSetWithin(scope, sql`u.subsidiary_ids`)}
    order by u.name, u.id`);
}

export interface OpenOrders {
  /** null for those of none. */
  readonly subsidiaryId: string | null;
  readonly count: number;
}

/** How many orders in progress the user has of each subsidiary, live and test. */
export function findOpenOrdersOf(db: Db, accountId: string, userId: string): Promise<OpenOrders[]> {
  return db.rows<OpenOrders>(sql`
    select c.subsidiary_id as "subsidiaryId", count(*)::integer as count from checks c
    where c.account_id = ${accountId} and ${ownerId} = ${userId} and ${isOpen}
    group by c.subsidiary_id`);
}

export interface HandedOrder extends Tenant {
  readonly checkId: string;
  readonly applicantId: string;
  readonly status: CheckState;
  readonly clockOffsetSeconds: number;
  /** Who had it; null for nobody. */
  readonly fromId: string | null;
}

const handedColumns = sql`c.account_id as "accountId", c.environment, c.id as "checkId", c.applicant_id as "applicantId",
  c.status, case c.environment when 'test' then a.test_clock_offset_seconds else 0 end as "clockOffsetSeconds"`;

/** Of the user's orders in progress those of the subsidiaries; null among them are those of none. Returns what was given. */
export function updateOwner(
  db: Db,
  accountId: string,
  handover: { readonly fromId: string; readonly toId: string; readonly subsidiaryIds: readonly (string | null)[] },
): Promise<HandedOrder[]> {
  const { fromId, toId, subsidiaryIds } = handover;
  return db.rows<HandedOrder>(sql`
    update checks c set looked_after_by_user_id = ${toId}
    from accounts a
    where a.id = c.account_id and c.account_id = ${accountId} and ${ownerId} = ${fromId} and ${isOpen}
      and (c.subsidiary_id = any(${subsidiaryIds.filter((id) => id !== null)}::uuid[])
        or ${subsidiaryIds.includes(null)}::boolean and c.subsidiary_id is null)
    returning ${handedColumns}, ${fromId}::uuid as "fromId"`);
}

/** Of the orders of the scope with these ids; returns those that somebody else had. */
export function updateOwnerOf(
  db: Db,
  scope: OrderScope,
  { checkIds, toId }: { readonly checkIds: readonly string[]; readonly toId: string },
): Promise<HandedOrder[]> {
  return db.rows<HandedOrder>(sql`
    with held as (
      select c.id, ${ownerId} as owner_id from checks c
      where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} ${isSeenBy(scope)}
        and c.id = any(${checkIds}::uuid[])
      order by c.id for update
    )
    update checks c set looked_after_by_user_id = ${toId}
    from held h, accounts a
    where a.id = c.account_id and c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
      and c.id = h.id and h.owner_id is distinct from ${toId}
    returning ${handedColumns}, h.owner_id as "fromId"`);
}
