// The figures of quality: how accurate each person is in each month, what was found, and how reviewers compare.
import type { Environment } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { Severity } from '../error-types/error-type-rules.ts';
import { isAuthoredBy } from '../lists/turnaround-queries.ts';
import { type DeskReader, within } from '../lists/work-queue-queries.ts';
import { isInTeam } from '../teams/team-queries.ts';
import { countedFindings, type FindingCounts, lastStep, newestReview } from './quality-list-queries.ts';
import type { FindingState } from './review-rules.ts';

export interface QualityAsked {
  readonly environment: Environment;
  /** Of reports that were first completed since. */
  readonly since: Date;
  readonly teamId?: string | undefined;
}

/** Samples `s` that were reviewed (`v`), with their reports `r`. */
const reviewed = (reader: DeskReader, { environment, since, teamId }: QualityAsked, more: Sql): Sql => sql`
  from quality_samples s
  join reports r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.report_id)
  ${newestReview}
  ${more}
  where ${within(reader.accounts, 's.account_id')} and s.environment = ${environment} and r.first_completed_at >= ${since}
    ${teamId === undefined ? sql`` : sql`and ${isInTeam(teamId, sql`s.screener_id`)}`}`;

export interface AccuracyRow extends Pick<FindingCounts, 'minor' | 'major' | 'critical'> {
  /** `yyyy-mm`, in the UK, in which the reports were completed. */
  readonly month: string;
  readonly user_id: string;
  readonly name: string;
  readonly reviewed: number;
  readonly without_error: number;
  readonly praised: number;
}

const accuracy = (from: Sql): Sql => sql`
  select to_char(r.first_completed_at at time zone 'Europe/London', 'YYYY-MM') as month, d.id as user_id, d.name,
    count(*)::int as reviewed, (count(*) filter (where f.minor + f.major + f.critical = 0))::int as without_error,
    sum(f.minor)::int as minor, sum(f.major)::int as major, sum(f.critical)::int as critical,
    (count(*) filter (where v.is_praised))::int as praised
  ${from}
  group by 1, d.id, d.name order by 1, lower(d.name), d.id`;

const ofPeople = sql`join desk_users d on d.id = s.screener_id ${countedFindings}`;

/** By month, the oldest first, and person. */
export function findAccuracy(db: Db, reader: DeskReader, asked: QualityAsked): Promise<AccuracyRow[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<AccuracyRow>(accuracy(reviewed(reader, asked, ofPeople)));
}

/** The reader's own. */
export function findOwnAccuracy(db: Db, reader: DeskReader, asked: QualityAsked): Promise<AccuracyRow[]> {
  demand(authorityOf(reader), 'record_outcomes');
  return db.rows<AccuracyRow>(accuracy(sql`${reviewed(reader, asked, ofPeople)} and s.screener_id = ${reader.userId}`));
}

export interface FoundRow {
  readonly code: string;
  readonly severity: Severity;
  readonly user_id: string;
  readonly name: string;
  readonly findings: number;
}

const findingsOf = sql`
  join desk_users d on d.id = s.screener_id
  join quality_findings one on (one.account_id, one.environment, one.report_id, one.review_version)
    = (s.account_id, s.environment, s.report_id, v.version)
  ${lastStep}`;

/** Findings that are not withdrawn, by type, severity and person. */
export function findFoundCounts(db: Db, reader: DeskReader, asked: QualityAsked): Promise<FoundRow[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<FoundRow>(sql`
    select one.code, one.severity, d.id as user_id, d.name, count(*)::int as findings
    ${reviewed(reader, asked, findingsOf)} and last.step is distinct from 'withdrawn'
    group by 1, 2, 3, 4 order by findings desc, lower(d.name), d.id, one.code, one.severity`);
}

export interface ReviewerRow {
  readonly user_id: string;
  readonly name: string;
  readonly reviewed: number;
  /** Whatever was found was withdrawn, or not. */
  readonly with_findings: number;
  readonly findings: number;
  readonly appealed: number;
  readonly withdrawn: number;
  readonly praised: number;
}

/** Who recorded the reviews that count, by name. */
export function findReviewers(db: Db, reader: DeskReader, asked: QualityAsked): Promise<ReviewerRow[]> {
  demand(authorityOf(reader), 'read_team');
  const all = sql`(f.minor + f.major + f.critical + f.withdrawn)`;
  const ofReviewers = sql`join desk_users d on d.id = v.reviewer_id ${countedFindings}`;
  return db.rows<ReviewerRow>(sql`
    select d.id as user_id, d.name, count(*)::int as reviewed, (count(*) filter (where ${all} > 0))::int as with_findings,
      sum(${all})::int as findings, sum(f.appealed)::int as appealed, sum(f.withdrawn)::int as withdrawn,
      (count(*) filter (where v.is_praised))::int as praised
    ${reviewed(reader, asked, ofReviewers)}
    group by d.id, d.name order by lower(d.name), d.id`);
}

export interface FindingLine {
  readonly reviewed_at: Date;
  readonly completed_at: Date;
  readonly account_name: string;
  readonly order_id: number;
  readonly report_id: string;
  readonly report_type_id: number;
  readonly screener: string;
  readonly reviewer: string;
  readonly code: string;
  readonly severity: Severity;
  readonly state: FindingState;
  readonly id: string;
}

/** Every finding, the newest first; without the texts, which may name the candidate. */
export function findFindingLines(
  db: Db,
  reader: DeskReader,
  { limit, severity, ...asked }: QualityAsked & { readonly severity?: Severity; readonly limit: number },
): Promise<FindingLine[]> {
  demand(authorityOf(reader), 'read_team');
  const more = sql`
    ${findingsOf}
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = s.account_id
    join desk_users w on w.id = v.reviewer_id`;
  return db.rows<FindingLine>(sql`
    select v.reviewed_at, r.first_completed_at as completed_at, a.name as account_name, c.order_id, s.report_id,
      r.report_type_id, d.name as screener, w.name as reviewer, one.code, one.severity,
      coalesce(last.step, 'stands') as state, one.id
    ${reviewed(reader, asked, more)} and (${severity ?? null}::text is null or one.severity = ${severity ?? null})
    order by v.reviewed_at desc, one.id limit ${limit}`);
}

export interface FirstTimeRight {
  /** Reports that a reviewer approved, changed or sent back, or reviewed after they were complete. */
  readonly judged: number;
  /** Of these, those of which nothing was changed, sent back or found, and that were not opened again for an error of ours. */
  readonly right: number;
}

interface JudgedOf {
  /** The id as text of whose reports they are. */
  readonly person: Sql;
  readonly since: Sql;
  /** Of reports `r`. */
  readonly of: Sql;
}

/** Reports of a person of which a reviewer decided something since, before they were complete or afterwards. */
const judgedReports = (reader: DeskReader, environment: Environment, { person, since, of }: JudgedOf): Sql => sql`
  select bool_or(is_wrong) as is_wrong from (
    select v.account_id, v.report_id, v.decision <> 'approved' as is_wrong
    from report_reviews v
    join reports r on (r.account_id, r.environment, r.id) = (v.account_id, v.environment, v.report_id)
    where ${within(reader.accounts, 'v.account_id')} and v.environment = ${environment} and v.decided_at >= ${since}
      and v.proposed_by = 'user:' || ${person} and (v.decision <> 'reopened' or v.code = 'our_error') and ${of}
    union all
    select s.account_id, s.report_id, f.minor + f.major + f.critical > 0
    from quality_samples s
    join reports r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.report_id)
    ${newestReview} ${countedFindings}
    where ${within(reader.accounts, 's.account_id')} and s.environment = ${environment} and v.reviewed_at >= ${since}
      and s.screener_id = (${person})::uuid and ${of}
  ) judged group by account_id, report_id`;

/** Of what the reader completed themselves. */
export async function findOwnFirstTimeRight(
  db: Db,
  reader: DeskReader,
  { environment, since }: Pick<QualityAsked, 'environment' | 'since'>,
): Promise<FirstTimeRight> {
  demand(authorityOf(reader), 'record_outcomes');
  const own = { person: sql`${reader.userId}::text`, since: sql`${since}`, of: sql`true` };
  const row = await db.row<FirstTimeRight>(sql`
    select count(*)::int as judged, (count(*) filter (where not is_wrong))::int as right
    from (${judgedReports(reader, environment, own)}) reports`);
  return row!;
}

export interface Trainee {
  /** Of the entry that says so. */
  readonly id: string;
  readonly deskUserId: string;
  readonly since: Date;
  /** Those of the area. */
  readonly reportTypeIds: readonly number[];
}

export interface TraineeFigures {
  /** Live reports whose first delivered outcome is theirs. */
  readonly completed: number;
  readonly judged: number;
  readonly wrong: number;
}

/** Since each began, by the id of the entry. */
export async function findTraineeFigures(
  db: Db,
  reader: DeskReader,
  trainees: readonly Trainee[],
): Promise<ReadonlyMap<string, TraineeFigures>> {
  demand(authorityOf(reader), 'read_team');
  if (trainees.length === 0) return new Map();
  const asked = trainees.map(({ id, deskUserId, since, reportTypeIds: types }) => ({
    ...{ id, desk_user_id: deskUserId, since, types },
  }));
  const of = sql`r.report_type_id = any (e.types)`;
  const judged = judgedReports(reader, 'live', { person: sql`e.desk_user_id`, since: sql`e.since`, of });
  const rows = await db.rows<TraineeFigures & { readonly id: string }>(sql`
    select e.id, c.completed, j.judged, j.wrong
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as e(id uuid, desk_user_id text, since timestamptz, types integer[])
    cross join lateral (
      select count(*)::int as completed from reports r
      where ${within(reader.accounts, 'r.account_id')} and r.environment = 'live' and r.first_completed_at >= e.since
        and ${of} and ${isAuthoredBy(reader, sql`e.desk_user_id`)}) c
    cross join lateral (
      select count(*)::int as judged, (count(*) filter (where is_wrong))::int as wrong from (${judged}) reports) j`);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
