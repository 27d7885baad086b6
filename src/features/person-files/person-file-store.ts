// Rows of the files that clients put with people.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export type PersonFileKind = 'agency_confirmation' | 'earlier_screening';

export interface PersonFileRow {
  readonly applicant_id: string;
  readonly file_id: string;
  readonly kind: PersonFileKind;
  readonly size: number;
  readonly sealed_facts: Buffer;
  readonly verdict: 'clean' | 'not_scanned';
  readonly added_by: Actor;
  readonly added_at: Date;
}

export async function insertPersonFile(db: Db, tenant: Tenant, row: PersonFileRow): Promise<void> {
  await db.run(sql`
    insert into person_files (account_id, environment, applicant_id, file_id, kind, size, sealed_facts, verdict, added_by,
      added_at)
    values (${tenant.accountId}, ${tenant.environment}, ${row.applicant_id}, ${row.file_id}, ${row.kind}, ${row.size},
      ${row.sealed_facts}, ${row.verdict}, ${row.added_by}, ${row.added_at})`);
}

/** In the order in which they were added. */
export function findPersonFiles(db: Db, tenant: Tenant, applicantId: string): Promise<PersonFileRow[]> {
  return db.rows<PersonFileRow>(sql`
    select applicant_id, file_id, kind, size, sealed_facts, verdict, added_by, added_at from person_files
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
    order by added_at, file_id`);
}

/** Whether it was there. */
export async function deletePersonFile(db: Db, tenant: Tenant, applicantId: string, fileId: string): Promise<boolean> {
  const count = await db.run(sql`
    delete from person_files
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}
      and file_id = ${fileId}`);
  return count === 1;
}

/** Across accounts: the program generates file names, and the sweep has no tenant. */
export async function findStoredPersonFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from person_files where file_id = any (${names}::uuid[])`);
  return rows.map((row) => row.file_id);
}
