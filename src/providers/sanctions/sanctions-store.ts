// Rows of imported lists: the version in force of each, and its names with their index keys.
import { type Db, sql } from '../../platform/db/database.ts';
import type { ListName } from './list-title-rules.ts';
import type { NameKind } from './listed-person.ts';

export interface ImportRow {
  readonly id: string;
  readonly list: ListName;
  readonly version: string;
  readonly file_hash: Buffer;
  readonly imported_at: Date;
  readonly people: number;
  readonly names: number;
}

/** Sorted by name. */
export function findListsInForce(db: Db): Promise<ImportRow[]> {
  return db.rows<ImportRow>(sql`
    select id, list, version, file_hash, imported_at, people, names from sanctions_imports where in_force order by list`);
}

/** Locks the list against other imports until the end of the transaction. */
export async function lockList(db: Db, list: ListName): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('sanctions_imports'), hashtext(${list}))`);
}

export type NewImport = Pick<ImportRow, 'id' | 'list' | 'version' | 'file_hash' | 'imported_at'>;

export async function insertImport(db: Db, { id, list, version, file_hash, imported_at }: NewImport): Promise<void> {
  await db.run(sql`
    insert into sanctions_imports (id, list, version, file_hash, imported_at, people, names, in_force)
    values (${id}, ${list}, ${version}, ${file_hash}, ${imported_at}, 0, 0, false)`);
}

export interface NewName {
  readonly entry: string;
  readonly name: string;
  readonly kind: NameKind;
  readonly birthDates: readonly string[];
  readonly regime: string;
  /** The words of the name, as names are compared. */
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
}

/** @param after the number of names of this import that were stored before */
export async function insertNames(db: Db, importId: string, after: number, names: readonly NewName[]): Promise<void> {
  await db.run(sql`
    insert into sanctions_names (import_id, number, entry, name, kind, birth_dates, regime, tokens, keys)
    select ${importId}::uuid, ${after}::int + n.ordinality, n.entry, n.name, n.kind, string_to_array(n.birth_dates, ' '),
      n.regime, n.tokens, array_to_tsvector(string_to_array(n.keys, ' '))
    from unnest(
      ${names.map(({ entry }) => entry)}::text[], ${names.map(({ name }) => name)}::text[],
      ${names.map(({ kind }) => kind)}::text[], ${names.map(({ birthDates }) => birthDates.join(' '))}::text[],
      ${names.map(({ regime }) => regime)}::text[], ${names.map(({ tokens }) => tokens.join(' '))}::text[],
      ${names.map(({ keys }) => keys.join(' '))}::text[]
    ) with ordinality as n(entry, name, kind, birth_dates, regime, tokens, keys, ordinality)`);
}

/** Puts an import in force and deletes the names of the previous one. */
export async function putInForce(
  db: Db,
  list: ListName,
  { id, people, names }: Pick<ImportRow, 'id' | 'people' | 'names'>,
): Promise<void> {
  await db.run(sql`
    delete from sanctions_names
    where import_id in (select id from sanctions_imports where list = ${list} and in_force)`);
  await db.run(sql`update sanctions_imports set in_force = false where list = ${list} and in_force`);
  await db.run(sql`
    update sanctions_imports set in_force = true, people = ${people}, names = ${names} where id = ${id}`);
}

interface NameKey {
  readonly import_id: string;
  readonly number: number;
}

/** What names are compared by. */
export interface FoundName extends NameKey {
  /** The words of the name, with a space between. */
  readonly tokens: string;
}

/** @param queries conditions on keys, of which one must hold, in PostgreSQL's syntax; the index is read for each */
export function findNames(
  db: Db,
  lists: readonly ListName[],
  queries: readonly string[],
  limit: number,
): Promise<FoundName[]> {
  const found = queries.map((query) => sql`n.keys @@ ${query}::tsquery`);
  return db.rows<FoundName>(sql`
    select n.import_id, n.number, n.tokens
    from sanctions_names n join sanctions_imports i on i.id = n.import_id and i.in_force and i.list = any (${lists}::text[])
    where ${found.reduce((any, one) => sql`${any} or ${one}`)}
    limit ${limit}`);
}

export interface ListedName extends NameKey {
  readonly list: ListName;
  readonly entry: string;
  readonly name: string;
  readonly kind: NameKind;
  readonly birth_dates: readonly string[];
  readonly regime: string;
}

/** Only those whose import still has them. */
export function readNames(db: Db, names: readonly NameKey[]): Promise<ListedName[]> {
  return db.rows<ListedName>(sql`
    select n.import_id, n.number, i.list, n.entry, n.name, n.kind, n.birth_dates, n.regime
    from sanctions_names n join sanctions_imports i on i.id = n.import_id
    where (n.import_id, n.number) in (
      select * from unnest(
        ${names.map(({ import_id }) => import_id)}::uuid[], ${names.map(({ number }) => number)}::int[]
      ))`);
}
