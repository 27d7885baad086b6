// The table of versions of sub-processors.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type EntryRow, entriesOf, type Register } from '../registers/register-queries.ts';

export interface SubprocessorRow extends EntryRow {
  readonly purpose: string;
  readonly place: string;
  readonly holds_from: IsoDate;
  /** How many administrators of clients got a mail about this version. */
  readonly mailed: number;
}

export const subprocessorRegister: Register = {
  table: 'subprocessor_versions',
  columns: sql`o.purpose, o.place, o.holds_from, o.mailed`,
};

/** Every version of all, by name; the newest of each first. */
export function findSubprocessorVersions(db: Db): Promise<SubprocessorRow[]> {
  return db.rows<SubprocessorRow>(sql`${entriesOf(subprocessorRegister)} order by o.name_key, o.id, o.version desc`);
}

/** Needs a transaction: whoever adds one at the same time waits, and then finds it. */
export async function isNamed(db: Db, nameKey: string): Promise<boolean> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('subprocessor_versions'))`);
  return (await findSubprocessorVersions(db)).some(({ name }) => name.toLowerCase() === nameKey);
}
