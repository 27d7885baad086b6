// How many reports of the queue were answered by their source, and nobody who works on them has opened them since.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DeskReader, isInFilter, isQueued, within } from './work-queue-queries.ts';

export interface SourceAnswerCounts {
  readonly all: number;
  readonly own: number;
}

/** On the index of the few that are marked. */
export async function countSourceAnswers(
  db: Db,
  reader: DeskReader,
  environment: Environment,
): Promise<SourceAnswerCounts> {
  demand(authorityOf(reader), 'read_reports');
  const row = await db.row<SourceAnswerCounts>(sql`
    select count(*)::int as all, (count(*) filter (where r.assignee_id = ${reader.userId}))::int as own
    from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued}
      and ${isInFilter({ environment, waiting: 'source_answered' })}`);
  return row!;
}
