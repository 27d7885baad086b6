// Rows of applicants: sealed facts under each applicant's own key, and the blind index they are searched by.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface ApplicantRow {
  readonly id: string;
  readonly created_at: Date;
  readonly version: number;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
}

export interface NewApplicant extends Tenant {
  readonly id: string;
  readonly createdAt: Date;
  readonly sealedKey: Buffer;
  readonly sealedFacts: Buffer;
  readonly searchTerms: readonly Buffer[];
}

export async function insertApplicant(db: Db, applicant: NewApplicant): Promise<void> {
  await db.run(sql`
    with a as (
      insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
      values (${applicant.accountId}, ${applicant.environment}, ${applicant.id}, ${applicant.createdAt},
        ${applicant.sealedKey}, ${applicant.sealedFacts})
      returning account_id, environment, id
    )
    insert into applicant_search_terms (account_id, environment, term, applicant_id)
    select a.account_id, a.environment, t.term, a.id
    from a, unnest(${applicant.searchTerms}::bytea[]) as t(term)
    on conflict do nothing`);
}

/** An erased applicant is not found: its facts cannot be read by anybody. */
export function findApplicant(db: Db, tenant: Tenant, id: string): Promise<ApplicantRow | undefined> {
  return db.row<ApplicantRow>(sql`
    select id, created_at, version, sealed_key, sealed_facts from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and erased_at is null`);
}

export function lockApplicant(db: Db, tenant: Tenant, id: string): Promise<ApplicantRow | undefined> {
  return db.row<ApplicantRow>(sql`
    select id, created_at, version, sealed_key, sealed_facts from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and erased_at is null
    for update`);
}

export async function updateApplicantFacts(
  db: Db,
  tenant: Tenant,
  change: { readonly id: string; readonly sealedFacts: Buffer; readonly searchTerms: readonly Buffer[] },
): Promise<void> {
  await db.run(sql`
    update applicants set sealed_facts = ${change.sealedFacts}, version = version + 1
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${change.id}`);
  await db.run(sql`
    with gone as (
      delete from applicant_search_terms
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${change.id}
        and not term = any (${change.searchTerms}::bytea[])
    )
    insert into applicant_search_terms (account_id, environment, term, applicant_id)
    select ${tenant.accountId}::uuid, ${tenant.environment}, t.term, ${change.id}::uuid
    from unnest(${change.searchTerms}::bytea[]) as t(term)
    on conflict do nothing`);
}

export function hasChecks(db: Db, tenant: Tenant, id: string, onlyOngoing: boolean): Promise<boolean> {
  return db
    .row<{ found: boolean }>(sql`
      select exists (
        select from checks
        where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
          and (not ${onlyOngoing}::boolean or status in ('awaiting_applicant', 'in_progress', 'on_hold'))
      ) as found`)
    .then((row) => row!.found);
}

export async function deleteApplicantRow(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    delete from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export function findApplicantsByTerm(db: Db, tenant: Tenant, term: Buffer, limit: number): Promise<ApplicantRow[]> {
  return db.rows<ApplicantRow>(sql`
    select a.id, a.created_at, a.version, a.sealed_key, a.sealed_facts
    from applicant_search_terms t
    join applicants a on (a.account_id, a.environment, a.id) = (t.account_id, t.environment, t.applicant_id)
    where t.account_id = ${tenant.accountId} and t.environment = ${tenant.environment} and t.term = ${term}
      and a.erased_at is null
    order by a.seq desc limit ${limit}`);
}

/** Destroys the applicant's key: whatever is sealed under it, here or in a backup of later rows, opens no more. */
export async function eraseApplicantRow(db: Db, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from applicant_search_terms
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    )
    update applicants set sealed_key = null, sealed_facts = '', erased_at = ${at}, version = version + 1
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}
