// What the single central record has of each person besides the checks themselves.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfPlace, type Place } from '../access/place-queries.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted, isRestrictedSql } from '../applicants/restriction-queries.ts';
import type { WorkKind } from '../applicants/work-kind-rules.ts';
import { type CheckRow, checkColumns } from '../checks/check-queries.ts';
import { isOfEarlierWork, isRecordedStart } from '../work-starts/work-start-queries.ts';
import { gapsOf, type Judged } from './record-gap-queries.ts';
import { isOfPerson } from './record-person-queries.ts';
import { isRenewed, renewOnAlone } from './renewal-queries.ts';
import { type AccountSearch, foundChecks } from './search-queries.ts';
import { fromStated, fromStatedPeople } from './stated-held-queries.ts';

/** Work on them has begun, or the person's work has, and they are not over without a result. */
const isRecorded: Sql = sql`c.status not in ('withdrawn', 'cancelled') and (c.status <> 'awaiting_applicant' or exists (
  select from work_starts w where (w.account_id, w.environment, w.check_id) = (c.account_id, c.environment, c.id)
    and ${isRecordedStart(rawSql('w'))}))`;

const ofApplicant = (alias: string): Sql =>
  sql`(${rawSql(alias)}.account_id, ${rawSql(alias)}.environment, ${rawSql(alias)}.applicant_id) = (p.account_id, p.environment, p.id)`;

const isOutside = (left: Place | undefined, column: Sql): Sql =>
  left === undefined ? sql`true` : sql`${isOfPlace(left, column)} is not true`;

/** Of a check `c`, while only what is outside of where somebody leaves counts. */
const isElsewhere = (left: Place | undefined): Sql => isOutside(left, sql`c.subsidiary_id`);

/** Of a check `c`: the client has said that the person has left, or is not suitable. */
const isLeftCheck: Sql = sql`exists (
  select from reports r
  where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    and r.renewals_ended_at is not null)`;

/** Of a place `w`: nothing that was ordered there says whether they left it. */
const isSaidAlone: Sql = sql`not exists (
  select from checks c
  where (c.account_id, c.environment, c.applicant_id, c.subsidiary_id)
    = (w.account_id, w.environment, w.applicant_id, w.subsidiary_id) and ${isRecorded})`;

/**
 * Of a person `p` of `applicants`: they are in the record of the whole account, and of one subsidiary at least the client has
 * said neither that they have left nor that they are not suitable. @param left as if they had left there
 */
export const isStaff = (left?: Place): Sql => sql`(coalesce((
  select bool_or(o.works) from (
    select distinct on (c.subsidiary_id) not ${isLeftCheck}
      and (
        select d.decision from client_decisions d
        where (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
        order by d.decided_at desc, d.id desc limit 1
      ) is distinct from 'not_suitable' as works
    from checks c where ${ofApplicant('c')} and ${isRecorded} and ${isElsewhere(left)}
    order by c.subsidiary_id, c.order_id desc
  ) o
), exists (
  select from stated_people s where ${ofApplicant('s')} and s.left_at is null and ${isOutside(left, sql`s.subsidiary_id`)}
)) or exists (
  select from person_places w
  where ${ofApplicant('w')} and w.ends_on is null and ${isOutside(left, sql`w.subsidiary_id`)} and ${isSaidAlone}))`;

/**
 * Of a person `p` of `applicants`: when they left last, or were found not suitable; null if nobody said so. @param left not
 * counting there
 */
export const leftAt = (left?: Place): Sql => sql`greatest((
  select max(r.renewals_ended_at)
  from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
  where ${ofApplicant('c')} and ${isElsewhere(left)}), ${leftPlacesAt(left)})`;

/** As `leftAt`, of the places that the client added. */
export const leftPlacesAt = (left?: Place): Sql => sql`(
  select max(w.ends_on)::timestamp at time zone 'Europe/London' from person_places w
  where ${ofApplicant('w')} and ${isOutside(left, sql`w.subsidiary_id`)})`;

const seen = (scope: OrderScope): Sql => sql`
  from checks c join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and a.erased_at is null
    and ${isOfScope(scope, sql`c.subsidiary_id`)}
    and ${isRecorded} and not ${isCheckRestricted}`;

/** The places `w` that the client added, of who is neither erased nor restricted. */
const fromPlaces = (scope: OrderScope): Sql => sql`
  from person_places w join applicants a on (a.account_id, a.environment, a.id) = (w.account_id, w.environment, w.applicant_id)
  where w.account_id = ${scope.accountId} and w.environment = ${scope.environment} and a.erased_at is null
    and ${isOfScope(scope, sql`w.subsidiary_id`)}
    and not ${isRestrictedSql(sql`w.account_id, w.environment, w.applicant_id`)}`;

/** Which people of the record are listed; by default all who have not left. */
export const recordViews = [
  'current',
  'missing',
  'complete',
  'conditional',
  'not_suitable',
  'left',
  'elsewhere',
  'everybody',
] as const;
export type RecordView = (typeof recordViews)[number];

export interface RecordFilter {
  readonly view: RecordView;
  readonly search?: AccountSearch | undefined;
  /** Blind keys of a job role: one of their orders has one of them. */
  readonly jobKeys?: readonly string[] | undefined;
  /** One of their reports must be renewed by this day. */
  readonly renewBy?: IsoDate | undefined;
  readonly applicantIds?: readonly string[] | undefined;
  /** `unsaid` for those of whom nobody said it. */
  readonly workKind?: SoughtKind | undefined;
}

export type SoughtKind = WorkKind | 'unsaid';

export const recordSorts = ['newest', 'oldest', 'renewal'] as const;
export type RecordSort = (typeof recordSorts)[number];

export type RecordPage =
  | { readonly sort: RecordSort; readonly offset: number; readonly limit: number }
  /** In an order that stays, from the last person of the part before. */
  | { readonly after: string | undefined; readonly limit: number };

/** Those who were brought in alone have no order that would keep them apart. */
const orders: Readonly<Record<RecordSort, Sql>> = {
  newest: sql`p.order_id desc, p.applicant_id`,
  oldest: sql`p.order_id, p.applicant_id`,
  renewal: sql`renew_on nulls last, p.order_id desc, p.applicant_id`,
};

/** What of a person `p` must be renewed first: a report of ours, or what is stated. */
const nextRenewal = (scope: OrderScope): Sql => sql`
  left join lateral (
    select least(min(${renewOnAlone(scope.accountId)}), (select min(d.renew_on) ${fromStated(scope)})) as renew_on
    from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    where ${isOfPerson(scope)} and c.status = 'complete' and ${isRenewed}
  ) n on true`;

/**
 * Of a person `p`: wherever they have orders that the reader sees, somebody has said that they have left, or are not
 * suitable, and nobody has ordered for them there since; and so at each place where they work without orders.
 */
const hasLeft = (scope: OrderScope): Sql => sql`coalesce((
  select bool_and(o.has_left) from (
    (
      select distinct on (c.subsidiary_id) ${isLeftCheck} as has_left
      from checks c where ${isOfPerson(scope)} and ${isRecorded}
      order by c.subsidiary_id, c.order_id desc
    )
    union all
    select s.left_at is not null ${fromStatedPeople(scope)} and s.applicant_id = p.applicant_id
      and not exists (select from checks c where ${isOfPerson(scope)} and ${isRecorded})
    union all
    select w.ends_on is not null ${fromPlaces(scope)} and w.applicant_id = p.applicant_id and ${isSaidAlone}
  ) o
), false)`;

/** They started before the first day on which their screening was complete, or without one. */
const startedBefore = (scope: OrderScope, { today }: Judged): Sql => sql`exists (
  select from checks c join work_starts w on (w.account_id, w.environment, w.check_id) = (c.account_id, c.environment, c.id)
  where ${isOfPerson(scope)} and ${isRecordedStart(rawSql('w'))} and w.starts_on <= ${today}
    and (c.first_completed_at is null or w.starts_on < (c.first_completed_at at time zone 'Europe/London')::date))`;

/** The newest decision about a person `p` is another than suitable. */
const isDecidedAgainst = (scope: OrderScope): Sql => sql`(
  select d.decision from checks c
  join client_decisions d on (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
  where ${isOfPerson(scope)} order by d.decided_at desc, d.id desc limit 1) <> 'suitable'`;

const viewOf = (scope: OrderScope, view: RecordView, judged: Judged): Sql =>
  ({
    current: sql`and not ${hasLeft(scope)}`,
    missing: sql`and not ${hasLeft(scope)} and exists (${gapsOf(scope, judged)})`,
    complete: sql`and not ${hasLeft(scope)} and not exists (${gapsOf(scope, judged)})`,
    conditional: sql`and ${startedBefore(scope, judged)}`,
    not_suitable: sql`and ${isDecidedAgainst(scope)}`,
    left: sql`and ${hasLeft(scope)}`,
    elsewhere: sql`and exists (select ${fromStated(scope)})`,
    everybody: sql``,
  })[view];

const fromApplicant = ({ accountId, environment }: OrderScope): Sql => sql`
  from applicants a where a.account_id = ${accountId} and a.environment = ${environment} and a.id = p.applicant_id`;

const isOfKind = (scope: OrderScope, kind: SoughtKind | undefined): Sql =>
  kind === undefined
    ? sql``
    : sql`and (select a.work_kind ${fromApplicant(scope)}) is not distinct from ${kind === 'unsaid' ? null : kind}`;

interface FoundPerson {
  readonly applicant_id: string;
  /** Of somebody who was brought in alone, 0. */
  readonly order_id: number;
  readonly has_left: boolean;
  readonly work_kind: WorkKind | null;
  readonly total: number;
}

/** People with how many there are of all pages. */
export function findRecordedPeople(
  db: Db,
  scope: OrderScope,
  { view, search, jobKeys, renewBy, applicantIds, workKind }: RecordFilter,
  judged: Judged,
  page: RecordPage,
): Promise<FoundPerson[]> {
  const isFound = (condition: Sql) => (search === undefined ? sql`true` : condition);
  const isNamed = (
    applicantId: Sql,
  ) => sql`cardinality(${search?.personKeys ?? []}::bigint[]) > 0 and ${applicantId} in (
    select applicants_with_keys(${scope.accountId}, ${scope.environment}, ${search?.personKeys ?? []}::bigint[]))`;
  const hasJob = (keys: Sql) =>
    jobKeys === undefined ? sql`true` : sql`coalesce(${keys} && ${jobKeys}::bigint[], false)`;
  const inOrder = 'sort' in page ? orders[page.sort] : sql`p.applicant_id`;
  const isByDay = renewBy !== undefined || ('sort' in page && page.sort === 'renewal');
  return db.rows(sql`
    with ${search === undefined ? sql`` : sql`${foundChecks([search])},`} people as (
      select applicant_id, max(order_id) as order_id from (
        select c.applicant_id, c.order_id, ${isFound(sql`c.id in (select id from found)`)} as is_found,
          ${hasJob(sql`c.reference_keys`)} as has_job ${seen(scope)}
        union all
        select s.applicant_id, 0, ${isFound(isNamed(sql`s.applicant_id`))}, ${hasJob(sql`s.job_keys`)} ${fromStatedPeople(scope)}
        union all
        select w.applicant_id, 0, ${isFound(isNamed(sql`w.applicant_id`))}, ${hasJob(sql`w.job_keys`)} ${fromPlaces(scope)}
      ) one
      where true ${applicantIds === undefined ? sql`` : sql`and applicant_id = any (${applicantIds}::uuid[])`}
        ${'after' in page && page.after !== undefined ? sql`and applicant_id > ${page.after}` : sql``}
      group by applicant_id having bool_or(is_found) and bool_or(has_job)
    ), listed as (
      select p.applicant_id, p.order_id, ${isByDay ? sql`n.renew_on` : sql`null::date as renew_on`}, count(*) over () as total
      from people p ${isByDay ? nextRenewal(scope) : sql``}
      where true ${renewBy === undefined ? sql`` : sql`and n.renew_on <= ${renewBy}`} ${isOfKind(scope, workKind)} ${viewOf(scope, view, judged)}
      order by ${inOrder}
      limit ${rawSql(String(page.limit))} ${'sort' in page ? sql`offset ${page.offset}` : sql``}
    )
    select p.applicant_id, p.order_id, ${hasLeft(scope)} as has_left, p.total::integer as total, (
      select a.work_kind ${fromApplicant(scope)}) as work_kind
    from listed p
    order by ${inOrder}`);
}

export interface RecordedCheckRow extends CheckRow {
  readonly starts_on: IsoDate | null;
  /** They left after it, and came back: other orders count now. */
  readonly is_of_earlier_work: boolean;
  /** The first time. */
  readonly first_completed_on: IsoDate | null;
  readonly decision: ClientDecision | null;
  readonly decided_by: string | null;
  /** Actors, written as in events. */
  readonly identity_by: string | null;
}

/** The checks of these people, the newest first. */
export function findRecordedChecks(
  db: Db,
  scope: OrderScope,
  applicantIds: readonly string[],
): Promise<RecordedCheckRow[]> {
  const ofCheck = (alias: string) =>
    sql`(${rawSql(alias)}.account_id, ${rawSql(alias)}.environment, ${rawSql(alias)}.check_id) = (c.account_id, c.environment, c.id)`;
  return db.rows<RecordedCheckRow>(sql`
    select ${checkColumns}, case when ${isRecordedStart(rawSql('w'))} then w.starts_on::text end as starts_on,
      exists (
        select from reports r where ${ofCheck('r')} and ${isOfEarlierWork(scope, 'r', 'c')}) as is_of_earlier_work,
      (c.first_completed_at at time zone 'Europe/London')::date::text as first_completed_on, d.decision, d.decided_by,
      case when c.identity_confirmed_at is not null then (
        select e.actor from events e
        where ${ofCheck('e')} and e.type in ('check.identity_confirmed', 'check.identity_replaced')
        order by e.id desc limit 1
      ) end as identity_by
    from (select c.* ${seen(scope)} and c.applicant_id = any (${applicantIds}::uuid[])) c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    left join work_starts w on ${ofCheck('w')}
    left join lateral (
      select d.decision, d.decided_by from client_decisions d where ${ofCheck('d')}
      order by d.decided_at desc, d.id desc limit 1
    ) d on true
    order by c.order_id desc`);
}
