// Who is due for erasure by the settings of the accounts, and what an erasure is about.
import type { Actor, Environment, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfPlace, type Place } from '../access/place-queries.ts';
import { accountSettings } from '../accounts/account-settings.ts';
import { LAST_CHANCE_DAYS, LATE_DAYS } from '../accounts/closing.ts';
import { erasesFrom, isClient, isClosed } from '../accounts/closing-queries.ts';
import { hasRestriction } from '../applicants/restriction-queries.ts';
import { registeredUntil } from '../certification/kept-register-queries.ts';
import type { CheckState } from '../checks/check-states.ts';
import { lacksDecision } from '../client-decisions/undecided-queries.ts';
import { isStaff, leftAt } from '../lists/central-record-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { ErasureReason } from './erasure-reasons.ts';
import type { ErasureSettings, OpenMatter } from './erasure-rules.ts';

export interface DuePerson {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly clock_offset_seconds: number;
  readonly applicant_id: string;
  /** The newest check, with its first report. */
  readonly check_id: string;
  readonly order_id: number;
  readonly report_id: string;
  readonly is_requested: boolean;
  /** When the last check ended. */
  readonly ended_at: Date;
  readonly due_at: Date;
  /** The days of who was never hired hold, not those of who has left. */
  readonly is_never_hired: boolean;
  /** The account is closed, and its day of erasure comes. */
  readonly is_closed: boolean;
  /** What is open about them, and keeps them. */
  readonly open_matters: readonly OpenMatter[];
}

/** The accounts that erase by time, or are closed. */
export async function findErasingAccounts(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from accounts a where (settings->>'eraseAfterDays')::integer > 0
      or (settings->>'neverHiredDays')::integer > 0 or ${isClosed('a')} order by id`);
  return rows.map(({ id }) => id);
}

/** Which matters are open about an applicant `p` of the account `a`, of `openMatters`. */
export const openMattersSql: Sql = sql`
  array_remove(array[
    case when exists (
      select from data_requests q
      where (q.account_id, q.environment, q.applicant_id) = (p.account_id, p.environment, p.id) and q.is_open
    ) then 'data_request' end,
    case when exists (
      select from checks c join candidate_messages m
        on (m.account_id, m.environment, m.check_id) = (c.account_id, c.environment, c.id)
      where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)
        and m.kind = 'problem' and m.handled_at is null
    ) then 'message' end,
    case when coalesce((a.settings->>'askDecisions')::boolean, ${accountSettings.askDecisions.default}) and exists (
      select from checks c
      where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id) and ${lacksDecision}
    ) then 'decision' end
  ], null)`;

export async function findOpenMatters(db: Db, tenant: Tenant, applicantId: string): Promise<readonly OpenMatter[]> {
  const row = await db.row<{ open_matters: readonly OpenMatter[] }>(sql`
    select ${openMattersSql} as open_matters from applicants p join accounts a on a.id = p.account_id
    where p.account_id = ${tenant.accountId} and p.environment = ${tenant.environment} and p.id = ${applicantId}`);
  return row?.open_matters ?? [];
}

export interface Leaver {
  readonly applicantId: string;
  readonly leftAt: Date;
  readonly place: Place;
  /** Nothing of theirs is monitored there any more. */
  readonly endsMonitoring: boolean;
}

export interface DueWindow {
  readonly now: Date;
  readonly withinDays: number;
  /** As if these were the settings of every account. */
  readonly settings?: ErasureSettings | undefined;
  /** Of this person alone, as if they had left there at that time. */
  readonly leaver?: Leaver | undefined;
}

/** Of an account `a`: it keeps the people of its record of staff until they have left. */
export const keepsStaff = (settings?: ErasureSettings): Sql =>
  sql`coalesce(${settings?.keepsStaff ?? null}::boolean, (a.settings->>'keepsStaff')::boolean, ${accountSettings.keepsStaff.default})`;

const isOfP = sql`(c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.id)`;

/**
 * Of a person `p` of `applicants`: no first day or place of work is known of them that has come, and every order of theirs was withdrawn
 * or cancelled, or newly decided against: after any other decision, or none, they may have worked there. @param today a UK day
 */
const isNeverHired = (today: Sql): Sql => sql`(
  not exists (select from stated_people s where (s.account_id, s.environment, s.applicant_id) = (p.account_id, p.environment, p.id))
  and not exists (select from person_places w where (w.account_id, w.environment, w.applicant_id) = (p.account_id, p.environment, p.id)
    and coalesce(w.starts_on <= ${today}, true))
  and not exists (select from checks c join work_starts w on (w.account_id, w.environment, w.check_id) = (c.account_id, c.environment, c.id)
    where ${isOfP} and (w.has_started or w.complete_by is not null or w.starts_on <= ${today}))
  and not exists (select from checks c where ${isOfP} and c.status not in ('withdrawn', 'cancelled') and (
      select d.decision from client_decisions d
      where (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
      order by d.decided_at desc, d.id desc limit 1) is distinct from 'not_suitable'))`;

/**
 * The people whose time is over within so many days: that of the setting, or the day on which a closed account is erased,
 * which is later for whoever's order ended when the client could sign in for it alone, and waits for no decision of the
 * client. Where the account keeps its staff, nobody's time by the setting runs who is in its record of staff, and that of
 * who has left counts from that day if it is the later one. Who was never hired has days of their own, if the account sets them. Whoever stands in a register of certified people is kept for six years after they left. Left out are accounts with a legal hold, and people with an ongoing check, without a check, with a report that is monitored, with a hold that lasts longer, or who are restricted.
 */
const due = (
  accounts: DeskAccounts,
  environment: Environment,
  { now, withinDays, settings, leaver }: DueWindow,
): Sql => sql`
    select p.account_id, a.name as account_name, p.environment, s.clock_offset_seconds, p.id as applicant_id,
      l.check_id, l.order_id, n.is_never_hired, r.id as report_id, r.requested_at is not null as is_requested, l.ended_at,
      u.due_at, coalesce(u.closes_at < t.until, false) as is_closed,
      case when u.closes_at < t.until then array_remove(${openMattersSql}, 'decision') else ${openMattersSql} end as open_matters
    from accounts a
    cross join lateral (
      select coalesce(${settings?.eraseAfterDays ?? null}::integer, (a.settings->>'eraseAfterDays')::integer, 0) as days,
        coalesce(${settings?.neverHiredDays ?? null}::integer, (a.settings->>'neverHiredDays')::integer, 0) as never_hired_days,
        ${keepsStaff(settings)} as keeps_staff, (${erasesFrom('a')})::timestamp at time zone 'Europe/London' as erase_at,
        ((a.closing->>'signInUntil')::date + 1)::timestamp at time zone 'Europe/London' as late_from,
        case ${environment} when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    ) s
    cross join lateral (
      select ${now}::timestamptz + s.clock_offset_seconds * interval '1 second' + ${withinDays} * interval '1 day' as until
    ) t
    join applicants p on p.account_id = a.id and p.environment = ${environment} and p.erased_at is null
      and p.created_at < t.until - case when s.erase_at is null
        then least(nullif(s.days, 0), nullif(s.never_hired_days, 0)) else 0 end * interval '1 day'
    cross join lateral (
      select case when p.hold_reason is null then null
        else coalesce((p.hold_until + 1)::timestamp at time zone 'Europe/London', 'infinity') end as kept_until
    ) h
    cross join lateral (
      select max(c.completed_at) as ended_at, max(c.completed_at) filter (where c.status = 'complete') as complete_at, max(c.order_id) as order_id,
        (array_agg(c.id order by c.order_id desc))[1] as check_id,
        bool_or(c.status in ('awaiting_applicant', 'in_progress', 'on_hold')) as is_ongoing
      from checks c
      where c.account_id = p.account_id and c.environment = p.environment and c.applicant_id = p.id
    ) l
    cross join lateral (
      select r.id, r.requested_at from reports r
      where r.account_id = p.account_id and r.environment = p.environment and r.check_id = l.check_id
      order by r.position limit 1
    ) r
    cross join lateral (
      select case when s.keeps_staff then ${isStaff(leaver?.place)} else false end as is_kept,
        case when s.keeps_staff then greatest(${leaver?.leftAt ?? null}::timestamptz, ${leftAt(leaver?.place)}) end as left_at
    ) w
    cross join lateral (
      select s.never_hired_days > 0 and ${isNeverHired(sql`(t.until at time zone 'Europe/London')::date`)} as is_never_hired
    ) n
    cross join lateral (
      select case when n.is_never_hired then s.never_hired_days else s.days end as days
    ) held
    cross join lateral (
      select e.closes_at, case when e.over_at is not null or e.closes_at is not null
        then greatest(h.kept_until, least(e.over_at, e.closes_at)) end as due_at
      from (
        select case when held.days > 0 and (n.is_never_hired or not w.is_kept)
          then greatest(greatest(l.ended_at, w.left_at, case when n.is_never_hired then ${leftAt(leaver?.place)} end)
            + held.days * interval '1 day', ${registeredUntil(leaver?.leftAt)}) end as over_at,
          case when s.erase_at is not null then greatest(s.erase_at + k.late_by, case when l.complete_at >= s.late_from + k.late_by
          then l.complete_at + ${LATE_DAYS + LAST_CHANCE_DAYS} * interval '1 day' end) end as closes_at
        from (select s.clock_offset_seconds * interval '1 second' as late_by) k
      ) e
    ) u
    where ${within(accounts, 'a.id')} and (s.days > 0 or s.never_hired_days > 0 or s.erase_at is not null)
      ${leaver === undefined ? sql`` : sql`and p.id = ${leaver.applicantId}`}
      and not ${hasRestriction(sql`p.account_id, p.environment, p.id`, sql`'open', 'in_force'`)}
      and not coalesce(${settings?.legalHold ?? null}::boolean, (a.settings->>'legalHold')::boolean, false)
      and not l.is_ongoing and u.due_at < t.until
      and not exists (
        select from checks c
        join reports m on (m.account_id, m.environment, m.check_id) = (c.account_id, c.environment, c.id)
        where c.account_id = p.account_id and c.environment = p.environment and c.applicant_id = p.id
          and m.monitor is not null and m.status = 'complete' and c.status not in ('withdrawn', 'cancelled')
          ${leaver?.endsMonitoring ? sql`and ${isOfPlace(leaver.place)} is not true` : sql``}
      )`;

const isErased = sql`d.open_matters = '{}'`;

/** Those whom nothing keeps that is open about them, or, with `areKept`, those whom it keeps; the earliest first. */
export function findDueForErasure(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { areKept = false, limit, ...window }: DueWindow & { readonly areKept?: boolean; readonly limit: number },
): Promise<DuePerson[]> {
  return db.rows<DuePerson>(sql`
    select * from (${due(accounts, environment, window)}) d where ${areKept} <> (${isErased})
    order by due_at, applicant_id limit ${limit}`);
}

export async function countDueForErasure(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  window: DueWindow,
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from (${due(accounts, environment, window)}) d where ${isErased}`);
  return row!.count;
}

export interface AffectedOrder {
  readonly order_id: number;
  readonly status: CheckState;
  readonly reports: number;
  readonly files: number;
}

/** The newest first. */
export function findAffectedOrders(db: Db, tenant: Tenant, applicantId: string): Promise<AffectedOrder[]> {
  return db.rows<AffectedOrder>(sql`
    select c.order_id, c.status,
      (select count(*) from reports r
       where r.account_id = c.account_id and r.environment = c.environment and r.check_id = c.id) as reports,
      (select count(*) from attachments f
       where f.account_id = c.account_id and f.environment = c.environment and f.check_id = c.id) as files
    from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.applicant_id = ${applicantId}
    order by c.order_id desc`);
}

/** The oldest first. */
export async function findChecksOfPerson(db: Db, tenant: Tenant, applicantId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from checks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
    order by order_id`);
  return rows.map(({ id }) => id);
}

export interface AccountRetention {
  readonly id: string;
  readonly name: string;
  /** 0 for an account that erases nobody by time. */
  readonly days: number;
  /** Of the kinds of contents; 0 with the person. */
  readonly certificate_days: number;
  readonly right_to_work_days: number;
  readonly other_days: number;
  readonly is_held: boolean;
  /** Of a closed account, or one that is to be. */
  readonly erase_on: IsoDate | null;
}

/** By name. */
export function findRetention(db: Db, accounts: DeskAccounts, limit: number): Promise<AccountRetention[]> {
  return db.rows<AccountRetention>(sql`
    select id, name, coalesce((settings->>'eraseAfterDays')::integer, 0) as days,
      coalesce((settings->>'certificateContentDays')::integer, 0) as certificate_days,
      coalesce((settings->>'rightToWorkFileDays')::integer, 0) as right_to_work_days,
      coalesce((settings->>'otherFileDays')::integer, 0) as other_days,
      coalesce((settings->>'legalHold')::boolean, false) as is_held, closing->>'eraseOn' as erase_on
    from accounts a where ${isClient('a')} and ${within(accounts, 'id')} order by lower(name), id limit ${limit}`);
}

export interface ErasedPerson {
  readonly account_id: string;
  readonly account_name: string;
  readonly applicant_id: string;
  readonly order_ids: readonly number[];
  readonly erased_at: Date;
  readonly reason: ErasureReason | null;
  readonly actor: Actor | null;
}

export interface ErasedPage {
  readonly since: Date;
  /** The last one of the page before. */
  readonly after?: Pick<ErasedPerson, 'erased_at' | 'applicant_id'> | undefined;
  readonly limit: number;
}

/** Erased since, the newest first. */
export function findErased(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  { since, after, limit }: ErasedPage,
): Promise<ErasedPerson[]> {
  const onwards =
    after === undefined
      ? sql``
      : sql`and p.erased_at <= ${after.erased_at} and (p.erased_at < ${after.erased_at} or p.id > ${after.applicant_id})`;
  return db.rows<ErasedPerson>(sql`
    select p.account_id, a.name as account_name, p.id as applicant_id, p.erased_at, e.reason, e.actor,
      array(select c.order_id from checks c where c.account_id = p.account_id and c.environment = p.environment
        and c.applicant_id = p.id order by c.order_id) as order_ids
    from applicants p join accounts a on a.id = p.account_id
    left join lateral (
      select e.detail->>'reason' as reason, e.actor from events e
      where e.account_id = p.account_id and e.environment = p.environment and e.applicant_id = p.id
        and e.check_id is null and e.type = 'applicant.erased' order by e.id desc limit 1
    ) e on true
    where ${within(accounts, 'p.account_id')} and p.environment = ${environment} and p.erased_at >= ${since}
      ${onwards}
    order by p.erased_at desc, p.id limit ${limit}`);
}

/** Undefined unless the person was erased. */
export function findPastErasure(
  db: Db,
  tenant: Tenant,
  applicantId: string,
): Promise<{ readonly erased_at: Date; readonly reason: ErasureReason | null } | undefined> {
  return db.row(sql`
    select p.erased_at, (
      select e.detail->>'reason' from events e
      where e.account_id = p.account_id and e.environment = p.environment and e.applicant_id = p.id
        and e.check_id is null and e.type = 'applicant.erased' limit 1
    ) as reason
    from applicants p
    where p.account_id = ${tenant.accountId} and p.environment = ${tenant.environment} and p.id = ${applicantId}
      and p.erased_at is not null`);
}

/** The reports that are asked again. */
export function findMonitoredReports(
  db: Db,
  tenant: Tenant,
  applicantId: string,
): Promise<{ readonly check_id: string; readonly report_id: string }[]> {
  return db.rows(sql`
    select c.id as check_id, r.id as report_id
    from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.applicant_id = ${applicantId} and r.monitor is not null and r.status = 'complete'`);
}

export async function countMails(db: Db, tenant: Tenant, applicantId: string): Promise<number> {
  const row = await db.row<{ mails: number }>(sql`
    select count(*) as mails from emails
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}`);
  return row!.mails;
}
