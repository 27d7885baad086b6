// Rows of the cases of earlier systems.
import type { Actor, OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import type { Scope } from '../access/scope-rules.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import { type AccountSearch, foundPeople } from '../lists/search-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';

export interface EarlierRow {
  readonly account_id: string;
  readonly applicant_id: string;
  readonly position: number;
  readonly completed_on: IsoDate;
  readonly file_id: string;
  readonly size: number;
  readonly sealed_details: Buffer;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
  readonly subsidiary_id: string | null;
}

export interface NewEarlier {
  readonly applicantId: string;
  readonly numberKey: string;
  readonly completedOn: IsoDate;
  readonly fileId: string;
  readonly size: number;
  readonly verdict: 'clean' | 'not_scanned';
  readonly sealedDetails: Buffer;
  readonly broughtInBy: Actor;
  readonly broughtInAt: Date;
}

/** Whether the row was stored: the unique index allows one case a number. */
export async function insertEarlier(db: Db, { accountId, environment }: Tenant, one: NewEarlier): Promise<boolean> {
  const count = await db.run(sql`
    insert into earlier_cases (account_id, environment, applicant_id, number_key, completed_on, file_id, size, verdict,
      sealed_details, brought_in_by, brought_in_at)
    values (${accountId}, ${environment}, ${one.applicantId}, ${one.numberKey}, ${one.completedOn}, ${one.fileId},
      ${one.size}, ${one.verdict}, ${one.sealedDetails}, ${one.broughtInBy}, ${one.broughtInAt})
    on conflict (account_id, environment, number_key) do nothing`);
  return count === 1;
}

/** Those of the keys that a case has. */
export async function findKnownNumbers(db: Db, tenant: Tenant, keys: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ number_key: string }>(sql`
    select number_key::text as number_key from earlier_cases
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and number_key = any (${keys}::bigint[])`);
  return rows.map(({ number_key }) => number_key);
}

/** @param most more are counted as so many; null for no end */
export async function countEarlier(db: Db, scope: OrderScope, most: number | null): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from (select ${seen(scope, false)} limit ${most}) one`);
  return row!.count;
}

const columns = sql`e.account_id, e.applicant_id, e.position, e.completed_on::text as completed_on, e.file_id, e.size,
  e.sealed_details, a.sealed_key, a.sealed_facts, a.subsidiary_id`;

const joined = sql`
  from earlier_cases e
  join applicants a on (a.account_id, a.environment, a.id) = (e.account_id, e.environment, e.applicant_id)
    and a.erased_at is null`;

const notRestricted = sql`and not ${isRestrictedSql(sql`e.account_id, e.environment, e.applicant_id`)}`;

/** @param withRestricted also those whose data may only be kept */
const seen = (scope: OrderScope, withRestricted: boolean): Sql => sql`
  ${joined}
  where e.account_id = ${scope.accountId} and e.environment = ${scope.environment}
    and ${isOfScope(scope, sql`a.subsidiary_id`)}
    ${withRestricted ? sql`` : notRestricted}`;

export function findEarlier(
  db: Db,
  scope: OrderScope,
  applicantId: string,
  withRestricted: boolean,
): Promise<EarlierRow | undefined> {
  return db.row<EarlierRow>(sql`
    select ${columns} ${seen(scope, withRestricted)} and e.applicant_id = ${applicantId}`);
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Those completed last first. */
export function findEarlierCases(db: Db, scope: OrderScope, { offset, limit }: Page): Promise<EarlierRow[]> {
  return db.rows<EarlierRow>(sql`
    select ${columns} ${seen(scope, false)}
    order by e.completed_on desc, e.position desc offset ${offset} limit ${limit}`);
}

/** By the person, the number or the client's reference; of the subsidiaries that the scope has. */
export function findSearched(
  db: Db,
  accounts: DeskAccounts,
  { searches, scope }: { readonly searches: readonly AccountSearch[]; readonly scope: Scope },
  { offset, limit }: Page,
): Promise<EarlierRow[]> {
  if (searches.length === 0) return Promise.resolve([]);
  return db.rows<EarlierRow>(sql`
    with ${foundPeople(searches)}
    select ${columns} ${joined}
    join found f on (f.account_id, f.environment, f.id) = (e.account_id, e.environment, e.applicant_id)
    where ${within(accounts, 'e.account_id')}
      and ${isOfScope(scope, sql`a.subsidiary_id`)} ${notRestricted}
    order by e.completed_on desc, e.position desc offset ${offset} limit ${limit}`);
}

/** In the order in which they came, for an export. @param from the first position */
export function findEarlierFrom(db: Db, scope: OrderScope, from: number, limit: number): Promise<EarlierRow[]> {
  return db.rows<EarlierRow>(sql`
    select ${columns} ${seen(scope, false)} and e.position >= ${from} order by e.position limit ${limit}`);
}

/** The account of a case that somebody of the desk may see. */
export async function findAccountOfEarlier(
  db: Db,
  accounts: DeskAccounts,
  applicantId: string,
): Promise<string | undefined> {
  const row = await db.row<{ account_id: string }>(sql`
    select account_id from earlier_cases
    where applicant_id = ${applicantId} and environment = 'live'
      and ${within(accounts, 'account_id')}`);
  return row?.account_id;
}

/** Across accounts: the program generates file names, and the sweep has no tenant. */
export async function findEarlierFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from earlier_cases where file_id = any (${names}::uuid[])`);
  return rows.map(({ file_id }) => file_id);
}
