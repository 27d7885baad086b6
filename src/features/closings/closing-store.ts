// What the closing of an account concerns: its work and people, counted, and what its steps have still to end.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';

const isOpen = sql`c.status in ('awaiting_applicant', 'in_progress', 'on_hold')`;

export interface ClosingCounts {
  readonly open_orders: number;
  /** Of these, those whose candidate has not sent the form. */
  readonly awaited_forms: number;
  readonly monitored_people: number;
  readonly users: number;
  readonly api_keys: number;
  readonly webhooks: number;
  readonly people: number;
  readonly data_requests: number;
  readonly messages: number;
  readonly holds: number;
  readonly restrictions: number;
}

/** Live data; users and webhooks are of both. People are those who are not erased. */
export async function countClosing(db: Db, accountId: string, now: Date): Promise<ClosingCounts> {
  const live = sql`account_id = ${accountId} and environment = 'live'`;
  const row = await db.row<ClosingCounts>(sql`
    select
      (select count(*) from checks c where ${live} and ${isOpen}) as open_orders,
      (select count(*) from checks c where ${live} and c.status = 'awaiting_applicant') as awaited_forms,
      (select count(distinct c.applicant_id) from reports r join checks c
        on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
        where r.account_id = ${accountId} and r.environment = 'live' and r.monitor is not null
          and r.status not in ('withdrawn', 'cancelled')) as monitored_people,
      (select count(*) from users where account_id = ${accountId} and disabled_at is null) as users,
      (select count(*) from api_keys where account_id = ${accountId} and revoked_at is null
        and (expires_at is null or expires_at > ${now})) as api_keys,
      (select count(*) from webhooks where account_id = ${accountId} and deleted_at is null) as webhooks,
      (select count(*) from applicants where ${live} and erased_at is null) as people,
      (select count(*) from data_requests where ${live} and is_open) as data_requests,
      (select count(*) from candidate_messages where ${live} and kind = 'problem' and handled_at is null) as messages,
      (select count(*) from applicants where ${live} and erased_at is null and hold_reason is not null
        and coalesce(hold_until >= (${now}::timestamptz at time zone 'Europe/London')::date, true)) as holds,
      (select count(distinct applicant_id) from restrictions where ${live} and status in ('open', 'in_force')) as restrictions`);
  return row!;
}

export interface OfCheck {
  readonly checkId: string;
  readonly environment: Environment;
  readonly clockOffsetSeconds: number;
}

const ofAccount = sql`c.environment, case c.environment when 'test' then a.test_clock_offset_seconds else 0 end as "clockOffsetSeconds"`;

interface OpenCheck extends OfCheck {
  readonly orderId: number;
}

/**
 * In the order of their numbers, so that a large client is not held in memory at once. Orders that the desk has opened again are
 * corrected to their end, and not among them. @param page the order number after which it begins
 */
export function findOpenChecks(
  db: Db,
  accountId: string,
  environment: Environment,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<OpenCheck[]> {
  return db.rows<OpenCheck>(sql`
    select c.id as "checkId", c.order_id as "orderId", ${ofAccount} from checks c join accounts a on a.id = c.account_id
    where c.account_id = ${accountId} and c.environment = ${environment} and ${isOpen} and c.reopened_at is null
      and c.order_id > ${after}
    order by c.order_id limit ${limit}`);
}

/** The monitored reports of both environments, also those that are not complete yet. */
export function findMonitored(db: Db, accountId: string): Promise<(OfCheck & { readonly reportId: string })[]> {
  return db.rows(sql`
    select c.id as "checkId", r.id as "reportId", ${ofAccount}
    from reports r join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = c.account_id
    where r.account_id = ${accountId} and r.monitor is not null and r.status not in ('withdrawn', 'cancelled')
    order by c.order_id, r.position`);
}

/** Whether live orders are open, or ended after the last day of sign-in and within so many days: somebody reads them still. */
export async function hasLateOrders(
  db: Db,
  accountId: string,
  { signInUntil, now, days }: { readonly signInUntil: IsoDate; readonly now: Date; readonly days: number },
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from checks c where c.account_id = ${accountId} and c.environment = 'live' and (${isOpen}
        or c.status = 'complete' and c.completed_at >= greatest((${signInUntil}::date + 1)::timestamp at time zone 'Europe/London',
          ${now}::timestamptz - ${days} * interval '1 day'))
    ) as found`);
  return row!.found;
}
