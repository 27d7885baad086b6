// Rows of claimed idempotency keys and their stored answers.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { StoredKey } from './idempotency-rules.ts';

export interface Claim extends Tenant {
  readonly keyHash: Buffer;
  /** Distinguishes this claim from one that replaces it after it expired. */
  readonly claimedAt: Date;
}

export interface StoredAnswer<Read> extends StoredKey {
  readonly sealedAnswer: Buffer | null;
  readonly results: readonly Read[] | null;
}

/** False if the key exists already; never waits for its owner. */
export async function insertClaim(db: Db, claim: Claim, fingerprint: Buffer): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into idempotency_keys (account_id, environment, key_hash, fingerprint, claimed_at)
    values (${claim.accountId}, ${claim.environment}, ${claim.keyHash}, ${fingerprint}, ${claim.claimedAt})
    on conflict do nothing`);
  return inserted === 1;
}

export function findKey<Read>(db: Db, tenant: Tenant, keyHash: Buffer): Promise<StoredAnswer<Read> | undefined> {
  return db.row<StoredAnswer<Read>>(sql`
    select fingerprint, claimed_at as "claimedAt", status, sealed_answer as "sealedAnswer", results from idempotency_keys
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and key_hash = ${keyHash}`);
}

/** Of several requests that find the key free, one succeeds. */
export async function replaceClaim(db: Db, claim: Claim, fingerprint: Buffer, replaced: StoredKey): Promise<boolean> {
  const updated = await db.run(sql`
    update idempotency_keys
    set fingerprint = ${fingerprint}, claimed_at = ${claim.claimedAt}, status = null, sealed_answer = null, applicant_id = null,
      results = null
    where account_id = ${claim.accountId} and environment = ${claim.environment} and key_hash = ${claim.keyHash}
      and claimed_at = ${replaced.claimedAt} and status is not distinct from ${replaced.status}::smallint`);
  return updated === 1;
}

/** False if the claim expired and another request took over the key. */
export async function keepAnswer(
  db: Db,
  claim: Claim,
  answer: {
    readonly status: number;
    readonly sealedAnswer: Buffer;
    readonly applicantId: string | undefined;
    readonly results: readonly unknown[] | undefined;
  },
): Promise<boolean> {
  const updated = await db.run(sql`
    update idempotency_keys
    set status = ${answer.status}, sealed_answer = ${answer.sealedAnswer}, applicant_id = ${answer.applicantId ?? null},
      results = ${answer.results === undefined ? null : JSON.stringify(answer.results)}::jsonb
    where account_id = ${claim.accountId} and environment = ${claim.environment} and key_hash = ${claim.keyHash}
      and claimed_at = ${claim.claimedAt} and status is null`);
  return updated === 1;
}

export async function deleteClaim(db: Db, claim: Claim): Promise<void> {
  await db.run(sql`
    delete from idempotency_keys
    where account_id = ${claim.accountId} and environment = ${claim.environment} and key_hash = ${claim.keyHash}
      and claimed_at = ${claim.claimedAt} and status is null`);
}

export async function deleteAnswersAbout(db: Db, tenant: Tenant, applicantId: string): Promise<void> {
  await db.run(sql`
    delete from idempotency_keys
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and applicant_id = ${applicantId}`);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`. */
export function deleteKeysClaimedBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where claimed_at <= ${before} order by claimed_at limit ${limit}))
      and claimed_at <= ${before}`);
}
