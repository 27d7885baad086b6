// Rows of mailed codes, and of the sessions of those who gave a right one.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { TypedFrom, Typist } from './code-rules.ts';

export interface SentCode {
  readonly sent_at: Date;
  readonly is_used: boolean;
  /** Shown at the desk, and mailed to nobody. */
  readonly is_at_desk: boolean;
}

/** The subject's codes since the given time, in any order. */
export function findSentCodes(db: Db, tenant: Tenant, subjectId: string, since: Date): Promise<SentCode[]> {
  return db.rows<SentCode>(sql`
    select sent_at, used_at is not null as is_used, typed_by is not null as is_at_desk from link_codes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}
      and sent_at > ${since}`);
}

export interface NewCode {
  readonly subjectId: string;
  readonly id: string;
  readonly mark: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  /** To whom of the desk it is shown; undefined for a mailed one. */
  readonly typist?: Typist | undefined;
}

/** Also deletes codes sent before `forgetBefore`, which have expired. */
export async function insertCode(db: Db, tenant: Tenant, code: NewCode, forgetBefore: Date): Promise<void> {
  await db.run(sql`
    delete from link_codes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${code.subjectId}
      and sent_at < ${forgetBefore}`);
  await db.run(sql`
    insert into link_codes (account_id, environment, subject_id, id, mark, sent_at, expires_at, typed_by, typed_from)
    values (${tenant.accountId}, ${tenant.environment}, ${code.subjectId}, ${code.id}, ${code.mark}, ${code.sentAt},
      ${code.expiresAt}, ${code.typist?.userId ?? null}, ${code.typist?.from ?? null})`);
}

export interface TriedCode {
  readonly id: string;
  readonly mark: Buffer;
  /** Including this one. */
  readonly tries: number;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly typed_by: string | null;
  readonly typed_from: TypedFrom | null;
}

/**
 * Counts an attempt at the newest code and returns the count, which the caller compares with the limit. @param isAtDesk the
 * newest of those that the desk shows, else of those that were mailed: neither takes the tries of the other
 */
export function tryNewestCode(
  db: Db,
  tenant: Tenant,
  subjectId: string,
  isAtDesk: boolean,
): Promise<TriedCode | undefined> {
  return db.row<TriedCode>(sql`
    update link_codes set tries = least(tries + 1, 1000)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}
      and id = (
        select id from link_codes
        where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}
          and (typed_by is not null) = ${isAtDesk}
        order by sent_at desc, id desc limit 1
      )
    returning id, mark, tries, expires_at, used_at, typed_by, typed_from`);
}

/** By age. Returns how many were deleted, at most `limit`. */
export function deleteGuessesBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from link_guesses where ctid = any (array(
      select ctid from link_guesses where window_started_at < ${before} limit ${limit}))`);
}

/** True at the first use of the code only. */
export async function useCode(db: Db, tenant: Tenant, subjectId: string, id: string, at: Date): Promise<boolean> {
  const count = await db.run(sql`
    update link_codes set used_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}
      and id = ${id} and used_at is null`);
  return count === 1;
}

export interface NewSession {
  readonly subjectId: string;
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly typist: Typist | undefined;
}

/** Also deletes ended sessions. */
export async function insertSession(db: Db, tenant: Tenant, session: NewSession): Promise<void> {
  await db.run(sql`
    delete from link_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${session.subjectId}
      and expires_at <= ${session.createdAt}`);
  await db.run(sql`
    insert into link_sessions (account_id, environment, subject_id, token_hash, created_at, expires_at, typed_by, typed_from)
    values (${tenant.accountId}, ${tenant.environment}, ${session.subjectId}, ${session.tokenHash}, ${session.createdAt},
      ${session.expiresAt}, ${session.typist?.userId ?? null}, ${session.typist?.from ?? null})`);
}

/** A session for something else on a device that has one: as old as that, and valid as long. Returns whether it has one. */
export async function copySession(
  db: Db,
  tenant: Tenant,
  proof: { readonly subjectId: string; readonly tokenHash: Buffer; readonly at: Date },
  copy: { readonly subjectId: string; readonly tokenHash: Buffer },
): Promise<boolean> {
  const count = await db.run(sql`
    insert into link_sessions (account_id, environment, subject_id, token_hash, created_at, expires_at)
    select account_id, environment, ${copy.subjectId}, ${copy.tokenHash}, created_at, expires_at from link_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${proof.subjectId}
      and token_hash = ${proof.tokenHash} and expires_at > ${proof.at} and typed_by is null`);
  return count === 1;
}

export async function moveSessionEnd(
  db: Db,
  tenant: Tenant,
  session: {
    readonly subjectId: string;
    readonly tokenHash: Buffer;
    readonly expiresAt: Date;
    readonly atMostHours: number;
  },
): Promise<void> {
  await db.run(sql`
    update link_sessions
    set expires_at = least(${session.expiresAt}, created_at + make_interval(hours => ${session.atMostHours}))
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${session.subjectId}
      and token_hash = ${session.tokenHash}`);
}

export async function deleteSession(db: Db, tenant: Tenant, subjectId: string, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    delete from link_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}
      and token_hash = ${tokenHash}`);
}

export async function deleteSessions(db: Db, tenant: Tenant, subjectId: string): Promise<void> {
  await db.run(sql`
    delete from link_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}`);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`. */
export function deleteSessionsEndedBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from link_sessions where ctid = any (array(
      select ctid from link_sessions where expires_at < ${before} limit ${limit}))`);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`. */
export function deleteCodesSentBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from link_codes where ctid = any (array(
      select ctid from link_codes where sent_at < ${before} limit ${limit}))`);
}

/** Deletes the codes, such as those of a submitted form; open sessions stay valid until they end. */
export async function deleteCodes(db: Db, tenant: Tenant, subjectId: string): Promise<void> {
  await db.run(sql`
    delete from link_codes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}`);
}

export const findAccountIds = async (db: Db): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`select id from accounts order by id`)).map(({ id }) => id);
