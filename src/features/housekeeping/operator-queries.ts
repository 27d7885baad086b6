// What the operator's overview reads of all accounts: counts and times, no data of anybody.
import { type Db, sql } from '../../platform/db/database.ts';
import { reachedNobody } from '../emails/undelivered-queries.ts';

export interface OperatorFigures {
  /** When the newest of the processes that run jobs and deliveries was started; null where none is known. */
  readonly newestWorkerAt: Date | null;
  /** When the oldest event was recorded that is not sealed in the audit trail. */
  readonly oldestUnsealedAt: Date | null;
  /** Live mails since then that reached nobody. */
  readonly failedEmails: number;
  readonly quarantinedFiles: number;
  /** By name: the data providers that failed, and are asked again later. */
  readonly pausedProviders: readonly string[];
}

export async function findOperatorFigures(db: Db, since: Date): Promise<OperatorFigures> {
  const row = await db.row<OperatorFigures>(sql`
    select
      (select max(w.started_at) from delivery_workers w) as "newestWorkerAt",
      (select e.recorded_at from events e
       where (e.xid, e.id) > (select s.xid, s.event_id from event_seal s)
       order by e.xid, e.id limit 1) as "oldestUnsealedAt",
      (select count(*)::integer from emails e
       where e.status = 'failed' and e.created_at >= ${since}
         and e.account_id in (select id from accounts) and e.environment = 'live' and ${reachedNobody})
       + (select count(*)::integer from sign_in_mails s where s.status = 'failed' and s.at >= ${since}) as "failedEmails",
      (select count(*)::integer from quarantined_files) as "quarantinedFiles",
      array(select h.provider from provider_health h where h.open_until is not null order by h.provider) as "pausedProviders"`);
  return row!;
}
