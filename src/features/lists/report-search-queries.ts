// Finds reports of any state and environment by the order number, the person or the reference of their order.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type AccountSearch, foundChecks } from './search-queries.ts';
import { type DeskReader, type DeskReport, deskReports, within } from './work-queue-queries.ts';

/** Of a page of orders, the newest first. @param wanted orders, not reports */
export function findReports(
  db: Db,
  reader: DeskReader,
  searches: readonly AccountSearch[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<DeskReport[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<DeskReport>(sql`
    with ${foundChecks(searches)},
    page as materialized (
      select f.* from found f join checks o on (o.account_id, o.environment, o.id) = (f.account_id, f.environment, f.id)
      where ${within(reader.accounts, 'f.account_id')}
      order by o.order_id desc offset ${offset} limit ${limit}
    )
    ${deskReports(reader.accounts, sql`page f join reports r on (r.account_id, r.environment, r.check_id) = (f.account_id, f.environment, f.id)`)}
    order by c.order_id desc, r.position`);
}
