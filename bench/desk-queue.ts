// Screeners for the work queue, and the cells of the reports that they share.
import { type Db, sql } from '../src/platform/db/database.ts';

export const screeners = 200;

export async function addScreeners(db: Db): Promise<void> {
  await db.run(sql`
    insert into desk_users (id, name, email, role, created_at)
    select uuidv7(), 'Screener ' || n, 'screener-' || n || '@bench.test', 'screener', now()
    from generate_series(2, ${screeners}::int) n`);
}
