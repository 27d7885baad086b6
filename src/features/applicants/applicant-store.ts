// Rows of applicants: facts encrypted with each applicant's own key, and the blind keys for searching.
import type { Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { groupCommit } from '../../platform/db/group-commit.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isInScope } from '../access/scope-rules.ts';
import { isPersonSeen } from './person-place-queries.ts';
import type { WorkKind } from './work-kind-rules.ts';

export interface ApplicantRow {
  readonly id: string;
  readonly created_at: Date;
  readonly version: number;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
  readonly subsidiary_id: string | null;
}

export interface NewApplicant extends Tenant {
  readonly subsidiaryId: string | null;
  readonly id: string;
  readonly createdAt: Date;
  readonly sealedKey: Buffer;
  readonly sealedFacts: Buffer;
  readonly searchKeys: readonly string[];
}

/** Who sees some subsidiaries only sees the applicants whom these added. */
export const isSeenBy = (tenant: Tenant): Sql => sql`and ${isOfScope(tenant, sql`subsidiary_id`)}`;

export async function insertApplicant(db: Db, applicant: NewApplicant): Promise<void> {
  await db.run(sql`
    insert into applicants (account_id, environment, id, created_at, subsidiary_id, sealed_key, sealed_facts, search_keys)
    values (${applicant.accountId}, ${applicant.environment}, ${applicant.id}, ${applicant.createdAt},
      ${applicant.subsidiaryId},
      ${applicant.sealedKey}, ${applicant.sealedFacts}, ${applicant.searchKeys})`);
}

interface WantedApplicant extends Tenant {
  readonly id: string;
}

/** Concurrent requests share one statement, because every new check reads its applicant. */
const findWantedApplicant = groupCommit<WantedApplicant, ApplicantRow | undefined>(async (db, wanted) => {
  const rows = await db.rows<ApplicantRow & { wanted: number }>(sql`
    select w.ordinality as wanted, a.id, a.created_at, a.version, a.sealed_key, a.sealed_facts, a.subsidiary_id
    from unnest(
      ${wanted.map((one) => one.accountId)}::uuid[], ${wanted.map((one) => one.environment)}::text[],
      ${wanted.map((one) => one.id)}::uuid[]
    ) with ordinality as w(account_id, environment, id, ordinality)
    join applicants a on a.account_id = w.account_id and a.environment = w.environment and a.id = w.id
      and a.erased_at is null`);
  const found = new Map(rows.map((row) => [row.wanted, row]));
  return wanted.map((_, index) => found.get(index + 1));
});

/** Does not find erased applicants, whose facts nobody can decrypt. */
export async function findApplicant(db: Db, tenant: Tenant, id: string): Promise<ApplicantRow | undefined> {
  const row = await findWantedApplicant(db, { ...tenant, id });
  return row && isInScope(tenant, row.subsidiary_id) ? row : undefined;
}

/** By `isPersonSeen`. */
export async function seesPerson(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  if ((tenant.subsidiaryIds ?? null) === null) return true;
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from applicants a
      where a.account_id = ${tenant.accountId} and a.environment = ${tenant.environment} and a.id = ${id}
        and ${isPersonSeen(tenant, sql`a.account_id, a.environment, a.id`, sql`a.subsidiary_id`)}
    ) as found`);
  return row!.found;
}

export function lockApplicant(db: Db, tenant: Tenant, id: string): Promise<ApplicantRow | undefined> {
  return db.row<ApplicantRow>(sql`
    select id, created_at, version, sealed_key, sealed_facts, subsidiary_id from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and erased_at is null ${isSeenBy(tenant)}
    for update`);
}

/** Keeps the blind keys of earlier names and addresses, because earlier checks still show them. */
export async function updateApplicantFacts(
  db: Db,
  tenant: Tenant,
  change: { readonly id: string; readonly sealedFacts: Buffer; readonly searchKeys: readonly string[] },
): Promise<void> {
  await db.run(sql`
    update applicants set sealed_facts = ${change.sealedFacts}, version = version + 1, search_keys = array(
      select distinct key from unnest(search_keys || ${change.searchKeys}::bigint[]) as key)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${change.id}`);
}

export async function updateApplicantSubsidiary(
  db: Db,
  tenant: Tenant,
  id: string,
  subsidiaryId: string | null,
): Promise<void> {
  await db.run(sql`
    update applicants set subsidiary_id = ${subsidiaryId}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** Returns how many changed. @param isOnlyUnsaid changes nobody of whom it was said before */
export function updateWorkKind(
  db: Db,
  tenant: Tenant,
  id: string,
  { kind, isOnlyUnsaid = false }: { readonly kind: WorkKind | null; readonly isOnlyUnsaid?: boolean },
): Promise<number> {
  return db.run(sql`
    update applicants set work_kind = ${kind}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and erased_at is null
      and work_kind is distinct from ${kind} ${isOnlyUnsaid ? sql`and work_kind is null` : sql``}`);
}

export async function findWorkKinds(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WorkKind>> {
  const rows = await db.rows<{ readonly id: string; readonly work_kind: WorkKind }>(sql`
    select id, work_kind from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = any (${ids}::uuid[])
      and work_kind is not null`);
  return new Map(rows.map(({ id, work_kind }) => [id, work_kind]));
}

/** Adds to those of the order's references. Those of an erased person were forgotten, with what they were made of. */
export async function addReferenceKeys(
  db: Db,
  tenant: Tenant,
  checkId: string,
  keys: readonly string[],
): Promise<void> {
  await db.run(sql`
    update checks set reference_keys = array(
      select distinct key from unnest(coalesce(reference_keys, '{}') || ${keys}::bigint[]) as key)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}`);
}

/** Other people with an order that has one of the blind keys of `addReferenceKeys`; at most 20. */
export async function findOthersWithKeys(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.rows<{ readonly id: string }>(sql`
    select distinct a.id
    from checks_with_reference_keys(${tenant.accountId}, ${tenant.environment}, ${keys}::bigint[]) as k(id)
    join checks c on c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = k.id
    join applicants a on a.account_id = c.account_id and a.environment = c.environment and a.id = c.applicant_id
    where a.id <> ${applicantId} and a.erased_at is null limit 20`);
  return rows.map(({ id }) => id);
}

export async function raiseVersion(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    update applicants set version = version + 1
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
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

/** Whether a case of the earlier system is about them. */
export async function hasEarlierCase(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from earlier_cases
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ) as found`);
  return row!.found;
}

/** Whether a regulated firm keeps certificates, breaches of conduct rules or references of theirs, for six years. */
export async function hasRegister(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const isIn = (table: Sql) => sql`exists (
    select from ${table} t
    where t.account_id = ${tenant.accountId} and t.environment = ${tenant.environment} and t.applicant_id = ${id})`;
  const row = await db.row<{ found: boolean }>(sql`
    select ${isIn(sql`certificates`)} or ${isIn(sql`conduct_breaches`)} or ${isIn(sql`given_references`)} as found`);
  return row!.found;
}

export async function deleteApplicantRow(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db.run(sql`
    delete from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** Destroys the applicant's key: data encrypted with it cannot be decrypted any more, here or in later backups. */
export async function eraseApplicantRow(db: Db, tenant: Tenant, id: string, at: Date): Promise<void> {
  await db.run(sql`
    with forgotten as (
      update checks set reference_keys = null, earlier_number_key = null
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
      returning account_id, environment, id
    ),
    starts as (
      delete from work_starts s using forgotten c
      where (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)
    ),
    stated as (
      delete from stated_people
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    places as (
      delete from person_places
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    certified as (
      delete from certificates
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    breaches as (
      delete from conduct_breaches
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    files as (
      delete from person_files
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    confirmed as (
      delete from agency_confirmations
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    given as (
      delete from given_references
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    earlier as (
      delete from earlier_cases
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${id}
    ),
    asked as (
      delete from data_request_files f using data_requests q
      where q.account_id = ${tenant.accountId} and q.environment = ${tenant.environment} and q.applicant_id = ${id}
        and (f.account_id, f.environment, f.request_id) = (q.account_id, q.environment, q.id)
    ),
    permissions as (
      update reports r set permission_ends_on = null, licence_ends_on = null, permission_noticed_on = null, unconfirmed = '{}', excuse = null from forgotten c
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
        and (r.permission_ends_on is not null or r.licence_ends_on is not null or r.permission_noticed_on is not null or r.unconfirmed <> '{}' or r.excuse is not null)
    )
    update applicants set sealed_key = null, sealed_facts = '', search_keys = '{}', work_kind = null, erased_at = ${at}, version = version + 1
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}
