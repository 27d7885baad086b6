// The figures of quality: what was reviewed of each person's work in each month, and each decision about an outcome.
import type { Environment } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isReviewOf, type TeamNarrow } from './team-queries.ts';
import { firstCompletions } from './turnaround-queries.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

export interface QualityRow {
  /** `yyyy-mm`, in the UK. */
  readonly month: string;
  readonly user_id: string;
  readonly name: string | null;
  /** Reports whose first delivered outcome is theirs. */
  readonly completed: number;
  readonly reviewed: number;
  readonly approved: number;
  readonly changed: number;
  readonly sent_back: number;
  /** Reports with an outcome of theirs that were opened again, whatever the reason. */
  readonly reopened: number;
  /** Of these, those because of an error of ours. */
  readonly our_errors: number;
  /** The most frequent error of those that were sent back. */
  readonly code: string | null;
}

const monthOf = (time: Sql): Sql => sql`to_char(${time} at time zone 'Europe/London', 'YYYY-MM')`;

/** By month, the newest first, and person. */
export function findQualityByMonth(
  db: Db,
  reader: DeskReader,
  environment: Environment,
  since: Date,
): Promise<QualityRow[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<QualityRow>(sql`
    with done as (${firstCompletions(reader, environment, since)}), counted as (
      select ${monthOf(sql`at`)} as month, user_id, count(*) as completed
      from done where user_id is not null group by 1, 2
    ), judged as (
      select ${monthOf(sql`v.decided_at`)} as month, substr(v.proposed_by, 6) as user_id,
        count(*) filter (where v.decision <> 'reopened') as reviewed,
        count(*) filter (where v.decision = 'approved') as approved,
        count(*) filter (where v.decision = 'changed') as changed,
        count(*) filter (where v.decision = 'sent_back') as sent_back,
        count(*) filter (where v.decision = 'reopened') as reopened,
        count(*) filter (where v.decision = 'reopened' and v.code = 'our_error') as our_errors,
        mode() within group (order by v.code) filter (where v.decision = 'sent_back') as code
      from report_reviews v
      where ${within(reader.accounts, 'v.account_id')} and v.environment = ${environment} and v.decided_at >= ${since}
        and v.proposed_by like 'user:%'
      group by 1, 2
    )
    select month, user_id, d.name, coalesce(c.completed, 0) as completed, coalesce(j.reviewed, 0) as reviewed,
      coalesce(j.approved, 0) as approved, coalesce(j.changed, 0) as changed, coalesce(j.sent_back, 0) as sent_back,
      coalesce(j.reopened, 0) as reopened, coalesce(j.our_errors, 0) as our_errors, j.code
    from counted c full join judged j using (month, user_id)
    left join desk_users d on d.id::text = user_id
    order by month desc, lower(d.name), user_id`);
}

export interface CompletedRow {
  /** `yyyy-mm-dd`, in the UK. */
  readonly day: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly report_type_id: number;
  /** Reports whose first delivered outcome is theirs. */
  readonly completed: number;
}

/** By day, the newest first, person and type. */
export function findCompletedByDay(
  db: Db,
  reader: DeskReader,
  environment: Environment,
  since: Date,
): Promise<CompletedRow[]> {
  demand(authorityOf(reader), 'read_team');
  return db.rows<CompletedRow>(sql`
    with done as (${firstCompletions(reader, environment, since)}), counted as (
      select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, user_id, report_type_id, count(*) as completed
      from done where user_id is not null group by 1, 2, 3
    )
    select c.day, c.user_id, d.name, c.report_type_id, c.completed
    from counted c left join desk_users d on d.id::text = c.user_id
    order by c.day desc, lower(d.name), c.user_id, c.report_type_id`);
}

export interface DecisionRow {
  readonly id: string;
  readonly decided_at: Date;
  readonly account_name: string;
  readonly order_id: number;
  readonly report_id: string;
  readonly report_type_id: number;
  readonly version: number;
  /** Whose outcome it was; null unless it is a user of the desk. */
  readonly author_name: string | null;
  /** Null if nobody of the desk decided. */
  readonly reviewer_name: string | null;
  readonly decision: 'approved' | 'changed' | 'sent_back' | 'reopened';
  readonly code: string | null;
}

export interface DecisionsAsked extends TeamNarrow {
  readonly environment: Environment;
  readonly since: Date;
  readonly decision?: DecisionRow['decision'] | undefined;
  /** The last one of the page before. */
  readonly after?: Pick<DecisionRow, 'decided_at' | 'id'> | undefined;
  readonly limit: number;
}

/** The newest first; without the texts, which may name the candidate. */
export function findDecisions(db: Db, reader: DeskReader, asked: DecisionsAsked): Promise<DecisionRow[]> {
  demand(authorityOf(reader), 'read_team');
  const { environment, since, decision = null, after, limit, ...narrow } = asked;
  const onwards =
    after === undefined
      ? sql``
      : sql`and v.decided_at <= ${after.decided_at} and (v.decided_at < ${after.decided_at} or v.id > ${after.id})`;
  return db.rows<DecisionRow>(sql`
    select v.id, v.decided_at, a.name as account_name, c.order_id, r.id as report_id, r.report_type_id, v.version,
      s.name as author_name, d.name as reviewer_name, v.decision, v.code
    from report_reviews v
    join accounts a on a.id = v.account_id
    join reports r on (r.account_id, r.environment, r.id) = (v.account_id, v.environment, v.report_id)
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    left join desk_users s on v.proposed_by = 'user:' || s.id
    left join desk_users d on d.id = v.reviewer_id
    where ${within(reader.accounts, 'v.account_id')} and v.environment = ${environment} and v.decided_at >= ${since}
      and (${decision}::text is null or v.decision = ${decision}) ${onwards} and ${isReviewOf(narrow)}
    order by v.decided_at desc, v.id limit ${limit}`);
}
