// The complete reports of orders that somebody chose, to open many of them again at once.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type DeskReader, type DeskReport, deskReports } from './work-queue-queries.ts';

export interface CompleteReports {
  readonly checkIds: readonly string[];
  readonly reportTypeId?: number | undefined;
  /** The user who gave an outcome of it. */
  readonly outcomeBy?: string | undefined;
}

export function findCompleteReports(
  db: Db,
  reader: DeskReader,
  { checkIds, reportTypeId, outcomeBy }: CompleteReports,
): Promise<DeskReport[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<DeskReport>(sql`
    ${deskReports(reader.accounts, sql`reports r`)} and r.check_id = any (${checkIds}::uuid[]) and r.status = 'complete'
      ${reportTypeId === undefined ? sql`` : sql`and r.report_type_id = ${reportTypeId}`}
      ${
        outcomeBy === undefined
          ? sql``
          : sql`and exists (
        select from report_outcomes o
        where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
          and o.author = ${`user:${outcomeBy}`})`
      }
    order by a.name, r.account_id, c.order_id, r.position`);
}
