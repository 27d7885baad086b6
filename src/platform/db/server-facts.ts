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

export interface OwnRole {
  readonly name: string;
  /** Of those that the program does not need, such as `superuser`. */
  readonly rights: readonly string[];
  /** Whether it owns tables of ours. */
  readonly owns: boolean;
}

/** The role that this connection has. */
export async function findOwnRole(db: Db): Promise<OwnRole> {
  const row = await db.row<OwnRole>(sql`
    select rolname as name,
      array_remove(array[case when rolsuper then 'superuser' end, case when rolcreaterole then 'createrole' end,
        case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end,
        case when rolbypassrls then 'bypassrls' end], null) as rights,
      exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner = r.oid) as owns
    from pg_roles r where rolname = current_user`);
  return row!;
}
