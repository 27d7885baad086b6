// Rows of mailed codes and of candidates' sessions.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

/** When this check's codes were sent, since the given time. */
export async function findCodeTimes(db: Db, tenant: Tenant, checkId: string, since: Date): Promise<Date[]> {
  const rows = await db.rows<{ sent_at: Date }>(sql`
    select sent_at from form_codes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and sent_at > ${since}`);
  return rows.map((row) => row.sent_at);
}

export interface NewCode {
  readonly checkId: string;
  readonly id: string;
  readonly mark: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Also deletes codes sent before `forgetBefore`, which have expired. */
export async function insertCode(db: Db, tenant: Tenant, code: NewCode, forgetBefore: Date): Promise<void> {
  await db.run(sql`
    delete from form_codes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${code.checkId}
      and sent_at < ${forgetBefore}`);
  await db.run(sql`
    insert into form_codes (account_id, environment, check_id, id, mark, sent_at, expires_at)
    values (${tenant.accountId}, ${tenant.environment}, ${code.checkId}, ${code.id}, ${code.mark}, ${code.sentAt},
      ${code.expiresAt})`);
}

export interface TriedCode {
  readonly id: string;
  readonly mark: Buffer;
  /** Including this one. */
  readonly tries: number;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/** Counts an attempt at the newest code and returns the count, which the caller compares with the limit. */
export function tryNewestCode(db: Db, tenant: Tenant, checkId: string): Promise<TriedCode | undefined> {
  return db.row<TriedCode>(sql`
    update form_codes set tries = least(tries + 1, 1000)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and id = (
        select id from form_codes
        where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
        order by sent_at desc, id desc limit 1
      )
    returning id, mark, tries, expires_at, used_at`);
}

/** Adds one for each subject and returns the counts of their windows, in the order of `subjects`. */
export async function countGuesses(
  db: Db,
  subjects: readonly string[],
  now: Date,
  windowStart: Date,
): Promise<number[]> {
  const rows = await db.rows<{ subject: string; attempts: number }>(sql`
    insert into form_guesses as g (subject, window_started_at, attempts)
    select s.subject, ${now}::timestamptz, 1 from unnest(${subjects}::text[]) as s(subject) order by s.subject
    on conflict (subject) do update set
      attempts = case when g.window_started_at <= ${windowStart} then 1 else g.attempts + 1 end,
      window_started_at = case when g.window_started_at <= ${windowStart} then excluded.window_started_at else g.window_started_at end
    returning subject, attempts`);
  return subjects.map((subject) => rows.find((row) => row.subject === subject)?.attempts ?? 0);
}

/** By age. Returns how many were deleted, at most `limit`. */
export function deleteGuessesBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from form_guesses where ctid = any (array(
      select ctid from form_guesses where window_started_at < ${before} limit ${limit}))`);
}

/** Makes the fresh link the only one, and forgets what was sent and guessed with the earlier one. */
export async function replaceFormLink(db: Db, tenant: Tenant, checkId: string, generation: number): Promise<boolean> {
  const count = await db.run(sql`
    with forgotten as (
      delete from form_codes
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    )
    update checks set form_link_generation = ${generation}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
      and form_link_generation < ${generation}`);
  return count === 1;
}

/** True at the first use of the code only. */
export async function useCode(db: Db, tenant: Tenant, checkId: string, id: string, at: Date): Promise<boolean> {
  const count = await db.run(sql`
    update form_codes set used_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and id = ${id} and used_at is null`);
  return count === 1;
}

export interface NewSession {
  readonly checkId: string;
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Also deletes ended sessions. */
export async function insertSession(db: Db, tenant: Tenant, session: NewSession): Promise<void> {
  await db.run(sql`
    delete from form_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${session.checkId}
      and expires_at <= ${session.createdAt}`);
  await db.run(sql`
    insert into form_sessions (account_id, environment, check_id, token_hash, created_at, expires_at)
    values (${tenant.accountId}, ${tenant.environment}, ${session.checkId}, ${session.tokenHash}, ${session.createdAt},
      ${session.expiresAt})`);
}

export async function moveSessionEnd(
  db: Db,
  tenant: Tenant,
  session: {
    readonly checkId: string;
    readonly tokenHash: Buffer;
    readonly expiresAt: Date;
    readonly atMostHours: number;
  },
): Promise<void> {
  await db.run(sql`
    update form_sessions
    set expires_at = least(${session.expiresAt}, created_at + make_interval(hours => ${session.atMostHours}))
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${session.checkId}
      and token_hash = ${session.tokenHash}`);
}

export async function deleteSession(db: Db, tenant: Tenant, checkId: string, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    delete from form_sessions
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and token_hash = ${tokenHash}`);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`. */
export function deleteSessionsEndedBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from form_sessions where ctid = any (array(
      select ctid from form_sessions where expires_at < ${before} limit ${limit}))`);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`. */
export function deleteCodesSentBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from form_codes where ctid = any (array(
      select ctid from form_codes where sent_at < ${before} limit ${limit}))`);
}

/** Deletes the codes of a submitted form; open sessions stay valid until they end. */
export async function forgetCodes(db: Db, tenant: Tenant, checkId: string, now: Date): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from form_sessions
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
        and expires_at <= ${now}
    )
    delete from form_codes
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
}
