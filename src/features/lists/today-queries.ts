// What each person of the desk did since the start of the day, and what they have: for who runs the shift, in one statement.
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DueTimes, dueCounts, isOverdue, type QueueTimes } from './queue-due-queries.ts';
import { firstCompletions } from './turnaround-queries.ts';
import { type DeskReader, isInFilter, isQueued, within } from './work-queue-queries.ts';

/** Counts of one person since the day began, and of what they have now. */
export interface TodayCounts {
  /** Reports whose first result is theirs. */
  readonly completed: number;
  /** Outcomes of others that they approved, changed or sent back. */
  readonly reviewed: number;
  /** What waits for nobody else. */
  readonly to_do: number;
  /** Of that, what nobody has worked on yet. */
  readonly not_begun: number;
  /** Of that, what somebody has answered a question about. */
  readonly answered: number;
  readonly due_today: number;
  readonly late: number;
  /** Work on it could begin today. */
  readonly fresh: number;
}

export interface TodayRow extends TodayCounts {
  /** The id of a desk user; null for what nobody has. */
  readonly key: string | null;
}

const environment = 'live';

/** Live reports, by person. What a data provider completed is nobody's. */
export function findToday(db: Db, reader: DeskReader, times: DueTimes): Promise<TodayRow[]> {
  demand(authorityOf(reader), 'read_team');
  const since = startOfUkDay(ukDateOf(times.now));
  const arrivedToday: QueueTimes = { ...times, due: undefined, idleDays: undefined, arrived: 'today' };
  return db.rows<TodayRow>(sql`
    select key, sum(completed)::int as completed, sum(reviewed)::int as reviewed, sum(to_do)::int as to_do,
      sum(not_begun)::int as not_begun, sum(answered)::int as answered, sum(due_today)::int as due_today,
      sum(late)::int as late, sum(fresh)::int as fresh
    from (
      select d.user_id::uuid as key, count(*) as completed, 0 as reviewed, 0 as to_do, 0 as not_begun, 0 as answered,
        0 as due_today, 0 as late, 0 as fresh
      from (${firstCompletions(reader, environment, since)}) d where d.user_id is not null group by 1
      union all
      select v.reviewer_id, 0, count(*), 0, 0, 0, 0, 0, 0
      from report_reviews v
      where ${within(reader.accounts, 'v.account_id')} and v.environment = ${environment} and v.decided_at >= ${since}
        and v.decision <> 'reopened' and v.reviewer_id is not null group by 1
      union all
      select r.assignee_id, 0, 0, count(*) filter (where ${isInFilter({ environment, waiting: 'nobody' })}),
        count(*) filter (where ${isInFilter({ environment, waiting: 'not_begun' })}),
        count(*) filter (where ${isInFilter({ environment, waiting: 'answered' })}), ${dueCounts(environment, times).today},
        count(*) filter (where ${isOverdue(environment, times.now)}), count(*) filter (where ${isInFilter({ environment, times: arrivedToday })})
      from reports r
      where ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued} group by 1
    ) counted
    group by key`);
}
