// All orders at the desk, whatever their state: filtered, sorted and paged by unencrypted columns.
import type { Environment } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { TrafficLight } from '../reports/report-rules.ts';
import { isOpenReport } from '../reports/wait-queries.ts';
import type { OrderSort } from './check-list-queries.ts';
import { type DeskReader, type DeskReport, deskReports, type SealedName, within } from './work-queue-queries.ts';

/** UK days, the last one included. */
export interface Days {
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
}

interface SoughtReports {
  readonly reportTypeId?: number | undefined;
  /** The user who gave an outcome of it: of the report of the type, where one is asked for. */
  readonly outcomeBy?: string | undefined;
}

/** By its own facts, and by those of one of its reports. */
export interface DeskOrderFilter extends SoughtReports {
  readonly environment: Environment;
  readonly accountId?: string | undefined;
  readonly status?: CheckState | undefined;
  /** The worst of a complete order. */
  readonly light?: TrafficLight | undefined;
  readonly ordered?: Days | undefined;
  readonly completed?: Days | undefined;
  readonly ids?: readonly string[] | undefined;
}

export interface DeskOrderRow extends SealedName {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly check_id: string;
  readonly order_id: number;
  readonly status: CheckState;
  readonly is_restricted: boolean;
  readonly created_at: Date;
  readonly form_completed_at: Date | null;
  /** Also of an order that was closed or reopened. */
  readonly completed_at: Date | null;
  /** The latest due date of its open reports; null if none has one. */
  readonly due_on: IsoDate | null;
  /** In the order of the check. */
  readonly report_type_ids: readonly number[];
  /** Of the complete reports. */
  readonly lights: readonly TrafficLight[];
  /** Who gave the outcomes of the complete reports, in the form of `events.actor`; each once. */
  readonly authors: readonly string[];
  readonly clock_offset_seconds: number;
}

const isWithin = (column: string, { from, to }: Days = {}): Sql => sql`
  ${from === undefined ? sql`` : sql`and ${rawSql(column)} >= ${startOfUkDay(from)}`}
  ${to === undefined ? sql`` : sql`and ${rawSql(column)} < ${startOfUkDay(addDays(to, 1))}`}`;

const worstFirst = sql`array['Red', 'Amber', 'Green']`;

const ofCheck = sql`(r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)`;

const hasLight = (light: TrafficLight): Sql => sql`and c.status = 'complete' and (
  select min(array_position(${worstFirst}, r.traffic_light)) from reports r where ${ofCheck} and r.status = 'complete'
) = array_position(${worstFirst}, ${light})`;

/** Of a report `r`; more conditions on it. */
const isSoughtReport = ({ reportTypeId, outcomeBy }: SoughtReports): Sql => sql`
  ${reportTypeId === undefined ? sql`` : sql`and r.report_type_id = ${reportTypeId}`}
  ${
    outcomeBy === undefined
      ? sql``
      : sql`and exists (
    select from report_outcomes o
    where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
      and o.author = ${`user:${outcomeBy}`})`
  }`;

const hasReport = (sought: SoughtReports): Sql =>
  sql`and exists (select from reports r where ${ofCheck} ${isSoughtReport(sought)})`;

/** Contains only the requested conditions, so that each combination has a plan of its own. */
function isWanted(filter: DeskOrderFilter): Sql {
  const { environment, status, light, reportTypeId, outcomeBy, ordered, completed, ids } = filter;
  const hasDays = completed?.from !== undefined || completed?.to !== undefined;
  return sql`
    c.account_id = a.id and c.environment = ${environment}
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${light === undefined ? sql`` : hasLight(light)}
    ${reportTypeId === undefined && outcomeBy === undefined ? sql`` : hasReport(filter)}
    ${isWithin('c.created_at', ordered)}
    ${hasDays ? sql`and c.status = 'complete' ${isWithin('c.completed_at', completed)}` : sql``}
    ${ids === undefined ? sql`` : sql`and c.id = any (${ids}::uuid[])`}`;
}

/**
 * The first orders that are wanted: each account gives no more than are asked for, from the index that has its orders by
 * the time at which they were placed. @param part of each account's and of all together, such as an order and a limit
 */
const foundOrders = (reader: DeskReader, filter: DeskOrderFilter, onwards: Sql, part: Sql): Sql => sql`
  select c.account_id, c.environment, c.order_id, c.created_at from accounts a
  cross join lateral (
    select c.account_id, c.environment, c.order_id, c.created_at from checks c where ${isWanted(filter)} ${onwards} ${part}
  ) c
  where ${within(reader.accounts, 'a.id')} ${filter.accountId === undefined ? sql`` : sql`and a.id = ${filter.accountId}`}
  ${part}`;

const orders: Readonly<Record<OrderSort, Sql>> = {
  newest: sql`c.created_at desc, c.order_id desc`,
  oldest: sql`c.created_at, c.order_id`,
};

/** In the direction of the list. */
const later = { newest: rawSql('<'), oldest: rawSql('>') };

const after = (sort: OrderSort, { account_id, environment, order_id }: OrderPlace): Sql => sql`
  and (c.created_at, c.order_id) ${later[sort]} (
    select k.created_at, k.order_id from checks k
    where (k.account_id, k.environment, k.order_id) = (${account_id}, ${environment}, ${order_id}))`;

type OrderPlace = Pick<DeskOrderRow, 'account_id' | 'environment' | 'order_id'>;

export interface DeskOrderPage {
  readonly sort: OrderSort;
  readonly limit: number;
  readonly offset?: number;
  /** Only what follows it. */
  readonly after?: OrderPlace | undefined;
}

/** The newest outcome of a report is the one that was delivered. */
const details = sql`
  select array_agg(r.report_type_id order by r.position) as report_type_ids,
    coalesce(array_agg(r.traffic_light) filter (where r.status = 'complete'), '{}') as lights,
    coalesce(array_agg(distinct o.author) filter (where r.status = 'complete' and o.author is not null), '{}') as authors,
    max(r.due_on) filter (where ${isOpenReport}) as due_on
  from reports r
  left join lateral (
    select o.author from report_outcomes o
    where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
    order by o.version desc limit 1
  ) o on true
  where ${ofCheck}`;

// Literals: with a bound limit PostgreSQL would plan the statement again at each call.
export function findDeskOrders(
  db: Db,
  reader: DeskReader,
  filter: DeskOrderFilter,
  { sort, limit, offset = 0, after: last }: DeskOrderPage,
): Promise<DeskOrderRow[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<DeskOrderRow>(sql`
    with found as (
      ${foundOrders(
        reader,
        filter,
        last === undefined ? sql`` : after(sort, last),
        sql`order by ${orders[sort]} limit ${rawSql(String(offset + limit))}`,
      )}
    ), listed as materialized (
      select c.account_id, c.environment, c.order_id from found c order by ${orders[sort]} offset ${rawSql(String(offset))}
    )
    select c.account_id, a.name as account_name, c.environment, c.id as check_id, c.order_id, c.status,
      ${isCheckRestricted} as is_restricted, c.created_at, c.form_completed_at, c.completed_at, c.applicant_id,
      c.sealed_order, p.sealed_key, d.report_type_ids, d.lights, d.authors, d.due_on,
      case c.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from listed l
    join checks c on (c.account_id, c.environment, c.order_id) = (l.account_id, l.environment, l.order_id)
    join accounts a on a.id = c.account_id
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    cross join lateral (${details}) d
    order by ${orders[sort]}`);
}

/** Counts no further than `atMost`: finished orders grow without limit. */
export async function countDeskOrders(
  db: Db,
  reader: DeskReader,
  filter: DeskOrderFilter,
  atMost: number,
): Promise<number> {
  demand(authorityOf(reader), 'read_reports');
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from (
      ${foundOrders(reader, filter, sql``, sql`limit ${rawSql(String(atMost))}`)}) as found`);
  return row!.count;
}

export interface OutcomeAuthor {
  readonly id: string;
  readonly name: string;
}

/** Everybody at the desk who ever gave an outcome in the reader's accounts, also who left. */
export function findOutcomeAuthors(db: Db, reader: DeskReader): Promise<OutcomeAuthor[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<OutcomeAuthor>(sql`
    select d.id, d.name from desk_users d
    where exists (
      select from report_outcomes o where o.author = 'user:' || d.id and ${within(reader.accounts, 'o.account_id')})
    order by lower(d.name), d.id`);
}

interface CompleteReports extends SoughtReports {
  readonly checkIds: readonly string[];
}

/** To open them again, many at once. */
export function findCompleteReports(
  db: Db,
  reader: DeskReader,
  { checkIds, ...sought }: CompleteReports,
): Promise<DeskReport[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<DeskReport>(sql`
    ${deskReports(reader.accounts, sql`reports r`)} and r.check_id = any (${checkIds}::uuid[]) and r.status = 'complete'
      ${isSoughtReport(sought)}
    order by a.name, r.account_id, c.order_id, r.position`);
}
