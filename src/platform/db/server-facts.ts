// What a database server says of itself, for whoever looks why something does not work.
import { type Db, sql } from './database.ts';

export interface ServerFacts {
  /** E.g. 180004 for 18.4. */
  readonly version: number;
  readonly now: Date;
  /** A standby answers but takes no writes. */
  readonly isStandby: boolean;
}

export async function findServerFacts(db: Db): Promise<ServerFacts> {
  const row = await db.row<ServerFacts>(sql`
    select current_setting('server_version_num')::integer as version, clock_timestamp() as now,
      pg_is_in_recovery() as "isStandby"`);
  return row!;
}
