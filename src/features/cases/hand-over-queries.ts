// What somebody of the desk holds: claimed reports, outcomes that await approval, and forms that they have not sent.
import { type Db, sql } from '../../platform/db/database.ts';
import {
  type DeskAccounts,
  type DeskReport,
  deskReports,
  isQueued,
  waits,
  within,
} from '../lists/work-queue-queries.ts';

/** In the queue of any environment, by account. */
export function findHeldReports(db: Db, accounts: DeskAccounts, deskUserId: string): Promise<DeskReport[]> {
  return db.rows<DeskReport>(sql`
    ${deskReports(accounts, sql`reports r`)} and r.assignee_id = ${deskUserId} and ${isQueued}
    order by a.name, r.account_id, r.environment, c.order_id, r.position`);
}

/** What each of these people has to do in the accounts; who has nothing is left out. */
export function findLoads(
  db: Db,
  accounts: DeskAccounts,
  people: readonly { readonly id: string }[],
): Promise<{ readonly assignee_id: string; readonly to_do: number }[]> {
  return db.rows(sql`
    select r.assignee_id, count(*)::integer as to_do from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = 'live' and ${isQueued} and not ${waits}
      and r.assignee_id = any (${people.map(({ id }) => id)}::uuid[])
    group by 1`);
}

export interface Unfinished {
  /** Outcomes of theirs that await the approval of others. */
  readonly proposals: number;
  /** Forms about candidates that they began and did not send. */
  readonly drafts: number;
}

export async function countUnfinished(db: Db, accounts: DeskAccounts, deskUserId: string): Promise<Unfinished> {
  const author = `user:${deskUserId}`;
  const row = await db.row<Unfinished>(sql`
    select
      (select count(*)::int from (
        ${deskReports(accounts, sql`reports r`)} and r.status = 'awaiting_approval' and ${isQueued}
      ) proposed where proposed_by = ${author}) as proposals,
      (select count(*)::int from drafts d
        where d.author = ${author} and d.account_id is not null and ${within(accounts, 'd.account_id')}) as drafts`);
  return row!;
}
