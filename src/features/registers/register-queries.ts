// Reads registers of the desk whose entries are kept in versions: the newest counts, and none is ever changed.
import type { Actor } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';

/** The tables of versions, each with the columns of `EntryRow` and a `name_key` besides its own. */
export const registerTables = [
  'organisation_versions',
  'supplier_versions',
  'breach_versions',
  'closing_day_versions',
  'error_type_versions',
  'maintenance_versions',
  'subprocessor_versions',
] as const;
export type RegisterTable = (typeof registerTables)[number];

export interface Register {
  readonly table: RegisterTable;
  /** Its own columns, as `o`. */
  readonly columns: Sql;
}

export interface EntryRow {
  /** The same in all versions. */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** False in the version that took the entry out. */
  readonly is_listed: boolean;
  readonly author: Actor;
  /** null if it is nobody of the desk. */
  readonly author_name: string | null;
  readonly created_at: Date;
}

/** `select … from …`; add conditions on the version `o`. */
export const entriesOf = ({ table, columns }: Register): Sql => sql`
  select o.id, o.version, o.name, ${columns}, o.is_listed, o.author, d.name as author_name, o.created_at
  from ${rawSql(table)} o left join desk_users d on 'user:' || d.id = o.author`;

const isNewestIn = ({ table }: Register): Sql => sql`
  not exists (select from ${rawSql(table)} later where later.id = o.id and later.version > o.version)`;

/** Of a version that is in the register now. */
export const isListedIn = (register: Register): Sql => sql`o.is_listed and ${isNewestIn(register)}`;

/** The key of the name without spaces: people write one name with and without them. */
export const joinedName = sql`replace(o.name_key, ' ', '')`;

export interface EntryPage {
  /** Part of a name, as a key without spaces; all without one. */
  readonly key: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** By name. */
export function findEntries<Row extends EntryRow>(
  db: Db,
  register: Register,
  { key, offset, limit }: EntryPage,
): Promise<Row[]> {
  const named = key === undefined ? sql`` : sql`and strpos(${joinedName}, ${key}) > 0`;
  return db.rows<Row>(sql`
    ${entriesOf(register)} where ${isListedIn(register)} ${named}
    order by o.name_key, o.name, o.id offset ${offset} limit ${limit}`);
}

/** The newest version of each entry, also of those that were taken out; by name. */
export function findNewest<Row extends EntryRow>(db: Db, register: Register): Promise<Row[]> {
  return db.rows<Row>(sql`${entriesOf(register)} where ${isNewestIn(register)} order by o.name_key, o.name, o.id`);
}

/** The newest first. */
export function findEntryVersions<Row extends EntryRow>(db: Db, register: Register, id: string): Promise<Row[]> {
  return db.rows<Row>(sql`${entriesOf(register)} where o.id = ${id} order by o.version desc`);
}
