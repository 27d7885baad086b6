// The reports that rules may assign: those of the queue that nobody has and that wait for nobody.
import { type Db, sql } from '../../platform/db/database.ts';
import {
  type DeskAccounts,
  type DeskReport,
  deskReports,
  isQueued,
  queueOrders,
  waits,
  within,
  workBeganAt,
} from '../lists/work-queue-queries.ts';
import { manualProvider, sandboxProvider } from '../reports/report.ts';

/** More are looked at in a later go. */
const MOST = 5000;

export interface FreeRow extends DeskReport {
  readonly began_at: Date;
}

/**
 * Live ones, in the order of the queue; without those that a data provider still answers.
 * @param isNew only those that nobody has had yet
 */
export function findFree(db: Db, accounts: DeskAccounts, { isNew }: { readonly isNew: boolean }): Promise<FreeRow[]> {
  const found = sql`(
    select r.* from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = 'live' and ${isQueued} and r.status = 'awaiting_data'
      and r.assignee_id is null and not ${waits} ${isNew ? sql`and not r.was_assigned` : sql``}
      and (r.provider in (${manualProvider}, ${sandboxProvider}) or exists (
        select from provider_requests p
        where (p.account_id, p.environment, p.report_id) = (r.account_id, r.environment, r.id)
          and p.status in ('answered', 'person_needed', 'given_up', 'cancelled')))
    order by ${queueOrders.due} limit ${MOST}) r`;
  return db.rows<FreeRow>(sql`
    ${deskReports(accounts, found, sql`, ${workBeganAt} as began_at`)} order by ${queueOrders.due}`);
}
