// Rows of users' second factors and recovery codes.
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';

export interface NewFactor {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'passkey' | 'totp';
  readonly name: string;
  readonly sealedSecret: string | null;
  readonly credentialId: string | null;
  readonly publicKey: Buffer | null;
  readonly counter: number;
  readonly createdAt: Date;
}

/** Returns 0 if the passkey is known already. */
export function insertFactor(db: Db, integrity: Integrity, factor: NewFactor): Promise<number> {
  const insert = sql`
    insert into sign_in_factors (id, user_id, kind, name, sealed_secret, credential_id, public_key, counter, created_at)
    values (${factor.id}, ${factor.userId}, ${factor.kind}, ${factor.name}, ${factor.sealedSecret},
      ${factor.credentialId}, ${factor.publicKey}, ${factor.counter}, ${factor.createdAt})
    on conflict (credential_id) do nothing`;
  return changeGuarded(db, integrity, 'sign_in_factors', factor.userId, (tx) => tx.run(insert));
}

export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: 'passkey' | 'totp';
  readonly name: string;
  readonly sealed_secret: string | null;
  readonly credential_id: string | null;
  readonly public_key: Buffer | null;
  readonly counter: number;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const columns = sql`
  id, user_id, kind, name, sealed_secret, credential_id, public_key, counter::double precision as counter, created_at,
  last_used_at`;

/** Oldest first. */
export function findFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return db.rows<FactorRow>(sql`
    select ${columns} from sign_in_factors where user_id = ${userId} order by created_at, id`);
}

export function findPasskey(db: Db, credentialId: string): Promise<FactorRow | undefined> {
  return db.row<FactorRow>(sql`select ${columns} from sign_in_factors where credential_id = ${credentialId}`);
}

/** Returns 0 if the counter is not higher than the last one: the proof was used already. Some passkeys always count 0. */
export function useFactor(db: Db, id: string, counter: number, at: Date): Promise<number> {
  return db.run(sql`
    update sign_in_factors set counter = ${counter}, last_used_at = ${at}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`);
}

export function deleteFactor(db: Db, userId: string, id: string): Promise<number> {
  return db.run(sql`delete from sign_in_factors where user_id = ${userId} and id = ${id}`);
}

export async function deleteAllFactors(db: Db, userId: string): Promise<void> {
  await db.run(sql`delete from sign_in_factors where user_id = ${userId}`);
  await db.run(sql`delete from sign_in_recovery_codes where user_id = ${userId}`);
}

export function replaceRecoveryCodes(
  db: Db,
  integrity: Integrity,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  return changeGuarded(db, integrity, 'sign_in_recovery_codes', userId, async (tx) => {
    await tx.run(sql`delete from sign_in_recovery_codes where user_id = ${userId}`);
    await tx.run(sql`
      insert into sign_in_recovery_codes (user_id, code_hash)
      select ${userId}, h.hash from unnest(${hashes}::bytea[]) as h(hash)`);
  });
}

/** Returns 0 if there is no such code, or it was used. */
export function useRecoveryCode(db: Db, integrity: Integrity, userId: string, hash: Buffer, at: Date): Promise<number> {
  const use = sql`
    update sign_in_recovery_codes set used_at = ${at}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`;
  return changeGuarded(db, integrity, 'sign_in_recovery_codes', userId, (tx) => tx.run(use));
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from sign_in_recovery_codes where user_id = ${userId} and used_at is null`);
  return row!.count;
}

/** For changing the master key. */
export function findSecretsOfOtherMasters(
  db: Db,
  masterKeyId: string,
  limit: number,
): Promise<{ readonly id: string; readonly user_id: string; readonly sealed_secret: string }[]> {
  return db.rows(sql`
    select id, user_id, sealed_secret from sign_in_factors
    where sealed_secret is not null and split_part(sealed_secret, '.', 1) <> ${masterKeyId} limit ${limit}`);
}

export async function replaceSealedSecret(db: Db, id: string, before: string, after: string): Promise<void> {
  await db.run(sql`
    update sign_in_factors set sealed_secret = ${after} where id = ${id} and sealed_secret = ${before}`);
}
