// How much work there is on a morning: of one person, or of all whom somebody at the desk sees.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DueTimes, dueCounts, isOverdue } from './queue-due-queries.ts';
import { type DeskReader, isInFilter, isQueued, within } from './work-queue-queries.ts';

export interface MorningCounts {
  readonly open: number;
  readonly overdue: number;
  readonly due_today: number;
  /** Of which the candidate, the client or a supplier answered, and nobody went on. */
  readonly answered: number;
  readonly unassigned: number;
  readonly approval: number;
}

const environment: Environment = 'live';

/** Counted on the index of the queue. @param assigneeId of whom; undefined of everybody and of nobody */
export async function countMorning(
  db: Db,
  reader: DeskReader,
  times: DueTimes,
  assigneeId?: string,
): Promise<MorningCounts> {
  demand(authorityOf(reader), 'read_reports');
  const row = await db.row<MorningCounts>(sql`
    select count(*)::int as open, count(*) filter (where ${isOverdue(environment, times.now)})::int as overdue,
      (${dueCounts(environment, times).today})::int as due_today,
      count(*) filter (where ${isInFilter({ environment, waiting: 'answered' })}
        or ${isInFilter({ environment, waiting: 'source_answered' })})::int as answered,
      count(*) filter (where r.assignee_id is null)::int as unassigned,
      count(*) filter (where ${isInFilter({ environment, waiting: 'approval' })})::int as approval
    from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued}
      and ${isInFilter({ environment, assigneeId })}`);
  return row!;
}
