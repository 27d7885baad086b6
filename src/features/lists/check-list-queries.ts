// The list of an account's checks in its portal: filtered, sorted and paged by unencrypted columns.
import type { OrderScope } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { type CheckRow, checkColumns } from '../checks/check-queries.ts';
import type { CheckState } from '../checks/check-states.ts';
import { isUndecided } from '../client-decisions/undecided-queries.ts';
import { checksOfBulkOrder } from '../orders/bulk-order-queries.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import { type AccountSearch, foundChecks } from './search-queries.ts';

export interface ListedCheckRow extends CheckRow {
  /** The lights of the complete reports. */
  readonly lights: readonly TrafficLight[];
  /** The latest due date of its open reports, `yyyy-mm-dd`; null if none has one. */
  readonly due_on: string | null;
}

/** `undecided`: they wait for the client's decision. */
export const listedResults = ['clear', 'consider', 'undecided'] as const;
export type ListedResult = (typeof listedResults)[number];

export interface CheckListFilter {
  readonly status?: CheckState | undefined;
  readonly result?: ListedResult | undefined;
  readonly search?: AccountSearch | undefined;
  /** The bulk order that they were placed by. */
  readonly bulkOrderId?: string | undefined;
  readonly applicantId?: string | undefined;
  /** Only the newest check of each applicant who is not erased. */
  readonly isNewestOnly?: true | undefined;
}

export const checkSorts = ['newest', 'oldest'] as const;
export type CheckSort = (typeof checkSorts)[number];

/** A page starts at an order number, so that the index finds it in a list of any length. */
export interface CheckListPage {
  readonly sort: CheckSort;
  /** The first order of the page; undefined starts at the beginning of the list. */
  readonly from?: number | undefined;
  readonly limit: number;
}

const directions = { newest: rawSql('desc'), oldest: rawSql('asc') };
const opposites = { newest: 'oldest', oldest: 'newest' } as const;
/** Compares with the first order, in the direction of the list. */
const onwards = { newest: rawSql('<='), oldest: rawSql('>=') };

const searchOf = ({ search }: CheckListFilter): Sql => (search === undefined ? sql`` : sql`${foundChecks([search])},`);

// Literals, not parameters: with a parameter the planner would not use the partial index.
const withResult = (scope: OrderScope, result: ListedResult): Sql =>
  ({
    clear: sql`and c.result = 'clear'`,
    consider: sql`and c.result = 'consider'`,
    undecided: sql`and ${isUndecided(scope)}`,
  })[result];

/** Nothing is known of somebody erased. */
const isNewest = (scope: OrderScope) => sql`exists (
  select from applicants a
  where a.account_id = ${scope.accountId} and a.environment = ${scope.environment} and a.id = c.applicant_id
    and a.erased_at is null)
  and not exists (
  select from checks newer
  where (newer.account_id, newer.environment, newer.applicant_id) = (c.account_id, c.environment, c.applicant_id)
    and newer.order_id > c.order_id)`;

/** Contains only the requested conditions, so that each combination has a plan of its own. */
const wanted = (scope: OrderScope, filter: CheckListFilter): Sql => {
  const { status, result, search, bulkOrderId, applicantId, isNewestOnly } = filter;
  return sql`
  from checks c
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
    ${scope.subsidiaryId === null ? sql`` : sql`and c.subsidiary_id = ${scope.subsidiaryId}`}
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${result === undefined ? sql`` : withResult(scope, result)}
    ${search === undefined ? sql`` : sql`and c.id in (select id from found)`}
    ${bulkOrderId === undefined ? sql`` : sql`and c.id in (${checksOfBulkOrder(scope, bulkOrderId)})`}
    ${applicantId === undefined ? sql`` : sql`and c.applicant_id = ${applicantId}`}
    ${isNewestOnly ? sql`and ${isNewest(scope)}` : sql``}`;
};

// The limit is a literal: with a bound one PostgreSQL would plan the statement again at each call.
export function findListedChecks(
  db: Db,
  scope: OrderScope,
  filter: CheckListFilter,
  { sort, from, limit }: CheckListPage,
): Promise<ListedCheckRow[]> {
  return db.rows<ListedCheckRow>(sql`
    with ${searchOf(filter)} listed as (
      select c.* ${wanted(scope, filter)}
        ${from === undefined ? sql`` : sql`and c.order_id ${onwards[sort]} ${from}`}
      order by c.order_id ${directions[sort]} limit ${rawSql(String(limit))}
    )
    select ${checkColumns}, r.lights, r.due_on
    from listed c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    cross join lateral (
      select coalesce(array_agg(r.traffic_light) filter (where r.status = 'complete'), '{}') as lights,
        max(r.due_on) filter (where r.status in ('awaiting_data', 'paused', 'awaiting_approval')) as due_on
      from reports r
      where r.account_id = c.account_id and r.environment = c.environment and r.check_id = c.id
    ) r
    order by c.order_id ${directions[sort]}`);
}

/** Where the previous page starts; undefined on the first page. */
export async function findPageBefore(
  db: Db,
  scope: OrderScope,
  filter: CheckListFilter,
  { sort, from, limit }: CheckListPage & { readonly from: number },
): Promise<number | undefined> {
  const back = opposites[sort];
  const rows = await db.rows<{ order_id: number }>(sql`
    with ${searchOf(filter)} before as (
      select c.order_id ${wanted(scope, filter)} and c.order_id <> ${from} and c.order_id ${onwards[back]} ${from}
      order by c.order_id ${directions[back]} limit ${limit}
    )
    select order_id from before order by order_id ${directions[sort]} limit 1`);
  return rows[0]?.order_id;
}

export interface CheckCount {
  readonly status: CheckState;
  readonly count: number;
}

/** Counts ongoing checks only: finished ones grow without limit. */
export function countOngoingChecks(db: Db, scope: OrderScope): Promise<CheckCount[]> {
  return db.rows<CheckCount>(sql`
    select c.status, count(*) as count ${wanted(scope, {})}
      and c.status in ('awaiting_applicant', 'in_progress', 'on_hold')
    group by c.status`);
}
