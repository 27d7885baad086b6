// The register of requests about people's data across the accounts of a reader: its list, its counts, and what it keeps waiting.
import type { Actor, Authority, Environment, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { demand } from '../access/permissions.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { AskerKind, ComplaintSubject, RootCause } from './complaint.ts';
import type { RequestAct, RequestKind, RequestWay, ToldWay } from './data-request.ts';

export interface ListedRequest {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly clock_offset_seconds: number;
  readonly kind: RequestKind;
  readonly way: RequestWay;
  readonly received_on: IsoDate;
  readonly due_on: IsoDate | null;
  readonly is_open: boolean;
  readonly check_id: string | null;
  readonly order_id: number | null;
  readonly recorded_by: Actor;
  readonly subject: ComplaintSubject | null;
  readonly asker: AskerKind | null;
  readonly root_cause: RootCause | null;
  readonly has_change: boolean;
  readonly owner_name: string | null;
  readonly acknowledged_on: IsoDate | null;
  readonly referrals: string | null;
  readonly identity_asked_on: IsoDate | null;
  readonly identity_confirmed_on: IsoDate | null;
  readonly extended_on: IsoDate | null;
  readonly closed_on: IsoDate | null;
  readonly outcome: string | null;
  readonly told: ToldWay | null;
  /** Who took the last step; null before the first. */
  readonly last_by: Actor | null;
}

export const listedStates = ['open', 'late', 'closed', 'all'] as const;
export type ListedState = (typeof listedStates)[number];

export interface RequestFilter {
  readonly state: ListedState;
  readonly kind?: RequestKind | undefined;
  readonly accountId?: string | undefined;
  readonly subject?: ComplaintSubject | undefined;
  /** Who deals with it. */
  readonly ownerId?: string | undefined;
  /** As `isOfDelay`. */
  readonly onlyOfDelay?: boolean;
}

/** By the clock of the data, in the UK. */
const today = (now: Date, environment: Environment): Sql => sql`
  ((${now}::timestamptz + case ${environment} when 'test' then a.test_clock_offset_seconds else 0 end * interval '1 second')
    at time zone 'Europe/London')::date`;

function inState(state: ListedState, now: Date, environment: Environment): Sql {
  if (state === 'all') return sql`true`;
  if (state === 'closed') return sql`not q.is_open`;
  return state === 'open' ? sql`q.is_open` : sql`q.is_open and q.due_on < ${today(now, environment)}`;
}

/** `isOfDelay` in SQL. */
const ofDelay = (only: boolean): Sql => (only ? sql`q.kind = 'complaint' and q.subject = 'delay'` : sql`true`);

export interface RequestPage {
  readonly now: Date;
  readonly offset: number;
  readonly limit: number;
}

/** What is open, the earliest due first, then the others, the newest first. */
export function findListedRequests(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { state, kind, accountId, subject, ownerId, onlyOfDelay = false }: RequestFilter,
  { now, offset, limit }: RequestPage,
): Promise<ListedRequest[]> {
  return db.rows<ListedRequest>(sql`
    select q.id, q.account_id, a.name as account_name, q.environment, q.kind, q.way, q.received_on::text as received_on,
      q.due_on::text as due_on, q.is_open, q.check_id, c.order_id, q.recorded_by, q.subject, q.asker, q.root_cause,
      q.sealed_change is not null as has_change, o.name as owner_name, s.*,
      case q.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from data_requests q
    join accounts a on a.id = q.account_id
    left join desk_users o on o.id = q.owner_id
    left join checks c on (c.account_id, c.environment, c.id) = (q.account_id, q.environment, q.check_id)
    cross join lateral (
      select max(s.on_day) filter (where s.step = 'acknowledged')::text as acknowledged_on,
        string_agg(s.code, ' ' order by s.number) filter (where s.step = 'referred') as referrals,
        max(s.on_day) filter (where s.step = 'identity_asked')::text as identity_asked_on,
        max(s.on_day) filter (where s.step = 'identity_confirmed')::text as identity_confirmed_on,
        max(s.on_day) filter (where s.step = 'extended')::text as extended_on,
        max(s.on_day) filter (where s.step = 'closed')::text as closed_on,
        max(s.code) filter (where s.step = 'closed') as outcome,
        max(s.told) filter (where s.step = 'closed') as told,
        (array_agg(s.taken_by order by s.number desc))[1] as last_by
      from data_request_steps s
      where (s.account_id, s.environment, s.request_id) = (q.account_id, q.environment, q.id)
    ) s
    where ${within(accounts, 'q.account_id')} and q.environment = ${environment}
      and ${inState(state, now, environment)}
      and ${ofDelay(onlyOfDelay)}
      and (${kind ?? null}::text is null or q.kind = ${kind ?? null})
      and (${accountId ?? null}::uuid is null or q.account_id = ${accountId ?? null})
      and (${subject ?? null}::text is null or q.subject = ${subject ?? null})
      and (${ownerId ?? null}::uuid is null or q.owner_id = ${ownerId ?? null})
    order by q.is_open desc, case when q.is_open then q.due_on end, q.received_on desc, q.id desc
    offset ${offset} limit ${limit}`);
}

export interface RequestCounts {
  readonly open: number;
  readonly late: number;
  /** Due within so many days, and not late. */
  readonly soon: number;
}

export async function countOpenRequests(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { now, soonDays, onlyOfDelay }: { readonly now: Date; readonly soonDays: number; readonly onlyOfDelay: boolean },
): Promise<RequestCounts> {
  const row = await db.row<RequestCounts>(sql`
    select count(*) as open, count(*) filter (where q.due_on < t.today) as late,
      count(*) filter (where q.due_on between t.today and t.today + ${soonDays}::integer) as soon
    from data_requests q join accounts a on a.id = q.account_id
    cross join lateral (select ${today(now, environment)} as today) t
    where ${within(accounts, 'q.account_id')} and q.environment = ${environment} and q.is_open
      and ${ofDelay(onlyOfDelay)}`);
  return row!;
}

export interface ComplaintCount {
  readonly subject: ComplaintSubject;
  /** Null while it is not answered, and where nobody looked into it. */
  readonly root_cause: RootCause | null;
  /** Null while it is open. */
  readonly outcome: string | null;
  readonly count: number;
  /** Neither acknowledged nor answered within the days, which are over. */
  readonly acknowledged_late: number;
  /** From the receipt to the answer, of those answered, in all. */
  readonly days: number;
}

/** The complaints received in a year. @param acknowledgeDays the receipt's day is the first */
export function countComplaints(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { year, acknowledgeDays, now }: { readonly year: number; readonly acknowledgeDays: number; readonly now: Date },
): Promise<ComplaintCount[]> {
  return db.rows<ComplaintCount>(sql`
    select q.subject, q.root_cause, s.outcome, count(*)::integer as count,
      count(*) filter (
        where least(s.acknowledged_on, s.closed_on, ${today(now, environment)}) - q.received_on >= ${acknowledgeDays}::integer
      )::integer as acknowledged_late,
      coalesce(sum(s.closed_on - q.received_on), 0)::integer as days
    from data_requests q
    join accounts a on a.id = q.account_id
    cross join lateral (
      select min(s.on_day) filter (where s.step = 'acknowledged') as acknowledged_on,
        max(s.on_day) filter (where s.step = 'closed') as closed_on,
        max(s.code) filter (where s.step = 'closed') as outcome
      from data_request_steps s
      where (s.account_id, s.environment, s.request_id) = (q.account_id, q.environment, q.id)
    ) s
    where ${within(accounts, 'q.account_id')} and q.environment = ${environment} and q.kind = 'complaint'
      and q.received_on between make_date(${year}::integer, 1, 1) and make_date(${year}::integer, 12, 31)
    group by 1, 2, 3`);
}

export interface DueRequest {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly clock_offset_seconds: number;
  readonly applicant_id: string | null;
  readonly kind: RequestKind;
  readonly subject: ComplaintSubject | null;
  readonly due_on: IsoDate;
  readonly reminded_on: IsoDate | null;
}

/** Of all accounts, those that are open and due within so many days by the clock of their data, or late. Locked. */
export function findDueRequests(db: Db, now: Date, withinDays: number): Promise<DueRequest[]> {
  const due = (environment: Environment): Sql =>
    sql`q.environment = ${environment} and q.due_on <= ${today(now, environment)} + ${withinDays}::integer`;
  return db.rows<DueRequest>(sql`
    select q.id, q.account_id, a.name as account_name, q.environment, q.applicant_id, q.kind, q.subject, q.due_on::text as due_on,
      q.reminded_on::text as reminded_on,
      case q.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from data_requests q join accounts a on a.id = q.account_id
    where q.is_open and (q.reminded_on is null or q.reminded_on < q.due_on) and (${due('live')} or ${due('test')})
    order by q.due_on, q.id for update of q skip locked`);
}

/** In which account it is, if the reader may see it. */
export function findAccountOfRequest(
  db: Db,
  accounts: DeskAccounts,
  id: string,
): Promise<(Tenant & { readonly account_name: string; readonly clock_offset_seconds: number }) | undefined> {
  return db.row(sql`
    select q.account_id as "accountId", q.environment, a.name as account_name,
      case q.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from data_requests q join accounts a on a.id = q.account_id
    where q.id = ${id} and ${within(accounts, 'q.account_id')}`);
}

/** Whether somebody waits for a copy of their data: until they have it, nobody erases them. */
export async function findAwaitsCopy(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  { today, ownCopyDays }: { readonly today: IsoDate; readonly ownCopyDays: number },
): Promise<boolean> {
  const row = await db.row<{ awaits: boolean }>(sql`
    select exists (
      select from data_requests q
      where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment}
        and q.applicant_id = ${applicantId} and q.kind in ('access', 'portability')
        and (q.is_open or exists (
          select from data_request_steps s
          where (s.account_id, s.environment, s.request_id) = (q.account_id, q.environment, q.id)
            and s.code = ${'given_own_page' satisfies RequestAct} and s.on_day + ${ownCopyDays}::int >= ${today}::date
            and not exists (
              select from data_request_steps f
              where (f.account_id, f.environment, f.request_id) = (q.account_id, q.environment, q.id)
                and f.code = ${'fetched' satisfies RequestAct}
            )
        ))
    ) as awaits`);
  return row!.awaits;
}

/**
 * What they heard who asked to be erased, and are not answered; undefined of anybody else. A mail that failed told them nothing.
 */
export function findWordOfErasure(
  db: Db,
  tenant: Tenant,
  applicantId: string,
): Promise<{ readonly is_told: boolean; readonly is_mail_waiting: boolean } | undefined> {
  return db.row(sql`
    select told.id is not null and not told.has_failed as is_told, exists (
        select from emails e
        where (e.account_id, e.environment, e.applicant_id) = (q.account_id, q.environment, q.applicant_id)
          and e.template = 'data_request' and e.status = 'queued' and told.told = 'mail'
      ) as is_mail_waiting
    from data_requests q left join lateral (
      select s.request_id as id, s.told, s.told = 'mail' and coalesce((
          select e.status = 'failed' from emails e
          where (e.account_id, e.environment, e.applicant_id) = (q.account_id, q.environment, q.applicant_id)
            and e.template = 'data_request' and e.created_at >= s.taken_at
          order by e.created_at limit 1
        ), false) as has_failed
      from data_request_steps s
      where (s.account_id, s.environment, s.request_id) = (q.account_id, q.environment, q.id) and s.step = 'announced'
      order by s.number desc limit 1
    ) told on true
    where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment}
      and q.applicant_id = ${applicantId} and q.is_open and q.kind = 'erasure' and q.way <> 'client_itself'`);
}

export interface OwnedRequest
  extends Pick<ListedRequest, 'id' | 'account_id' | 'account_name' | 'environment' | 'kind' | 'due_on' | 'subject'> {
  readonly clock_offset_seconds: number;
  readonly applicant_id: string | null;
}

/** What is open and somebody deals with, of any environment, the earliest due first. */
export function findOwnedRequests(db: Db, accounts: DeskAccounts, ownerId: string): Promise<OwnedRequest[]> {
  return db.rows<OwnedRequest>(sql`
    select q.id, q.account_id, a.name as account_name, q.environment, q.kind, q.due_on::text as due_on, q.subject,
      q.applicant_id, case q.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from data_requests q join accounts a on a.id = q.account_id
    where ${within(accounts, 'q.account_id')} and q.owner_id = ${ownerId} and q.is_open
    order by q.due_on, q.received_on, q.id`);
}

/** The checks of these orders of the account, by the number of the order. */
export async function findOrdersNamed(
  db: Db,
  tenant: Tenant & Authority,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  demand(tenant, 'read_reports');
  if (orderIds.length === 0) return new Map();
  const rows = await db.rows<{ readonly order_id: number; readonly id: string }>(sql`
    select c.order_id, c.id from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.order_id = any (${orderIds}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.order_id), row.id]));
}
