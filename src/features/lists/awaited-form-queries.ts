// The orders whose candidate has not submitted the form: of the accounts that somebody at the desk sees, or of a client.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { REMINDER, submissionAfter } from '../checks/form-deadline-schedule.ts';
import { isNotDelivered } from '../emails/undelivered-queries.ts';
import { findDeskAccounts } from './desk-account-queries.ts';
import type { DueTimes } from './queue-due-queries.ts';
import { type DeskReader, type SealedName, within } from './work-queue-queries.ts';

export const awaitedViews = ['all', 'not_opened', 'not_delivered', 'due_soon'] as const;
export type AwaitedView = (typeof awaitedViews)[number];

/** What the view `due_soon` shows. */
export const SOON_WORKING_DAYS = 5;

/** Somebody at the desk, or a user of a client, who sees their own account. */
export interface AwaitedReader extends DeskReader {
  /** Only its orders; null for all. */
  readonly subsidiaryIds?: readonly string[] | null;
}

const demandReading = (reader: AwaitedReader): void => demand(authorityOf(reader), 'read_reports', 'read_checks');

interface AwaitedOrder {
  readonly account_id: string;
  readonly environment: Environment;
  readonly check_id: string;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

export interface AwaitedFormRow extends AwaitedOrder, SealedName {
  readonly account_name: string;
  readonly order_id: number;
  readonly subsidiary_id: string | null;
  /** The first report of the order. */
  readonly report_id: string;
  readonly invited_at: Date;
  readonly form_opened_at: Date | null;
  /** When the time to submit the form is over. */
  readonly submission_due_at: Date;
  /** The end of the day by which the candidate is asked for the form, where that is earlier. */
  readonly wanted_at: Date | null;
  /** The first day of work, planned or past. */
  readonly starts_on: IsoDate | null;
  readonly is_urgent: boolean;
  readonly next_reminder_at: Date | null;
  readonly reminders_sent: number;
  /** The newest mail of the order failed. */
  readonly is_not_delivered: boolean;
}

const clockOffset = (environment: Environment): Sql =>
  environment === 'live' ? sql`0` : sql`a.test_clock_offset_seconds`;

const ofSubsidiary = (reader: AwaitedReader): Sql =>
  (reader.subsidiaryIds ?? null) === null
    ? sql``
    : sql`and exists (
  select from checks s
  where (s.account_id, s.environment, s.id) = (d.account_id, d.environment, d.check_id) and ${isOfScope(reader, sql`s.subsidiary_id`)})`;

// The kind is a literal, as in the index `deadlines_of_forms`.
const isAwaited = (reader: AwaitedReader, environment: Environment): Sql =>
  sql`${within(reader.accounts, 'd.account_id')} and d.environment = ${environment} and d.kind = 'form_submission' ${ofSubsidiary(reader)}`;

/** The end of the day by which the candidate is asked for the form, as the index `deadlines_of_forms` has it. */
const endsAt = sql`coalesce(d.wanted_at, d.due_at)`;

const isNotOpened = sql`exists (
  select from checks c
  where (c.account_id, c.environment, c.id) = (d.account_id, d.environment, d.check_id) and c.form_opened_at is null)`;

/** Found by the index of failed mails, which are few. */
const hasNoDelivery = (reader: AwaitedReader, environment: Environment): Sql => sql`(d.account_id, d.check_id) in (
  select e.account_id, e.check_id from emails e
  where ${within(reader.accounts, 'e.account_id')} and e.environment = ${environment} and e.check_id is not null
    and ${isNotDelivered.candidate})`;

/** Working days are counted here, from the day of each account's own clock. */
async function isDueSoon(
  db: Db,
  reader: AwaitedReader,
  environment: Environment,
  { now, calendar }: DueTimes,
): Promise<Sql> {
  if (environment === 'live') return sql`${endsAt} <= ${submissionAfter(now, SOON_WORKING_DAYS, calendar)}`;
  const accounts = await findDeskAccounts(db, reader.accounts);
  const ends = accounts.map(({ clock_offset_seconds: ahead }) =>
    submissionAfter(new Date(now.getTime() + ahead * 1000), SOON_WORKING_DAYS, calendar),
  );
  return sql`${endsAt} <= (
    select s.until from unnest(${accounts.map(({ id }) => id)}::uuid[], ${ends}::timestamptz[]) s(account_id, until)
    where s.account_id = d.account_id)`;
}

const viewConditions = async (db: Db, reader: AwaitedReader, environment: Environment, times: DueTimes) =>
  ({
    all: sql`true`,
    not_opened: isNotOpened,
    not_delivered: hasNoDelivery(reader, environment),
    due_soon: await isDueSoon(db, reader, environment, times),
  }) as const satisfies Readonly<Record<AwaitedView, Sql>>;

export interface AwaitedPage {
  readonly environment: Environment;
  readonly accountId?: string | undefined;
  readonly view: AwaitedView;
  readonly times: DueTimes;
  readonly offset: number;
  readonly limit: number;
}

/** The form that is wanted first comes first. */
export async function findAwaitedForms(db: Db, reader: AwaitedReader, page: AwaitedPage): Promise<AwaitedFormRow[]> {
  demandReading(reader);
  const { environment, accountId, view, times, offset, limit } = page;
  const { [view]: isInView } = await viewConditions(db, reader, environment, times);
  // The limit is a literal and the first page has no offset, as in the queue.
  return db.rows<AwaitedFormRow>(sql`
    with listed as (
      select d.account_id, d.environment, d.check_id, d.due_at, d.wanted_at from deadlines d
      where ${isAwaited(reader, environment)} and ${isInView}
        ${accountId === undefined ? sql`` : sql`and d.account_id = ${accountId}`}
      order by ${endsAt}, d.check_id
      ${offset === 0 ? sql`` : sql`offset ${offset}`} limit ${rawSql(String(limit))}
    )
    select d.account_id, a.name as account_name, d.environment, d.check_id, c.order_id, c.subsidiary_id, r.id as report_id,
      c.created_at as invited_at, c.form_opened_at, d.due_at as submission_due_at, d.wanted_at, s.starts_on, c.is_urgent, n.due_at as next_reminder_at,
      m.reminders_sent, m.is_not_delivered, c.applicant_id, c.sealed_order, p.sealed_key,
      ${clockOffset(environment)} as clock_offset_seconds
    from listed d
    join checks c on (c.account_id, c.environment, c.id) = (d.account_id, d.environment, d.check_id)
    join accounts a on a.id = d.account_id
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    left join work_starts s on (s.account_id, s.environment, s.check_id) = (d.account_id, d.environment, d.check_id)
    left join deadlines n
      on (n.account_id, n.environment, n.subject_id, n.kind) = (d.account_id, d.environment, d.check_id, ${REMINDER})
    cross join lateral (
      select r.id from reports r
      where (r.account_id, r.environment, r.check_id) = (d.account_id, d.environment, d.check_id)
      order by r.position limit 1
    ) r
    cross join lateral (
      select count(*) filter (where e.template = 'form_reminder' and e.status <> 'failed') as reminders_sent,
        coalesce(bool_or(${isNotDelivered.candidate}), false) as is_not_delivered
      from emails e
      where (e.account_id, e.environment, e.check_id) = (d.account_id, d.environment, d.check_id)
    ) m
    order by ${endsAt}, d.check_id`);
}

/** How many orders each view has, in one account. */
export interface AwaitedGroup extends Readonly<Record<AwaitedView, number>> {
  readonly account_id: string;
  readonly account_name: string;
}

export async function countAwaitedForms(
  db: Db,
  reader: AwaitedReader,
  environment: Environment,
  times: DueTimes,
): Promise<AwaitedGroup[]> {
  demandReading(reader);
  const of = await viewConditions(db, reader, environment, times);
  return db.rows<AwaitedGroup>(sql`
    select q.*, a.name as account_name
    from (
      select d.account_id, count(*) as all, count(*) filter (where ${of.not_opened}) as not_opened,
        count(*) filter (where ${of.not_delivered}) as not_delivered, count(*) filter (where ${of.due_soon}) as due_soon
      from deadlines d where ${isAwaited(reader, environment)} group by d.account_id
    ) q join accounts a on a.id = q.account_id`);
}

/** Those of these orders that the reader sees and whose form is awaited. */
export function findAwaitedOrders(
  db: Db,
  reader: AwaitedReader,
  environment: Environment,
  checkIds: readonly string[],
): Promise<AwaitedOrder[]> {
  demandReading(reader);
  return db.rows<AwaitedOrder>(sql`
    select d.account_id, d.environment, d.check_id, ${clockOffset(environment)} as clock_offset_seconds
    from deadlines d join accounts a on a.id = d.account_id
    where ${isAwaited(reader, environment)} and d.check_id = any (${checkIds}::uuid[])
    order by d.due_at, d.check_id`);
}
