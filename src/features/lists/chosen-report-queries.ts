// Reports that somebody chose from the queue to do one thing with all of them.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DeskReader, type DeskReport, deskReports, queueOrders } from './work-queue-queries.ts';

/** In the order of the queue, also those that have left it since. */
export function findChosenReports(db: Db, reader: DeskReader, ids: readonly string[]): Promise<DeskReport[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<DeskReport>(sql`
    ${deskReports(reader.accounts, sql`reports r`)} and r.id = any (${ids}::uuid[]) and r.requested_at is not null
    order by ${queueOrders.due}`);
}
