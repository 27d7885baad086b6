// Facts about a database server: whether it is supported, and details for diagnosis.
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

const OLDEST_VERSION = 180_000;

export const versionText = ({ version }: ServerFacts): string =>
  `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;

/** Undefined for a supported server; otherwise what it is and what to do. */
export function tooOld(facts: ServerFacts): string | undefined {
  if (facts.version >= OLDEST_VERSION) return undefined;
  return `The database server runs ${versionText(facts)}. Upgrade it to 18 or later, or name another server in DATABASE_URL.`;
}
