// Rows of the directory, a register of the desk.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type EntryRow, entriesOf, isListedIn, joinedName, type Register } from '../registers/register-queries.ts';
import { joinedKey, organisationKey } from './organisation-rules.ts';

export interface OrganisationRow extends EntryRow {
  readonly department: string;
  readonly email: string;
  readonly telephone: string;
  readonly found_by: string;
  readonly remarks: string;
}

export const organisationRegister: Register = {
  table: 'organisation_versions',
  columns: sql`o.department, o.email, o.telephone, o.found_by, o.remarks`,
};

/** `Barchester Trust` is found by `Barchester`, and the other way round. */
const begins = (one: Sql, other: Sql) => sql`starts_with(${one}, ${other} || ' ')`;

/** Those whose names are, begin with, or are the beginning of one of the names; the same names first. */
export function findOrganisationsNamed(db: Db, names: readonly string[], limit: number): Promise<OrganisationRow[]> {
  const keys = names.map(organisationKey);
  const joinedKeys = names.map(joinedKey);
  return db.rows<OrganisationRow>(sql`
    ${entriesOf(organisationRegister)}
    where ${isListedIn(organisationRegister)} and (${joinedName} = any (${joinedKeys}::text[]) or exists (
      select from unnest(${keys}::text[]) k(key)
      where ${begins(sql`o.name_key`, sql`k.key`)} or ${begins(sql`k.key`, sql`o.name_key`)}))
    order by ${joinedName} <> all (${joinedKeys}::text[]), o.name_key, o.id limit ${limit}`);
}
