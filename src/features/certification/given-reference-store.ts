// Rows of the references that a regulated firm gives, and of the updates that it owes.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import { leftOnSql } from './certificate-store.ts';

export interface GivenRow {
  readonly id: string;
  readonly applicant_id: string;
  readonly received_on: IsoDate;
  readonly due_on: IsoDate;
  readonly sealed_asker: Buffer;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
  readonly sealed_answers: Buffer | null;
  readonly written_by: Actor | null;
  readonly written_at: Date | null;
  readonly approved_by: Actor | null;
  readonly approved_at: Date | null;
  readonly given_on: IsoDate | null;
  readonly left_on: IsoDate | null;
  readonly sealed_key: Buffer;
  readonly sealed_facts: Buffer;
}

/** What the list is filtered by. */
export type GivenDays = Pick<GivenRow, 'id' | 'applicant_id' | 'written_at' | 'given_on' | 'left_on'>;

const order: Sql = sql`r.given_on desc nulls first, r.due_on, r.id`;

/** What is due first comes first, and then what was given last; of nobody whose data may only be kept. */
export const findGivenDays = (db: Db, tenant: Tenant): Promise<GivenDays[]> =>
  db.rows<GivenDays>(sql`
    select r.id, r.applicant_id, r.written_at, r.given_on::text, ${leftOnSql} as left_on
    from given_references r
    join applicants p on (p.account_id, p.environment, p.id) = (r.account_id, r.environment, r.applicant_id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and p.erased_at is null
      and not ${isRestrictedSql(sql`p.account_id, p.environment, p.id`)}
    order by ${order}`);

/** On which version of which breach it is decided already. */
export const findDecidedBreaches = (db: Db, tenant: Tenant): Promise<DecidedBreach[]> =>
  db.rows<DecidedBreach>(sql`
    select reference_id, breach_id, breach_version from given_reference_updates
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}`);

export interface GivenSearch {
  readonly ids?: readonly string[] | undefined;
  readonly applicantId?: string | undefined;
  /** Also people whose processing is restricted: they may have a copy of their own data. */
  readonly withRestricted?: boolean;
}

/** What is due first comes first, and then what was given last. */
export function findGiven(
  db: Db,
  tenant: Tenant,
  { ids, applicantId, withRestricted = false }: GivenSearch,
): Promise<GivenRow[]> {
  return db.rows<GivenRow>(sql`
    select r.id, r.applicant_id, r.received_on::text, r.due_on::text, r.sealed_asker, r.recorded_by, r.recorded_at,
      r.sealed_answers, r.written_by, r.written_at, r.approved_by, r.approved_at, r.given_on::text,
      ${leftOnSql} as left_on, p.sealed_key, p.sealed_facts
    from given_references r
    join applicants p on (p.account_id, p.environment, p.id) = (r.account_id, r.environment, r.applicant_id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and p.erased_at is null
      ${ids === undefined ? sql`` : sql`and r.id = any (${ids}::uuid[])`}
      ${applicantId === undefined ? sql`` : sql`and r.applicant_id = ${applicantId}`}
      ${withRestricted ? sql`` : sql`and not ${isRestrictedSql(sql`p.account_id, p.environment, p.id`)}`}
    order by ${order}`);
}

interface NewGiven {
  readonly id: string;
  readonly applicantId: string;
  readonly receivedOn: IsoDate;
  readonly dueOn: IsoDate;
  readonly sealedAsker: Buffer;
  readonly recordedBy: Actor;
  readonly recordedAt: Date;
}

export async function insertGiven(db: Db, { accountId, environment }: Tenant, one: NewGiven): Promise<void> {
  await db.run(sql`
    insert into given_references (account_id, environment, id, applicant_id, received_on, due_on, sealed_asker,
      recorded_by, recorded_at)
    values (${accountId}, ${environment}, ${one.id}, ${one.applicantId}, ${one.receivedOn}, ${one.dueOn},
      ${one.sealedAsker}, ${one.recordedBy}, ${one.recordedAt})`);
}

interface Act {
  readonly id: string;
  readonly by: Actor;
  readonly at: Date;
}

/** Takes an approval back. Returns how many: none that was given, or changed since. @param readAt when what was read was written */
export function updateAnswers(
  db: Db,
  tenant: Tenant,
  { id, sealedAnswers, by, at, readAt }: Act & { readonly sealedAnswers: Buffer; readonly readAt: Date | null },
): Promise<number> {
  return db.run(sql`
    update given_references set sealed_answers = ${sealedAnswers}, written_by = ${by}, written_at = ${at},
      approved_by = null, approved_at = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and given_on is null and written_at is not distinct from ${readAt}::timestamptz`);
}

/** Returns how many: none that was approved, changed since or is of the same person. @param writtenAt of what was read */
export function updateApproved(
  db: Db,
  tenant: Tenant,
  { id, by, at, writtenAt }: Act & { readonly writtenAt: Date },
): Promise<number> {
  return db.run(sql`
    update given_references set approved_by = ${by}, approved_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and written_at = ${writtenAt} and approved_at is null and written_by <> ${by}`);
}

/** Returns how many: none that is not approved, or was given before. */
export function updateGivenOn(db: Db, tenant: Tenant, { id, on }: { readonly id: string; readonly on: IsoDate }) {
  return db.run(sql`
    update given_references set given_on = ${on}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}
      and approved_at is not null and given_on is null`);
}

export interface UpdateRow {
  readonly id: string;
  readonly reference_id: string;
  readonly breach_id: string;
  readonly breach_version: number;
  readonly is_owed: boolean;
  readonly sent_on: IsoDate | null;
  readonly sealed_words: Buffer;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
}

export type DecidedBreach = Pick<UpdateRow, 'reference_id' | 'breach_id' | 'breach_version'>;

/** Of these references, the newest first. */
export function findUpdates(db: Db, tenant: Tenant, referenceIds: readonly string[]): Promise<UpdateRow[]> {
  return db.rows<UpdateRow>(sql`
    select id, reference_id, breach_id, breach_version, is_owed, sent_on::text, sealed_words, recorded_by, recorded_at
    from given_reference_updates
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and reference_id = any (${referenceIds}::uuid[])
    order by recorded_at desc, id`);
}

/** Returns how many: none of a version about which it was decided before. */
export function insertUpdate(db: Db, { accountId, environment }: Tenant, one: UpdateRow): Promise<number> {
  return db.run(sql`
    insert into given_reference_updates (account_id, environment, id, reference_id, breach_id, breach_version, is_owed,
      sent_on, sealed_words, recorded_by, recorded_at)
    values (${accountId}, ${environment}, ${one.id}, ${one.reference_id}, ${one.breach_id}, ${one.breach_version},
      ${one.is_owed}, ${one.sent_on}, ${one.sealed_words}, ${one.recorded_by}, ${one.recorded_at})
    on conflict do nothing`);
}
