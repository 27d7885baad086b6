// The references that are not settled, of open reports and of the accounts that somebody at the desk sees.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { AttemptOutcome } from '../references/attempt-rules.ts';
import { chaseKind } from '../references/reference-move-actions.ts';
import type { ReferenceState } from '../references/reference-states.ts';
import { isInTeam } from '../teams/team-queries.ts';
import { type AccountSearch, foundChecks } from './search-queries.ts';
import { type DeskReader, isQueued, type SealedName, within } from './work-queue-queries.ts';

export const referenceViews = ['all', 'to_call', 'due', 'answered', 'declined', 'waiting'] as const;
export type ReferenceView = (typeof referenceViews)[number];

/** Whose reports: of anybody, of the reader, of nobody, or of a person by their id. */
export const referenceOwners = ['anybody', 'me', 'nobody'] as const;
export type ReferenceOwner = (typeof referenceOwners)[number];

/** Of referees who were written to and have not answered: whether they opened the page that the mail leads to. */
export const referenceOpenings = ['not_opened', 'opened'] as const;
export type ReferenceOpening = (typeof referenceOpenings)[number];

/** Days since they were asked for. */
export const referenceAges = [3, 5, 10, 20, 30] as const;

export interface ReferenceListRow extends SealedName {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly id: string;
  readonly report_id: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly status: ReferenceState;
  readonly sealed_request: Buffer;
  readonly requested_at: Date;
  /** null if nobody was written to. */
  readonly mailed_at: Date | null;
  readonly opened_at: Date | null;
  readonly replied_at: Date | null;
  readonly chases: number;
  readonly next_reminder_at: Date | null;
  /** Of the newest call that led to no answers; null if nobody called. */
  readonly last_attempt_at: Date | null;
  readonly last_came_of: AttemptOutcome | null;
  readonly next_try_on: IsoDate | null;
  readonly assignee_name: string | null;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

/** Somebody at the desk calls: the reminders ended without an answer, no mail arrives, or nobody was written to. */
const toCall = sql`(f.status in ('unanswered', 'undelivered') or f.status = 'requested' and f.mailed_at is null)`;

const lastAttempt = (reference: Sql): Sql => sql`
  select k.made_at, k.came_of, k.next_on from reference_attempts k
  where (k.account_id, k.environment, k.reference_id)
    = (${reference}.account_id, ${reference}.environment, ${reference}.id)
  order by k.made_at desc, k.id desc limit 1`;

/** Whoever called last set a day for the next try, which has come; a test account has a clock of its own. */
const isDue = (now: Date): Sql => sql`(
  f.status <> 'answered' and (select next_on from (${lastAttempt(sql`f`)}) last) <= (
    (${now}::timestamptz + make_interval(secs => case f.environment
      when 'test' then (select a.test_clock_offset_seconds from accounts a where a.id = f.account_id) else 0 end))
    at time zone 'Europe/London')::date
)`;

const viewConditions = (now: Date) =>
  ({
    all: sql`true`,
    to_call: toCall,
    due: isDue(now),
    answered: sql`f.status = 'answered'`,
    declined: sql`f.status = 'declined'`,
    waiting: sql`f.status = 'requested' and f.mailed_at is not null`,
  }) as const satisfies Readonly<Record<ReferenceView, Sql>>;

// As in the index `report_references_unsettled`.
const isUnsettled = sql`f.status <> 'withdrawn' and f.taken_over_at is null`;

const source = (reader: DeskReader, environment: Environment): Sql => sql`
  from report_references f
  join reports r on (r.account_id, r.environment, r.id) = (f.account_id, f.environment, f.report_id)
  where ${within(reader.accounts, 'f.account_id')} and f.environment = ${environment} and ${isUnsettled}
    and ${isQueued}`;

/** By the clock of its data. */
const askedBefore = (
  now: Date,
  days: number,
): Sql => sql`f.requested_at <= ${now}::timestamptz - make_interval(days => ${days})
  + make_interval(secs => case f.environment
      when 'test' then (select a.test_clock_offset_seconds from accounts a where a.id = f.account_id) else 0 end)`;

const openings: Readonly<Record<ReferenceOpening, Sql>> = {
  not_opened: sql`f.status in ('requested', 'unanswered') and f.mailed_at is not null and f.opened_at is null`,
  opened: sql`f.status in ('requested', 'unanswered') and f.opened_at is not null`,
};

function isOwnedBy(reader: DeskReader, { owner, personId }: Pick<ReferenceNarrow, 'owner' | 'personId'>): Sql {
  if (personId !== undefined) return sql`r.assignee_id = ${personId}`;
  if (owner === 'me') return sql`r.assignee_id = ${reader.userId}`;
  return owner === 'nobody' ? sql`r.assignee_id is null` : sql`true`;
}

export interface ReferenceNarrow {
  readonly owner: ReferenceOwner;
  readonly personId?: string | undefined;
  readonly teamId?: string | undefined;
  readonly opening?: ReferenceOpening | undefined;
  readonly askedForDays?: number | undefined;
  /** Of these alone. */
  readonly ids?: readonly string[] | undefined;
}

/** Only the requested conditions: each combination has a plan of its own. */
const isNarrowed = (reader: DeskReader, now: Date, given: ReferenceNarrow): Sql => sql`${isOwnedBy(reader, given)}
  ${given.teamId === undefined ? sql`` : sql`and ${isInTeam(given.teamId, sql`r.assignee_id`)}`}
  ${given.opening === undefined ? sql`` : sql`and ${openings[given.opening]}`}
  ${given.askedForDays === undefined ? sql`` : sql`and ${askedBefore(now, given.askedForDays)}`}
  ${given.ids === undefined ? sql`` : sql`and f.id = any (${given.ids}::uuid[])`}`;

export interface ReferencePage extends ReferenceNarrow {
  readonly now: Date;
  readonly environment: Environment;
  readonly accountId?: string | undefined;
  readonly reportTypeId?: number | undefined;
  readonly view: ReferenceView;
  readonly offset: number;
  readonly limit: number;
}

/** What was asked first comes first. */
export function findListedReferences(db: Db, reader: DeskReader, page: ReferencePage): Promise<ReferenceListRow[]> {
  demand(authorityOf(reader), 'ask_references');
  const { now, environment, accountId, reportTypeId, view, offset, limit } = page;
  return db.rows<ReferenceListRow>(sql`
    with listed as (
      select f.*, r.assignee_id ${source(reader, environment)}
        and ${viewConditions(now)[view]} and ${isNarrowed(reader, now, page)}
        ${reportTypeId === undefined ? sql`` : sql`and r.report_type_id = ${reportTypeId}`}
        ${accountId === undefined ? sql`` : sql`and f.account_id = ${accountId}`}
      order by f.requested_at, f.id offset ${offset} limit ${rawSql(String(limit))}
    )
    select r.account_id, a.name as account_name, r.environment, r.id, r.report_id, r.check_id, c.order_id, r.status,
      r.sealed_request, r.requested_at, r.mailed_at, r.opened_at, r.replied_at, r.chases, n.due_at as next_reminder_at,
      l.made_at as last_attempt_at, l.came_of as last_came_of, l.next_on as next_try_on,
      u.name as assignee_name, c.applicant_id, c.sealed_order, p.sealed_key,
      case r.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from listed r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = r.account_id
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    left join lateral (${lastAttempt(sql`r`)}) l on true
    left join desk_users u on u.id = r.assignee_id
    left join deadlines n
      on (n.account_id, n.environment, n.subject_id, n.kind) = (r.account_id, r.environment, r.id, ${chaseKind})
    order by r.requested_at, r.id`);
}

/** How many references each view has, in one account and of one report type. */
export interface ReferenceGroup extends Readonly<Record<ReferenceView, number>> {
  readonly account_id: string;
  readonly account_name: string;
  readonly report_type_id: number;
}

/** Every account and type has its group, so that it can be chosen. */
export function countReferences(
  db: Db,
  reader: DeskReader,
  page: Pick<ReferencePage, 'now' | 'environment'> & ReferenceNarrow,
): Promise<ReferenceGroup[]> {
  demand(authorityOf(reader), 'ask_references');
  const { now, environment } = page;
  const conditions = viewConditions(now);
  const isCounted = isNarrowed(reader, now, page);
  const counts = referenceViews.map(
    (view) => sql`count(*) filter (where ${conditions[view]} and ${isCounted}) as ${rawSql(`"${view}"`)}`,
  );
  const [first, ...others] = counts as [Sql, ...Sql[]];
  return db.rows<ReferenceGroup>(sql`
    select q.*, a.name as account_name
    from (
      select f.account_id, r.report_type_id, ${others.reduce((all, one) => sql`${all}, ${one}`, first)}
      ${source(reader, environment)} group by f.account_id, r.report_type_id
    ) q join accounts a on a.id = q.account_id`);
}

export interface AskedReferenceRow extends Omit<SealedName, 'sealed_order'> {
  readonly account_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly sealed_request: Buffer;
}

/** Of the orders that asked somebody who is searched for. */
export function findReferencesOfFound(
  db: Db,
  reader: DeskReader,
  environment: Environment,
  searches: readonly AccountSearch[],
): Promise<AskedReferenceRow[]> {
  demand(authorityOf(reader), 'ask_references');
  return db.rows<AskedReferenceRow>(sql`
    with ${foundChecks(searches)}
    select f.account_id, f.environment, f.id, f.sealed_request, c.applicant_id, p.sealed_key
    from found o
    join report_references f on (f.account_id, f.environment, f.check_id) = (o.account_id, o.environment, o.id)
    join checks c on (c.account_id, c.environment, c.id) = (o.account_id, o.environment, o.id)
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    where ${within(reader.accounts, 'f.account_id')} and f.environment = ${environment} and ${isUnsettled}`);
}
