// The reports of one order as the desk works on them, with their places in the queue.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DeskReader, type DeskReport, deskReports, isQueued, queueOrders } from './work-queue-queries.ts';

export interface OrderReport extends DeskReport {
  /** Its place in the queue among the reports of its order, from 1; null if it is not in the queue. */
  readonly turn: number | null;
}

/** The reports of an order, whether its candidate has submitted the form or not. */
export function findOrderReports(db: Db, reader: DeskReader, checkId: string): Promise<OrderReport[]> {
  demand(authorityOf(reader), 'read_reports');
  const turn = sql`, case when ${isQueued} then row_number() over (order by not (${isQueued}), ${queueOrders.due})::int end as turn`;
  return db.rows<OrderReport>(sql`
    ${deskReports(reader.accounts, sql`reports r`, turn)} and r.check_id = ${checkId} order by r.position`);
}
