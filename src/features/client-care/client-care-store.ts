// Counts what of a client waits for somebody, of live orders.
import { type Db, sql } from '../../platform/db/database.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { within } from '../lists/work-queue-queries.ts';

export interface CareCounts {
  readonly account_id: string;
  /** Open queries to the client. */
  readonly queries: number;
  /** Of the client and of its candidates and others, not answered yet. */
  readonly complaints: number;
}

export const countCare = (db: Db, accounts: DeskAccounts): Promise<CareCounts[]> =>
  db.rows<CareCounts>(sql`
    select a.id as account_id,
      (select count(*)::integer from queries q where (q.account_id, q.environment) = (a.id, 'live')
        and q.addressee = 'client' and q.status = 'open') as queries,
      (select count(*)::integer from data_requests d where (d.account_id, d.environment) = (a.id, 'live')
        and d.kind = 'complaint' and d.is_open) as complaints
    from accounts a where ${within(accounts, 'a.id')}`);
