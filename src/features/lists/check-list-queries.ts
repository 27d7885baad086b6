// The list of an account's checks in its portal: filtered, sorted and paged by unencrypted columns.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { DelayReason } from '../../messages/en-delays.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { type CheckRow, checkColumns } from '../checks/check-queries.ts';
import type { CheckState } from '../checks/check-states.ts';
import { SUBMISSION } from '../checks/form-deadline-schedule.ts';
import { isOwnedBy, ownerId } from '../checks/order-owner-queries.ts';
import { isUndecided } from '../client-decisions/undecided-queries.ts';
import { checksOfBulkOrder } from '../orders/bulk-order-queries.ts';
import { isLate, isOursAndOpen, promisedDay } from '../reports/late-queries.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import { isOpenReport, whomOpenReportsWaitFor } from '../reports/wait-queries.ts';
import { isConditionalStart, isNotCleared } from '../work-starts/work-start-queries.ts';
import { isNotClearedStart, type UnclearedDays } from './clearance-queries.ts';
import { type SoughtWaits, waitingCheckIds } from './client-waiting-queries.ts';
import { type AccountSearch, foundChecks } from './search-queries.ts';

export interface ListedCheckRow extends CheckRow {
  /** The lights of the complete reports; none of a restricted person. */
  readonly lights: readonly TrafficLight[];
  /** The latest due date of its open reports, `yyyy-mm-dd`; null if none has one. */
  readonly due_on: string | null;
  /** For whom its open reports wait, in the order client, candidate, source; null if for nobody. */
  readonly waiting_for: WaitingFor | null;
  /** When the time to submit the form is over; null unless it is awaited. */
  readonly submission_due_at: Date | null;
  /** The end of the day by which the candidate is asked for the form, where that is earlier. */
  readonly form_wanted_at: Date | null;
  /** The first day of work, planned or past; null if nobody said one. */
  readonly starts_on: IsoDate | null;
  readonly has_started: boolean | null;
  /** Of the open report on which we work and which was due first: when, when it is due now, and why it is late. */
  readonly promised_on: IsoDate | null;
  readonly promised_due_on: IsoDate | null;
  readonly delay_reason: DelayReason | null;
}

/** `undecided`: they wait for the client's decision. `unidentified`: a report is, or nobody could confirm what was stated. */
export const listedResults = ['clear', 'consider', 'unidentified', 'undecided'] as const;
export type ListedResult = (typeof listedResults)[number];

export interface CheckListFilter {
  readonly status?: CheckState | undefined;
  readonly result?: ListedResult | undefined;
  readonly search?: AccountSearch | undefined;
  /** Only checks that wait for the client for one of these. */
  readonly waits?: SoughtWaits | undefined;
  /** Only checks that were requested in this month of the UK, `yyyy-mm`. */
  readonly month?: string | undefined;
  /** The bulk order that they were placed by. */
  readonly bulkOrderId?: string | undefined;
  readonly applicantId?: string | undefined;
  /** The users of whom one has it. */
  readonly ownerIds?: readonly string[] | undefined;
  /** Only the newest check of each applicant who is not erased. */
  readonly isNewestOnly?: true | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Only orders of no subsidiary. */
  readonly isOfNone?: true | undefined;
  /** Only with a report that was due before this day and does not wait for the candidate or the client; nobody who is restricted. */
  readonly lateOn?: IsoDate | undefined;
  /** Only of who starts in these days and is not cleared, also where that waits for a decision; nobody who is restricted. */
  readonly notCleared?: UnclearedDays | undefined;
}

export const orderSorts = ['newest', 'oldest'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** `due` and `starts`: open orders by the day on which they are due, or by the first day of work; those without one come last. */
export const checkSorts = [...orderSorts, 'due', 'starts'] as const;
export type CheckSort = (typeof checkSorts)[number];

/** A page starts at an order number, so that the index finds it in a list of any length. */
export interface CheckListPage<Sort extends CheckSort = CheckSort> {
  readonly sort: Sort;
  /** The first order of the page; undefined starts at the beginning of the list. */
  readonly from?: number | undefined;
  readonly limit: number;
}

const directions = { newest: rawSql('desc'), oldest: rawSql('asc') };
const opposites = { newest: 'oldest', oldest: 'newest' } as const;
/** Compares with the first order, in the direction of the list. */
const onwards = { newest: rawSql('<='), oldest: rawSql('>=') };

type DaySort = Exclude<CheckSort, OrderSort>;

const isByDay = (sort: CheckSort): sort is DaySort => sort === 'due' || sort === 'starts';

/** While the candidate has the form, or somebody's answer is waited for, nobody works towards the due date. */
const days: Readonly<Record<DaySort, Sql>> = {
  due: sql`coalesce(case when c.status = 'in_progress' then r.due_on end, 'infinity'::date)`,
  starts: sql`coalesce(s.starts_on, 'infinity'::date)`,
};

const dayJoins: Readonly<Record<DaySort, Sql>> = {
  due: sql`cross join lateral (
    select max(r.due_on) filter (where ${isOpenReport}) as due_on from reports r
    where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)) r`,
  starts: sql`left join work_starts s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)`,
};

const isOfStarts = ({ notCleared }: CheckListFilter): boolean => notCleared !== undefined;

/** @param isBack from the end of the list */
function orderOf(sort: CheckSort, isBack = false): Sql {
  if (!isByDay(sort)) return sql`c.order_id ${directions[isBack ? opposites[sort] : sort]}`;
  return isBack ? sql`${days[sort]} desc, c.order_id desc` : sql`${days[sort]}, c.order_id`;
}

/** Of the order at which a page starts and those after it, or before it. */
function isFrom(scope: OrderScope, sort: CheckSort, from: number, isBack = false): Sql {
  if (!isByDay(sort)) return sql`c.order_id ${onwards[isBack ? opposites[sort] : sort]} ${from}`;
  return sql`(${days[sort]}, c.order_id) ${onwards[isBack ? 'newest' : 'oldest']} (
    select ${days[sort]}, c.order_id from checks c ${dayJoins[sort]}
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.order_id = ${from})`;
}

const searchOf = ({ search }: CheckListFilter): Sql => (search === undefined ? sql`` : sql`${foundChecks([search])},`);

// Literals, not parameters: with a parameter the planner would not use the partial index.
const withResult = (scope: OrderScope, result: ListedResult): Sql =>
  ({
    clear: sql`and c.result = 'clear' and not ${isCheckRestricted}`,
    consider: sql`and c.result = 'consider' and not ${isCheckRestricted}`,
    unidentified: sql`and c.result = 'consider' and not ${isCheckRestricted} and exists (
      select from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
        and r.status = 'complete' and r.result = 'unidentified')`,
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

/** @param month `yyyy-mm` */
const requestedIn = (month: string): Sql => sql`
  and c.created_at >= (${`${month}-01`}::date)::timestamp at time zone 'Europe/London'
  and c.created_at < (${`${month}-01`}::date + interval '1 month') at time zone 'Europe/London'`;

/** Of the open reports of a check on which we work, the one that was due first; nobody who is restricted. */
const ofFirstDue = (what: Sql): Sql => sql`
  (array_agg(${what} order by ${promisedDay}, r.position) filter (
    where ${isOursAndOpen} and c.status <> 'awaiting_applicant' and not ${isCheckRestricted}))[1]`;

/** Of a check `c`. */
export const isLateCheck = (scope: OrderScope, today: IsoDate): Sql => sql`(c.id in (
  select r.check_id from reports r
  where r.account_id = ${scope.accountId} and r.environment = ${scope.environment} and ${isLate(today)})
  and c.status <> 'awaiting_applicant' and not ${isCheckRestricted})`;

/** Contains only the requested conditions, so that each combination has a plan of its own. */
const wanted = (scope: OrderScope, filter: CheckListFilter, joined: Sql = sql``): Sql => {
  const {
    status,
    result,
    search,
    waits,
    month,
    bulkOrderId,
    applicantId,
    isNewestOnly,
    ownerIds,
    ids,
    isOfNone,
    notCleared,
    lateOn,
  } = filter;
  return sql`
  from checks c ${joined}
  ${!isOfStarts(filter) ? sql`` : sql`join work_starts s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)`}
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
    and ${isOfScope(scope, sql`c.subsidiary_id`)}
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${result === undefined ? sql`` : withResult(scope, result)}
    ${search === undefined ? sql`` : sql`and c.id in (select id from found)`}
    ${waits === undefined ? sql`` : sql`and c.id in (${waitingCheckIds(scope, waits)})`}
    ${month === undefined ? sql`` : requestedIn(month)}
    ${bulkOrderId === undefined ? sql`` : sql`and c.id in (${checksOfBulkOrder(scope, bulkOrderId)})`}
    ${applicantId === undefined ? sql`` : sql`and c.applicant_id = ${applicantId}`}
    ${ownerIds === undefined ? sql`` : sql`and ${isOwnedBy(ownerIds)}`}
    ${ids === undefined ? sql`` : sql`and c.id = any(${ids}::uuid[])`}
    ${isOfNone ? sql`and c.subsidiary_id is null` : sql``}
    ${notCleared === undefined ? sql`` : sql`and ${isNotClearedStart(scope, notCleared)}`}
    ${lateOn === undefined ? sql`` : sql`and ${isLateCheck(scope, lateOn)}`}
    ${isNewestOnly ? sql`and ${isNewest(scope)}` : sql``}`;
};

/** Sorted by a day, only what is open. */
const sorted = (scope: OrderScope, filter: CheckListFilter, sort: CheckSort): Sql => {
  if (!isByDay(sort)) return wanted(scope, filter);
  // Those who are sought by their first day are joined with it already.
  const joined = sort === 'starts' && isOfStarts(filter) ? sql`` : dayJoins[sort];
  return sql`${wanted(scope, filter, joined)} ${isOfStarts(filter) ? sql`` : sql`and ${isNotCleared}`}`;
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
      select c.* ${sorted(scope, filter, sort)}
        ${from === undefined ? sql`` : sql`and ${isFrom(scope, sort, from)}`}
      order by ${orderOf(sort)} limit ${rawSql(String(limit))}
    )
    select ${checkColumns}, r.lights, r.due_on, r.waiting_for, r.promised_on, r.promised_due_on, r.delay_reason, d.due_at as submission_due_at, d.wanted_at as form_wanted_at, s.starts_on, s.has_started
    from listed c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    left join deadlines d
      on (d.account_id, d.environment, d.subject_id, d.kind) = (c.account_id, c.environment, c.id, ${SUBMISSION})
    left join work_starts s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)
    cross join lateral (
      select coalesce(array_agg(r.traffic_light) filter (where r.status = 'complete' and not ${isCheckRestricted}), '{}') as lights,
        max(r.due_on) filter (where ${isOpenReport}) as due_on, ${ofFirstDue(promisedDay)} as promised_on,
        ${ofFirstDue(sql`r.due_on`)} as promised_due_on, ${ofFirstDue(sql`r.delay_reason`)} as delay_reason, ${whomOpenReportsWaitFor} as waiting_for
      from reports r
      where r.account_id = c.account_id and r.environment = c.environment and r.check_id = c.id
    ) r
    order by ${orderOf(sort)}`);
}

/** How many are overdue, up to the limit. */
export async function countLateChecks(db: Db, scope: OrderScope, today: IsoDate, limit: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from (select c.id ${wanted(scope, { lateOn: today })} limit ${limit}) as late`);
  return row!.count;
}

/** Where the previous page starts; undefined on the first page. */
export async function findPageBefore(
  db: Db,
  scope: OrderScope,
  filter: CheckListFilter,
  { sort, from, limit }: CheckListPage & { readonly from: number },
): Promise<number | undefined> {
  const rows = await db.rows<{ order_id: number }>(sql`
    with ${searchOf(filter)} before as (
      select c.order_id, row_number() over (order by ${orderOf(sort)}) as place ${sorted(scope, filter, sort)}
        and c.order_id <> ${from} and ${isFrom(scope, sort, from, true)}
      order by ${orderOf(sort, true)} limit ${limit}
    )
    select order_id from before order by place limit 1`);
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

/** The month of the account's first check, `yyyy-mm` in the UK; undefined if there is none. */
export async function findFirstRequestedMonth(db: Db, scope: OrderScope): Promise<string | undefined> {
  const row = await db.row<{ month: string }>(sql`
    select to_char(c.created_at at time zone 'Europe/London', 'YYYY-MM') as month ${wanted(scope, {})}
    order by c.order_id limit 1`);
  return row?.month;
}

export interface FileReport {
  readonly typeId: number;
  readonly status: ReportState;
  readonly waitingFor: WaitingFor | null;
}

/** What the file says of a check beyond the list. */
export interface FileCheckRow {
  readonly id: string;
  /** The user for whom it was ordered; null if it was ordered at the desk. */
  readonly ordered_by: string | null;
  /** When the candidate was last reminded of the form. */
  readonly last_reminded_at: Date | null;
  /** In the order of the check. */
  readonly reports: readonly FileReport[];
  /** Who looks after it. */
  readonly owner: string | null;
  /** By when the screening must be complete of somebody who may start before it is; null where nobody may. */
  readonly complete_by: IsoDate | null;
  /** The newest; null if none was made. */
  readonly decision: ClientDecision | null;
}

export function findFileChecks(db: Db, scope: OrderScope, checkIds: readonly string[]): Promise<FileCheckRow[]> {
  return db.rows<FileCheckRow>(sql`
    select c.id, u.name as ordered_by,
      (
        select max(e.created_at) from emails e
        where (e.account_id, e.environment, e.check_id) = (c.account_id, c.environment, c.id)
          and e.template = 'form_reminder' and e.status <> 'failed'
      ) as last_reminded_at,
      (
        select json_agg(json_build_object('typeId', r.report_type_id, 'status', r.status, 'waitingFor', r.waiting_for)
          order by r.position) from reports r
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      ) as reports,
      (select o.name from users o where o.account_id = c.account_id and o.id = ${ownerId}) as owner,
      (
        select s.complete_by from work_starts s
        where (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id) and ${isConditionalStart}
      ) as complete_by,
      (
        select d.decision from client_decisions d
        where (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
        order by d.decided_at desc, d.id desc limit 1
      ) as decision
    ${wanted(scope, {}, sql`left join users u on (u.account_id, u.id) = (c.account_id, c.ordered_by_user_id)`)}
      and c.id = any (${checkIds}::uuid[])`);
}
