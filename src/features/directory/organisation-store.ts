// Rows of the directory: each change of an entry is a version of its own, and no version is ever changed.
import type { Actor } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type Contact, joinedKey, organisationKey } from './organisation-rules.ts';

export interface OrganisationRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly department: string;
  readonly email: string;
  readonly telephone: string;
  readonly found_by: string;
  readonly remarks: string;
  readonly is_listed: boolean;
  readonly author: Actor;
  /** null if it is nobody of the desk. */
  readonly author_name: string | null;
  readonly created_at: Date;
}

const versions = sql`
  select o.id, o.version, o.name, o.department, o.email, o.telephone, o.found_by, o.remarks, o.is_listed, o.author,
    d.name as author_name, o.created_at
  from organisation_versions o left join desk_users d on 'user:' || d.id = o.author`;

const isNewest = sql`not exists (
  select from organisation_versions later where later.id = o.id and later.version > o.version)`;

/** `joinedKey` of the name in SQL. */
const joined = sql`replace(o.name_key, ' ', '')`;

const isListed = sql`o.is_listed and ${isNewest}`;

export interface OrganisationPage {
  /** Part of a name, as a key without spaces; all without one. */
  readonly key: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** By name. */
export function findOrganisations(db: Db, { key, offset, limit }: OrganisationPage): Promise<OrganisationRow[]> {
  const named = key === undefined ? sql`` : sql`and strpos(${joined}, ${key}) > 0`;
  return db.rows<OrganisationRow>(sql`
    ${versions} where ${isListed} ${named} order by o.name_key, o.name, o.id offset ${offset} limit ${limit}`);
}

/** The newest first. */
export function findOrganisationVersions(db: Db, id: string): Promise<OrganisationRow[]> {
  return db.rows<OrganisationRow>(sql`${versions} where o.id = ${id} order by o.version desc`);
}

/** `Barchester Trust` is found by `Barchester`, and the other way round. */
const begins = (one: Sql, other: Sql) => sql`starts_with(${one}, ${other} || ' ')`;

/** Those whose names are, begin with, or are the beginning of one of the names; the same names first. */
export function findOrganisationsNamed(db: Db, names: readonly string[], limit: number): Promise<OrganisationRow[]> {
  const keys = names.map(organisationKey);
  const joinedKeys = names.map(joinedKey);
  return db.rows<OrganisationRow>(sql`
    ${versions}
    where ${isListed} and (${joined} = any (${joinedKeys}::text[]) or exists (
      select from unnest(${keys}::text[]) k(key)
      where ${begins(sql`o.name_key`, sql`k.key`)} or ${begins(sql`k.key`, sql`o.name_key`)}))
    order by ${joined} <> all (${joinedKeys}::text[]), o.name_key, o.id limit ${limit}`);
}

export interface NewVersion extends Contact {
  readonly id: string;
  readonly version: number;
  readonly isListed: boolean;
  readonly author: Actor;
  readonly createdAt: Date;
}

/** False if somebody else stored this version meanwhile. */
export async function insertOrganisationVersion(db: Db, one: NewVersion): Promise<boolean> {
  const row = await db.row(sql`
    insert into organisation_versions
      (id, version, name, name_key, department, email, telephone, found_by, remarks, is_listed, author, created_at)
    values (${one.id}, ${one.version}, ${one.name}, ${organisationKey(one.name)}, ${one.department}, ${one.email},
      ${one.telephone}, ${one.foundBy}, ${one.remarks}, ${one.isListed}, ${one.author}, ${one.createdAt})
    on conflict do nothing
    returning id`);
  return row !== undefined;
}
