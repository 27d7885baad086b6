// How many reports of the queue are overdue by how much.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { bandCounts, type DueTimes, isOverdue, type LateBand } from './queue-due-queries.ts';
import { type DeskReader, isInFilter, isQueued, type QueueFilter, within } from './work-queue-queries.ts';

/** Of those that the filter has, read from the index of the queue alone. */
export async function countLateBands(
  db: Db,
  reader: DeskReader,
  filter: QueueFilter,
  times: DueTimes,
): Promise<Readonly<Record<LateBand, number>>> {
  demand(authorityOf(reader), 'read_reports');
  const { environment } = filter;
  const of = bandCounts(environment, times);
  const row = await db.row<Record<LateBand, number>>(sql`
    select ${of.late_1} as late_1, ${of.late_3} as late_3, ${of.late_6} as late_6, ${of.late_11} as late_11
    from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued}
      and ${isOverdue(environment, times.now)} and ${isInFilter(filter)}`);
  return row!;
}
