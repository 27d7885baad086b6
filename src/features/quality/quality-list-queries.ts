// The reports that were drawn for review, with what was found: the list of reviewers, and each person's own; without texts.
import type { Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { type DeskReader, within } from '../lists/work-queue-queries.ts';

/** Of samples `s`: the review `v` that counts, and its findings `f`, counted without those that are withdrawn. */
export const newestReview = sql`
  join lateral (
    select v.version, v.reviewer_id, v.reviewed_at, v.sealed_praise is not null as is_praised
    from quality_reviews v
    where (v.account_id, v.environment, v.report_id) = (s.account_id, s.environment, s.report_id)
    order by v.version desc limit 1) v on true`;

/** Of findings `one`: the last step that was taken, `last`. */
export const lastStep = sql`
  left join lateral (
    select t.step from quality_finding_steps t
    where (t.account_id, t.environment, t.finding_id) = (one.account_id, one.environment, one.id)
    order by t.number desc limit 1) last on true`;

const counts = (severity: string): Sql =>
  sql`(count(*) filter (where one.severity = ${severity} and last.step is distinct from 'withdrawn'))::int`;

export const countedFindings = sql`
  cross join lateral (
    select ${counts('minor')} as minor, ${counts('major')} as major, ${counts('critical')} as critical,
      count(last.step)::int as appealed, (count(*) filter (where last.step = 'appealed'))::int as undecided,
      (count(*) filter (where last.step = 'withdrawn'))::int as withdrawn
    from quality_findings one ${lastStep}
    where (one.account_id, one.environment, one.report_id, one.review_version)
      = (s.account_id, s.environment, s.report_id, v.version)) f`;

export interface FindingCounts {
  /** Without those that are withdrawn. */
  readonly minor: number;
  readonly major: number;
  readonly critical: number;
  /** Whatever was decided; of these, those that nobody has decided, and those that are withdrawn. */
  readonly appealed: number;
  readonly undecided: number;
  readonly withdrawn: number;
}

export interface SampledReport extends FindingCounts {
  readonly report_id: string;
  readonly report_type_id: number;
  readonly order_id: number;
  readonly account_name: string;
  readonly screener: string;
  readonly period_from: IsoDate | null;
  readonly period_to: IsoDate | null;
  readonly completed_at: Date;
  readonly drawn_at: Date;
  /** Null while nobody has reviewed it. */
  readonly reviewed_at: Date | null;
  readonly reviewer: string | null;
  readonly is_praised: boolean | null;
}

const sampled = (reader: DeskReader, environment: Environment): Sql => sql`
  from quality_samples s
  join reports r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.report_id)
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
  join accounts a on a.id = s.account_id
  join desk_users d on d.id = s.screener_id
  left ${newestReview}
  ${countedFindings}
  left join desk_users w on w.id = v.reviewer_id
  where ${within(reader.accounts, 's.account_id')} and s.environment = ${environment}`;

const columns = sql`
  s.report_id, r.report_type_id, c.order_id, a.name as account_name, d.name as screener, s.period_from, s.period_to,
  r.first_completed_at as completed_at, s.drawn_at, v.reviewed_at, w.name as reviewer, v.is_praised, f.minor, f.major,
  f.critical, f.appealed, f.undecided, f.withdrawn`;

export const sampleViews = ['to_review', 'appealed', 'reviewed'] as const;
export type SampleView = (typeof sampleViews)[number];

/** Whoever is erased or restricted is not looked at any more: nobody could decide about an appeal, either. */
const isLookedAt = sql`p.erased_at is null and not ${isCheckRestricted}`;

const conditions: Readonly<Record<SampleView, Sql>> = {
  to_review: sql`(v.version is null and ${isLookedAt})`,
  appealed: sql`(f.undecided > 0 and ${isLookedAt})`,
  reviewed: sql`v.version is not null`,
};

/** Nobody reviews their own work: it is not among them. */
const ofOthers = (reader: DeskReader, environment: Environment): Sql =>
  sql`${sampled(reader, environment)} and s.screener_id <> ${reader.userId}`;

export interface SamplesAsked {
  readonly environment: Environment;
  readonly view: SampleView;
  readonly screenerId?: string | undefined;
  readonly limit: number;
}

/** What waits: the oldest first; what is reviewed: the newest first. */
export function findSamples(
  db: Db,
  reader: DeskReader,
  { environment, view, screenerId, limit }: SamplesAsked,
): Promise<SampledReport[]> {
  demand(authorityOf(reader), 'approve_outcomes', 'read_team');
  const order =
    view === 'reviewed' ? sql`v.reviewed_at desc, s.report_id` : sql`s.drawn_at, lower(d.name), s.report_id`;
  return db.rows<SampledReport>(sql`
    select ${columns} ${ofOthers(reader, environment)} and ${conditions[view]}
      ${screenerId === undefined ? sql`` : sql`and s.screener_id = ${screenerId}`}
    order by ${order} limit ${limit}`);
}

export async function countSamples(
  db: Db,
  reader: DeskReader,
  environment: Environment,
): Promise<Readonly<Record<SampleView, number>>> {
  demand(authorityOf(reader), 'approve_outcomes', 'read_team');
  const row = await db.row<Record<SampleView, number>>(sql`
    select (count(*) filter (where ${conditions.to_review}))::int as to_review,
      (count(*) filter (where ${conditions.appealed}))::int as appealed,
      (count(*) filter (where ${conditions.reviewed}))::int as reviewed
    ${ofOthers(reader, environment)}`);
  return row!;
}

/** Whose reports are drawn, by name. */
export function findSampledPeople(
  db: Db,
  reader: DeskReader,
  environment: Environment,
): Promise<{ readonly id: string; readonly name: string }[]> {
  demand(authorityOf(reader), 'approve_outcomes', 'read_team');
  return db.rows(sql`
    select distinct on (lower(d.name), d.id) d.id, d.name
    from quality_samples s join desk_users d on d.id = s.screener_id
    where ${within(reader.accounts, 's.account_id')} and s.environment = ${environment} and d.id <> ${reader.userId}
    order by lower(d.name), d.id`);
}

/** The reader's own reports that were reviewed since, the newest first. */
export function findOwnReviewed(
  db: Db,
  reader: DeskReader,
  { environment, since, limit }: { readonly environment: Environment; readonly since: Date; readonly limit: number },
): Promise<SampledReport[]> {
  demand(authorityOf(reader), 'record_outcomes');
  return db.rows<SampledReport>(sql`
    select ${columns} ${sampled(reader, environment)} and s.screener_id = ${reader.userId} and v.reviewed_at >= ${since}
    order by v.reviewed_at desc, s.report_id limit ${limit}`);
}

export interface OwnDecision {
  readonly report_id: string;
  readonly report_type_id: number;
  readonly order_id: number;
  readonly account_name: string;
  readonly decision: 'changed' | 'sent_back' | 'reopened';
  readonly code: string | null;
  readonly reviewer: string | null;
  readonly decided_at: Date;
}

/** What reviewers changed of the reader's own outcomes, sent back, or opened again, since; the newest first. */
export function findOwnDecisions(
  db: Db,
  reader: DeskReader,
  { environment, since, limit }: { readonly environment: Environment; readonly since: Date; readonly limit: number },
): Promise<OwnDecision[]> {
  demand(authorityOf(reader), 'record_outcomes');
  return db.rows<OwnDecision>(sql`
    select v.report_id, r.report_type_id, c.order_id, a.name as account_name, v.decision, v.code, w.name as reviewer,
      v.decided_at
    from report_reviews v
    join reports r on (r.account_id, r.environment, r.id) = (v.account_id, v.environment, v.report_id)
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = v.account_id
    left join desk_users w on w.id = v.reviewer_id
    where ${within(reader.accounts, 'v.account_id')} and v.environment = ${environment} and v.decided_at >= ${since}
      and v.proposed_by = ${`user:${reader.userId}`} and v.decision <> 'approved'
    order by v.decided_at desc, v.id limit ${limit}`);
}
