// Rows of the certificates of people, with what says whether their person has left.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import { isStaff, leftAt } from '../lists/central-record-queries.ts';
import type { CertifiedFunction } from './certified-functions.ts';

export interface CertificateRow {
  readonly id: string;
  readonly applicant_id: string;
  readonly of_function: CertifiedFunction;
  readonly issued_on: IsoDate;
  readonly ends_on: IsoDate;
  readonly check_ids: readonly string[];
  readonly sealed_words: Buffer;
  readonly issued_by: Actor;
  readonly recorded_at: Date;
  readonly withdrawn_on: IsoDate | null;
  readonly sealed_withdrawal: Buffer | null;
  readonly withdrawn_by: Actor | null;
  readonly withdrawn_at: Date | null;
  /** Null while they work. */
  readonly left_on: IsoDate | null;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
  /** No later one of the person and the function. */
  readonly is_newest: boolean;
}

/** What a register is counted, filtered and ordered by. */
export type CertificateDays = Pick<
  CertificateRow,
  'id' | 'applicant_id' | 'of_function' | 'ends_on' | 'withdrawn_on' | 'left_on'
>;

/** Of a person `p`: the day on which they left; null of somebody who works, or of whom nobody said so. */
export const leftOnSql: Sql = sql`case when not ${isStaff()} then (coalesce(${leftAt()}, (
  select s.left_at from stated_people s
  where (s.account_id, s.environment, s.applicant_id) = (p.account_id, p.environment, p.id)
)) at time zone 'Europe/London')::date::text end`;

const order: Sql = sql`c.issued_on desc, c.recorded_at desc, c.id`;

/** The newest of each person and function, what ends first at the top; of nobody whose data may only be kept. */
export const findNewestCertificates = (db: Db, tenant: Tenant): Promise<CertificateDays[]> =>
  db.rows<CertificateDays>(sql`
    select c.id, c.applicant_id, c.of_function, c.ends_on::text, c.withdrawn_on::text, ${leftOnSql} as left_on
    from (
      select distinct on (c.applicant_id, c.of_function) c.*
      from certificates c where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      order by c.applicant_id, c.of_function, ${order}
    ) c
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    where p.erased_at is null and not ${isRestrictedSql(sql`p.account_id, p.environment, p.id`)}
    order by c.ends_on, c.id`);

interface CertificateSearch {
  readonly applicantIds: readonly string[];
  /** These alone; undefined for all of the people. */
  readonly ids?: readonly string[] | undefined;
  /** Also those whose data may only be kept, for whoever asks for a copy of their own. */
  readonly withRestricted?: boolean;
}

/** Of these people, the newest first. */
export function findCertificates(
  db: Db,
  tenant: Tenant,
  { applicantIds, ids, withRestricted = false }: CertificateSearch,
): Promise<CertificateRow[]> {
  return db.rows<CertificateRow>(sql`
    select c.id, c.applicant_id, c.of_function, c.issued_on::text, c.ends_on::text, c.check_ids, c.sealed_words,
      c.issued_by, c.recorded_at, c.withdrawn_on::text, c.sealed_withdrawal, c.withdrawn_by, c.withdrawn_at,
      l.left_on, p.sealed_key, p.sealed_facts, c.is_newest
    from (
      select c.*, row_number() over (partition by c.applicant_id, c.of_function order by ${order}) = 1 as is_newest
      from certificates c
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
        and c.applicant_id = any (${applicantIds}::uuid[])
    ) c
    join applicants p on (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)
    cross join lateral (select ${leftOnSql} as left_on) l
    where p.erased_at is null
      ${ids === undefined ? sql`` : sql`and c.id = any (${ids}::uuid[])`}
      ${withRestricted ? sql`` : sql`and not ${isRestrictedSql(sql`p.account_id, p.environment, p.id`)}`}
    order by ${order}`);
}

/** Whose it is; undefined of one that is not of the account. */
export async function findCertified(db: Db, tenant: Tenant, id: string): Promise<string | undefined> {
  const row = await db.row<{ applicant_id: string }>(sql`
    select applicant_id from certificates
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
  return row?.applicant_id;
}

interface InsertedCertificate {
  readonly id: string;
  readonly applicantId: string;
  readonly ofFunction: CertifiedFunction;
  readonly issuedOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly checkIds: readonly string[];
  readonly sealedWords: Buffer;
  readonly issuedBy: Actor;
  readonly recordedAt: Date;
}

export async function insertCertificate(db: Db, { accountId, environment }: Tenant, one: InsertedCertificate) {
  await db.run(sql`
    insert into certificates (account_id, environment, id, applicant_id, of_function, issued_on, ends_on, check_ids,
      sealed_words, issued_by, recorded_at)
    values (${accountId}, ${environment}, ${one.id}, ${one.applicantId}, ${one.ofFunction}, ${one.issuedOn},
      ${one.endsOn}, ${one.checkIds}::uuid[], ${one.sealedWords}, ${one.issuedBy}, ${one.recordedAt})`);
}

/** Returns how many: none that was withdrawn before. */
export function updateWithdrawn(
  db: Db,
  tenant: Tenant,
  { id, on, sealedReason, by, at }: { id: string; on: IsoDate; sealedReason: Buffer; by: Actor; at: Date },
): Promise<number> {
  return db.run(sql`
    update certificates set withdrawn_on = ${on}, sealed_withdrawal = ${sealedReason}, withdrawn_by = ${by},
      withdrawn_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id} and withdrawn_on is null`);
}

/** The accounts with live certificates that end by then. */
export async function findCertifyingAccounts(db: Db, until: IsoDate): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct account_id from certificates where environment = 'live' and ends_on <= ${until}::date
    order by account_id`);
  return rows.map(({ account_id }) => account_id);
}
