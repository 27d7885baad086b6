// What the team page counts besides the turnaround: open reports, and the errors that reviewers found, by person and by type.
import type { Environment } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand, mayDo, roles } from '../access/permissions.ts';
import type { Absent } from '../accounts/absence-rules.ts';
import { isInTeam } from '../teams/team-queries.ts';
import { clockOf, type DueTimes, dueCounts, isOverdue, workBeganAt } from './queue-due-queries.ts';
import { type DeskReader, isQueued, waits, within } from './work-queue-queries.ts';

export const teamKeys = ['person', 'type'] as const;
export type TeamKey = (typeof teamKeys)[number];

/** The id of a desk user, null for nobody; or of a report type. */
export const keys = { person: rawSql('r.assignee_id'), type: rawSql('r.report_type_id') } as const;

export interface Keyed {
  readonly key: string | number | null;
}

export interface Colleague extends Absent {
  readonly id: string;
  readonly name: string;
}

const workers = Object.entries(roles.desk).flatMap(([role, permissions]) =>
  mayDo({ permissions }, 'claim_reports') ? [role] : [],
);

/** Those who may work on reports. */
export function findColleagues(db: Db, reader: DeskReader): Promise<Colleague[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<Colleague>(sql`
    select id, name, away_from, away_until from desk_users where disabled_at is null and role = any (${workers}::text[])`);
}

/** What the figures of the team are narrowed to. */
export interface TeamNarrow {
  readonly teamId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly reportTypeId?: number | undefined;
}

/** Of reports as `r`. @param person a column with the id of whom the row counts for */
export const isNarrowedTo = ({ teamId, accountId, reportTypeId }: TeamNarrow, person: Sql): Sql => sql`true
    ${teamId === undefined ? sql`` : sql`and ${isInTeam(teamId, person)}`}
    ${accountId === undefined ? sql`` : sql`and r.account_id = ${accountId}`}
    ${reportTypeId === undefined ? sql`` : sql`and r.report_type_id = ${reportTypeId}`}`;

/** The id of the desk user that a column names as `user:…`; null if it names somebody else. */
const userIn = (column: string): Sql =>
  sql`case when ${rawSql(column)} like 'user:%' then substr(${rawSql(column)}, 6)::uuid end`;

export interface LoadRow extends Keyed {
  readonly open: number;
  readonly waiting: number;
  readonly overdue: number;
  readonly due_today: number;
  /** From today to Sunday. */
  readonly due_this_week: number;
  readonly median_seconds: number;
  readonly oldest_seconds: number;
}

/** Open reports, what nobody has last; read from the index of the queue alone. */
export function findLoad(
  db: Db,
  reader: DeskReader,
  { environment, by, ...narrow }: TeamNarrow & { readonly environment: Environment; readonly by: TeamKey },
  times: DueTimes,
): Promise<LoadRow[]> {
  demand(authorityOf(reader), 'read_team');
  const { now } = times;
  const due = dueCounts(environment, times);
  const age = sql`extract(epoch from ${clockOf(environment, now)} - ${workBeganAt})::float8`;
  return db.rows<LoadRow>(sql`
    select ${keys[by]} as key, count(*) as open, count(*) filter (where ${waits}) as waiting,
      count(*) filter (where ${isOverdue(environment, now)}) as overdue, ${due.today} as due_today,
      ${due.week} as due_this_week, max(${age}) as oldest_seconds,
      percentile_cont(0.5) within group (order by ${age}) as median_seconds
    from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued}
      and ${isNarrowedTo(narrow, keys.person)}
    group by 1 order by ${keys[by]} is null, open desc, key`);
}

export interface HeldCount {
  readonly assignee_id: string;
  readonly open: number;
  /** Of those, what waits for nobody else. */
  readonly to_do: number;
  readonly overdue: number;
}

/** How much each person has, read from the index of the queue alone; who has nothing is left out. */
export function findHeldCounts(db: Db, reader: DeskReader, environment: Environment, now: Date): Promise<HeldCount[]> {
  demand(authorityOf(reader), 'assign_reports');
  return db.rows<HeldCount>(sql`
    select r.assignee_id, count(*)::int as open, (count(*) filter (where not ${waits}))::int as to_do,
      (count(*) filter (where ${isOverdue(environment, now)}))::int as overdue
    from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued}
      and r.assignee_id is not null
    group by 1`);
}

/** Of reviews as `v`. */
export const isReviewOf = (narrow: TeamNarrow): Sql =>
  Object.values(narrow).every((value) => value === undefined)
    ? sql`true`
    : sql`exists (
        select from reports r
        where (r.account_id, r.environment, r.id) = (v.account_id, v.environment, v.report_id)
          and ${isNarrowedTo(narrow, userIn('v.proposed_by'))})`;

export interface ErrorsRow extends Keyed {
  readonly reviewed: number;
  readonly sent_back: number;
  readonly changed: number;
  /** The most frequent error of those that were sent back. */
  readonly code: string | null;
}

/** What reviewers decided about the outcomes that each person proposed. */
export function findErrors(
  db: Db,
  reader: DeskReader,
  { environment, ...narrow }: TeamNarrow & { readonly environment: Environment },
  since: Date,
): Promise<ErrorsRow[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<ErrorsRow>(sql`
    select substr(v.proposed_by, 6) as key, count(*) as reviewed,
      count(*) filter (where v.decision = 'sent_back') as sent_back,
      count(*) filter (where v.decision = 'changed') as changed,
      mode() within group (order by v.code) filter (where v.decision = 'sent_back') as code
    from report_reviews v
    where ${within(reader.accounts, 'v.account_id')} and v.environment = ${environment} and v.decided_at >= ${since}
      and v.decision <> 'reopened' and v.proposed_by like 'user:%' and ${isReviewOf(narrow)}
    group by v.proposed_by order by reviewed desc, key`);
}
