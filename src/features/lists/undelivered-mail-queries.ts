// The mails that reached nobody: of the accounts that somebody at the desk sees, and of the users of a page.
import type { Environment } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand, mayDo } from '../access/permissions.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { TemplateName } from '../emails/email-templates.ts';
import { reachedNobody } from '../emails/undelivered-queries.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

export interface UndeliveredRow {
  /** null for a link to sign in, which is mailed from the user's page. */
  readonly id: string | null;
  readonly template: TemplateName;
  readonly failure: string;
  readonly failed_at: Date;
  /** null for somebody of the desk. */
  readonly account_id: string | null;
  readonly account_name: string | null;
  readonly environment: Environment;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
  /** Of the order that the mail was about; null in a mail to a user. */
  readonly check_id: string | null;
  readonly check_status: CheckState | null;
  readonly order_id: number | null;
  readonly report_id: string | null;
  readonly applicant_id: string | null;
  readonly sealed_order: Buffer | null;
  /** null also if the applicant was erased. */
  readonly sealed_key: Buffer | null;
  readonly reference_id: string | null;
  readonly sealed_request: Buffer | null;
}

/** A link to sign in is of a purpose, the mail of a template. */
const templateOf = sql`case s.purpose when 'invitation' then 'sign_in_invitation' else s.purpose end`;

/** Mails of test data are never sent. */
const ofAccounts = (reader: DeskReader, since: Date): Sql => sql`
  select e.id, e.template, e.failure, e.failed_at, e.account_id, e.user_id, e.check_id, e.reference_id
  from emails e
  where ${within(reader.accounts, 'e.account_id')} and e.environment = 'live' and e.status = 'failed'
    and e.created_at >= ${since} and e.failed_at is not null and ${reachedNobody}`;

const toUsers = (reader: DeskReader, since: Date): Sql => sql`
  select null::uuid, ${templateOf}, s.failure, s.at, u.account_id, s.user_id, null::uuid, null::uuid
  from sign_in_mails s join users u on u.id = s.user_id
  where ${within(reader.accounts, 'u.account_id')} and s.status = 'failed' and s.at >= ${since} and u.disabled_at is null`;

/** People of the desk who see no account that the reader does not see. */
const isDeskUserSeen = (reader: DeskReader): Sql => sql`(
  ${mayDo(reader, 'manage_desk_users')} and d.disabled_at is null
  and (${reader.accounts === 'all'} or not d.all_accounts and not exists (
    select from desk_user_accounts l where l.desk_user_id = d.id and not (${within(reader.accounts, 'l.account_id')}))))`;

const toDesk = (reader: DeskReader, since: Date): Sql => sql`
  select null::uuid, ${templateOf}, s.failure, s.at, null::uuid, s.user_id, null::uuid, null::uuid
  from sign_in_mails s join desk_users d on d.id = s.user_id
  where s.status = 'failed' and s.at >= ${since} and ${isDeskUserSeen(reader)}`;

export interface RetriedMails {
  readonly count: number;
  /** When the oldest of them was written; null if there is none. */
  readonly since: Date | null;
}

/** Those that no mail server has taken yet, and that are tried again. */
export async function countRetriedMails(db: Db, reader: DeskReader, writtenAfter: Date): Promise<RetriedMails> {
  demand(authorityOf(reader), 'read_mails');
  const row = await db.row<RetriedMails>(sql`
    select count(*)::integer as count, min(w.at) as since from (
      select e.created_at as at from emails e
      where ${within(reader.accounts, 'e.account_id')} and e.environment = 'live' and e.status = 'queued'
        and e.attempts > 0 and e.created_at >= ${writtenAfter}
      union all
      select s.at from sign_in_mails s left join users u on u.id = s.user_id left join desk_users d on d.id = s.user_id
      where s.status = 'queued' and s.attempts > 0
        and (u.id is not null and ${within(reader.accounts, 'u.account_id')} or d.id is not null and ${isDeskUserSeen(reader)})
    ) w`);
  return row!;
}

export interface UndeliveredPage {
  readonly since: Date;
  readonly offset: number;
  readonly limit: number;
  /** Only this one. */
  readonly id?: string;
}

/** What failed last comes first. */
export function findUndeliveredMails(db: Db, reader: DeskReader, page: UndeliveredPage): Promise<UndeliveredRow[]> {
  demand(authorityOf(reader), 'read_mails');
  const { since, offset, limit, id } = page;
  return db.rows<UndeliveredRow>(sql`
    with listed as (
      select * from (${ofAccounts(reader, since)} union all ${toUsers(reader, since)} union all ${toDesk(reader, since)})
        as m (id, template, failure, failed_at, account_id, user_id, check_id, reference_id)
      ${id === undefined ? sql`` : sql`where m.id = ${id}`}
      order by failed_at desc, id, user_id offset ${offset} limit ${rawSql(String(limit))}
    )
    select m.*, 'live' as environment, a.name as account_name, coalesce(u.name, d.name) as user_name,
      coalesce(u.email, d.email) as user_email, c.status as check_status, c.order_id, c.applicant_id, c.sealed_order,
      p.sealed_key, f.sealed_request,
      coalesce(f.report_id, (
        select r.id from reports r
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) order by r.position limit 1
      )) as report_id
    from listed m
    left join accounts a on a.id = m.account_id
    left join users u on (u.account_id, u.id) = (m.account_id, m.user_id)
    left join desk_users d on m.account_id is null and d.id = m.user_id
    left join checks c on (c.account_id, c.environment, c.id) = (m.account_id, 'live', m.check_id)
    left join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    left join report_references f on (f.account_id, f.environment, f.id) = (m.account_id, 'live', m.reference_id)
    order by m.failed_at desc, m.id, m.user_id`);
}

export interface UndeliveredToUser extends Pick<UndeliveredRow, 'template' | 'failure' | 'failed_at'> {
  readonly user_id: string;
}

/** The newest mail to each of these users, if it reached nobody. @param accountId null for people of the desk */
export function findUndeliveredToUsers(
  db: Db,
  accountId: string | null,
  userIds: readonly string[],
  since: Date,
): Promise<UndeliveredToUser[]> {
  return db.rows<UndeliveredToUser>(sql`
    select n.user_id, n.template, n.failure, n.failed_at
    from unnest(${userIds}::uuid[]) w(id)
    cross join lateral (
      select * from (
        (
          select e.user_id, e.template, e.status, e.failure, e.failed_at, e.created_at as written_at from emails e
          where e.account_id = ${accountId}::uuid and e.environment = 'live' and e.user_id = w.id
          order by e.created_at desc limit 1
        ) union all
        select s.user_id, ${templateOf}, s.status, s.failure, s.at, s.at from sign_in_mails s where s.user_id = w.id
      ) m order by m.written_at desc limit 1
    ) n
    where n.status = 'failed' and n.failed_at >= ${since} and n.failure is not null`);
}
