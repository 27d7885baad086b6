// The checks of an account that wait for the client: a question to answer, an identity to confirm, a mail that did not arrive,
// a start without a right to work, a first day that is near or has passed, results to decide on.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { waitTitles } from '../../messages/en-waits.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { Permission } from '../access/permissions.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { CheckState } from '../checks/check-states.ts';
import { lacksComparison } from '../checks/comparison-queries.ts';
import { isDisputed } from '../checks/dispute-queries.ts';
import { isOwnedBy, ownerId } from '../checks/order-owner-queries.ts';
import { isOfComparison } from '../checks/person-comparison-rules.ts';
import { fromOpenFollowUps } from '../client-decisions/follow-up-queries.ts';
import { isUndecided } from '../client-decisions/undecided-queries.ts';
import { isNotDelivered } from '../emails/undelivered-queries.ts';
import { catalogue } from '../report-types/catalogue.ts';
import type { ReportType } from '../report-types/report-type.ts';
import {
  type Days,
  fromStarts,
  isStartAtRisk,
  isStartUnconfirmed,
  isUnagreedStart,
} from '../work-starts/work-start-queries.ts';
import { fromPermissionEnds } from './permission-end-queries.ts';

/** What a check waits for, and who may do it. */
export const waitPermissions = {
  query: 'answer_queries',
  identity: 'confirm_identity',
  comparison: 'confirm_identity',
  email_address: 'order_checks',
  right_to_work: 'decide_on_candidates',
  permission_end: 'decide_on_candidates',
  start_unagreed: 'decide_on_candidates',
  start_at_risk: 'plan_starts',
  start_unconfirmed: 'plan_starts',
  decision: 'decide_on_candidates',
  follow_up: 'decide_on_candidates',
} as const satisfies Readonly<Record<keyof typeof waitTitles, Permission>>;

export type WaitKind = keyof typeof waitPermissions;
export const waitKinds = Object.keys(waitPermissions) as readonly WaitKind[];

/**
 * Whether it is the client who is waited for: until a first day that is near, or has passed, others are, and for the right to
 * work of a candidate who has not sent the form there is nothing that the client can do.
 */
export const isForClient = (kind: WaitKind, status: CheckState): boolean =>
  kind !== 'start_at_risk' &&
  kind !== 'start_unconfirmed' &&
  !(kind === 'right_to_work' && status === 'awaiting_applicant');

export interface SoughtWaits {
  readonly kinds: readonly WaitKind[];
  /** The checks of who starts without a right to work, as the rule judged it. */
  readonly withoutRight: readonly string[];
  /** Until when a permission to work ends that is to be checked again; by default today. */
  readonly endsUntil?: IsoDate;
  /** In which a first day is near; undefined where nobody is told of it. */
  readonly near: Days | undefined;
  readonly today: IsoDate;
  /** Of these users alone; everybody's without it. */
  readonly ownerIds?: readonly string[] | undefined;
}

export interface WaitingCheck {
  readonly check_id: string;
  readonly applicant_id: string;
  readonly order_id: number;
  readonly waits_for: WaitKind;
  readonly since: Date;
  /** Of a query only: its id, what it is about, and by when it is to be answered. */
  readonly query: { readonly id: string; readonly kind: string; readonly due_on: string } | null;
  /**
   * Of somebody who is to start, or starts without a right to work; of a follow-up the day on which it is asked about, of a
   * permission its last.
   */
  readonly starts_on: IsoDate | null;
  /** The first day of work; null where nobody gave one, or it has passed. */
  readonly first_day: IsoDate | null;
  /** Of a permission that ends. */
  readonly report_id: string | null;
  /** Who looks after the order; null for one of the desk. */
  readonly owner_id: string | null;
  readonly owner_name: string | null;
}

const ofSubsidiary = (scope: OrderScope): Sql => sql`and ${isOfScope(scope, sql`c.subsidiary_id`)}`;

/** Literals: of bound ones PostgreSQL does not know how many reports they have, and plans the statement again at each call. */
const idsOf = (types: readonly ReportType[]): Sql => rawSql(`'{${types.map(({ id }) => id).join()}}'::integer[]`);

/** The report types for which somebody confirms the candidate's identity. */
const typesWithIdentity = idsOf(catalogue.filter(({ identity }) => identity !== null));

const typesWithComparison = idsOf(catalogue.filter(isOfComparison));

const columns = sql`c.id as check_id, c.applicant_id, c.order_id`;
const noMore = sql`null::jsonb as query, null::date as starts_on`;

const openQueries = (scope: OrderScope): Sql => sql`
  select ${columns}, q.asked_at as since, jsonb_build_object('id', q.id, 'kind', q.kind, 'due_on', q.due_on) as query,
    null::date as starts_on
  from queries q
  join checks c on (c.account_id, c.environment, c.id) = (q.account_id, q.environment, q.check_id)
  where q.account_id = ${scope.accountId} and q.environment = ${scope.environment} and q.status = 'open'
    and q.addressee = 'client' and not ${isCheckRestricted} ${ofSubsidiary(scope)}`;

/**
 * Checks with an open report of these types that lack what only the client can give. Reports are found by the index of the
 * queue, which holds the open ones only.
 */
const lacking = (scope: OrderScope, typeIds: Sql, isLacking: Sql): Sql => sql`
  select ${columns}, coalesce(c.form_completed_at, c.created_at) as since, ${noMore}
  from checks c
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and exists (
      select from reports r
      where r.environment = ${scope.environment} and r.account_id = ${scope.accountId} and r.check_id = c.id
        and r.report_type_id = any (${typeIds}) and r.requested_at is not null
        and r.status in ('awaiting_data', 'paused', 'awaiting_approval') and ${isLacking})
    and c.status <> 'awaiting_applicant' and not ${isCheckRestricted} ${ofSubsidiary(scope)}`;

const withoutIdentity = (scope: OrderScope): Sql =>
  lacking(scope, typesWithIdentity, sql`c.identity_confirmed_at is null`);

/**
 * The right to work has a photograph with which only the employer can compare the person; a follow-up, again. Also of a clear one
 * that was completed without, while the person has not left, and no later one gives the excuse; the index has the same condition.
 */
const withoutComparison = (scope: OrderScope): Sql => sql`
  ${lacking(scope, typesWithComparison, lacksComparison())}
  union all
  select distinct ${columns}, r.completed_at as since, ${noMore}
  from reports r
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
  where r.account_id = ${scope.accountId} and r.environment = ${scope.environment}
    and r.name = 'right_to_work' and r.status = 'complete' and r.result = 'clear' and r.excuse is distinct from 'given'
    and ${lacksComparison()} and r.renewals_ended_at is null and a.erased_at is null
    and not exists (
      select from checks n
      join reports later on (later.account_id, later.environment, later.check_id) = (n.account_id, n.environment, n.id)
      where (n.account_id, n.environment, n.applicant_id) = (c.account_id, c.environment, c.applicant_id)
        and n.order_id >= c.order_id and later.id <> r.id and later.name = 'right_to_work' and later.status = 'complete'
        and later.result = 'clear' and later.excuse is distinct from 'none' and not ${lacksComparison('later', 'n')})
    and c.status not in ('withdrawn', 'cancelled') and not ${isCheckRestricted} ${ofSubsidiary(scope)}`;

/** Mails to the candidate before the form is in. */
const notDelivered = (scope: OrderScope): Sql => sql`
  select distinct ${columns}, e.created_at as since, ${noMore}
  from emails e
  join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
  where e.account_id = ${scope.accountId} and e.environment = ${scope.environment} and ${isNotDelivered.candidate}
    and c.status = 'awaiting_applicant' ${ofSubsidiary(scope)}`;

const startsWithoutRight = (scope: OrderScope, { withoutRight }: SoughtWaits): Sql => sql`
  select ${columns}, s.recorded_at as since, null::jsonb as query, s.starts_on
  from work_starts s
  join checks c on (c.account_id, c.environment, c.id) = (s.account_id, s.environment, s.check_id)
  where s.account_id = ${scope.accountId} and s.environment = ${scope.environment}
    and s.check_id = any (${withoutRight}::uuid[]) ${ofSubsidiary(scope)}`;

const starts = (scope: OrderScope, isSought: Sql): Sql => sql`
  select ${columns}, s.recorded_at as since, null::jsonb as query, s.starts_on ${fromStarts(scope)} and ${isSought}`;

/** The index has the same condition. While a result is disputed, the screeners look into it first. */
const undecided = (scope: OrderScope): Sql => sql`
  select ${columns}, c.completed_at as since, ${noMore}
  from checks c
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and ${isUndecided(scope)}
    and not ${isDisputed(scope)} ${ofSubsidiary(scope)}`;

const followUpsDue = (scope: OrderScope, { today }: SoughtWaits): Sql => sql`
  select distinct ${columns}, f.due_on::timestamp as since, null::jsonb as query, f.due_on as starts_on ${fromOpenFollowUps(scope, today)}`;

const permissionsEnding = (scope: OrderScope, { today, endsUntil = today }: SoughtWaits): Sql => sql`
  select distinct ${columns}, r.permission_ends_on::timestamp as since, null::jsonb as query, r.permission_ends_on as starts_on
  ${fromPermissionEnds(scope, endsUntil, today)}`;

/** No row twice. A check may be in several rows, and wait for several kinds. */
const waitingFor: Readonly<Record<WaitKind, (scope: OrderScope, sought: SoughtWaits) => Sql>> = {
  query: openQueries,
  identity: withoutIdentity,
  comparison: withoutComparison,
  email_address: notDelivered,
  right_to_work: startsWithoutRight,
  permission_end: permissionsEnding,
  start_unagreed: (scope) => starts(scope, isUnagreedStart),
  start_at_risk: (scope, { near }) => starts(scope, near === undefined ? sql`false` : isStartAtRisk(near)),
  start_unconfirmed: (scope, { today }) => starts(scope, isStartUnconfirmed(scope, today)),
  decision: undecided,
  follow_up: followUpsDue,
};

/** The longest first. Decisions are taken by their index: an account that decides elsewhere may have tens of thousands. */
const orders: Readonly<Record<WaitKind, Sql>> = {
  query: sql`since, order_id`,
  identity: sql`since, order_id`,
  comparison: sql`since, order_id`,
  email_address: sql`since, order_id`,
  right_to_work: sql`starts_on, order_id`,
  permission_end: sql`starts_on, order_id`,
  start_unagreed: sql`starts_on, order_id`,
  start_at_risk: sql`starts_on, order_id`,
  start_unconfirmed: sql`starts_on, order_id`,
  decision: sql`order_id`,
  follow_up: sql`starts_on, order_id`,
};

const union = (parts: readonly Sql[], between: Sql): Sql => parts.reduce((all, part) => sql`${all} ${between} ${part}`);

/** A part of a query: the ids of the checks that wait for any of these; a check may wait for several. */
export const waitingCheckIds = (scope: OrderScope, sought: SoughtWaits): Sql =>
  sought.kinds.length === 0
    ? sql`select null::uuid`
    : union(
        sought.kinds.map((kind) => sql`select check_id from (${waitingFor[kind](scope, sought)}) as waiting`),
        sql`union`,
      );

const isOwned = (scope: OrderScope, { ownerIds }: SoughtWaits): Sql =>
  ownerIds === undefined
    ? sql``
    : sql`where exists (
        select from checks c
        where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.id = waiting.check_id
          and ${isOwnedBy(ownerIds)})`;

/** In the order of the kinds; of each kind `limit` at most. */
export function findWaitingChecks(
  db: Db,
  scope: OrderScope,
  sought: SoughtWaits,
  limit: number,
): Promise<WaitingCheck[]> {
  const { kinds } = sought;
  if (kinds.length === 0) return Promise.resolve([]);
  // Literals, as in the list of checks.
  const ofKind = (kind: WaitKind, at: number) => sql`
    (select ${rawSql(String(at))} as kind_at, row_number() over (order by ${orders[kind]}) as place, k.* from (
    select check_id, applicant_id, order_id, ${rawSql(`'${kind}'`)} as waits_for, since, query, starts_on
    from (${waitingFor[kind](scope, sought)}) as waiting ${isOwned(scope, sought)} order by ${orders[kind]} limit ${rawSql(String(limit))}) k)`;
  return db.rows<WaitingCheck>(sql`
    select w.check_id, w.applicant_id, w.order_id, w.waits_for, w.since, w.query, w.starts_on, (
      select s.starts_on from work_starts s
      where s.account_id = ${scope.accountId} and s.environment = ${scope.environment} and s.check_id = w.check_id
        and not s.has_started and s.starts_on >= ${sought.today}::date
    ) as first_day, case when w.waits_for = 'permission_end' then (
      select r.id from reports r
      where r.account_id = ${scope.accountId} and r.environment = ${scope.environment} and r.check_id = w.check_id
        and r.permission_ends_on = w.starts_on limit 1
    ) end as report_id, ${ownerId} as owner_id, u.name as owner_name
    from (${union(kinds.map(ofKind), sql`union all`)}) w
    join checks c on c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.id = w.check_id
    left join users u on u.account_id = c.account_id and u.id = ${ownerId}
    order by w.kind_at, w.place`);
}

/** What these checks wait for, in the order of the kinds. */
export async function findWaitsOf(
  db: Db,
  scope: OrderScope,
  sought: SoughtWaits,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WaitKind[]>> {
  const { kinds } = sought;
  if (kinds.length === 0 || checkIds.length === 0) return new Map();
  const ofKind = (kind: WaitKind) => sql`
    select distinct check_id, ${rawSql(`'${kind}'`)} as waits_for from (${waitingFor[kind](scope, sought)}) as waiting
    where check_id = any (${checkIds}::uuid[])`;
  const rows = await db.rows<Pick<WaitingCheck, 'check_id' | 'waits_for'>>(union(kinds.map(ofKind), sql`union all`));
  const ofChecks = Map.groupBy(rows, ({ check_id }) => check_id);
  return new Map([...ofChecks].map(([id, waits]) => [id, waits.map(({ waits_for }) => waits_for)]));
}
