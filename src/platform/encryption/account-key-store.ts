// Rows of the accounts' wrapped keys, which cannot be opened without a master key.
import { type Db, sql } from '../db/database.ts';

export interface WrappedAccountKey {
  readonly accountId: string;
  readonly version: number;
  readonly wrapped: Buffer;
  readonly masterKeyId: string;
  readonly createdAt: Date;
}

const columns = sql`account_id AS "accountId", version, wrapped, master_key_id AS "masterKeyId", created_at AS "createdAt"`;

/** Every version, lowest first. */
export function findAccountKeys(db: Db, accountId: string): Promise<WrappedAccountKey[]> {
  return db.rows(sql`SELECT ${columns} FROM account_keys WHERE account_id = ${accountId} ORDER BY version`);
}

export async function insertAccountKey(db: Db, key: WrappedAccountKey): Promise<void> {
  await db.run(sql`INSERT INTO account_keys (account_id, version, wrapped, master_key_id, created_at)
    VALUES (${key.accountId}, ${key.version}, ${key.wrapped}, ${key.masterKeyId}, ${key.createdAt})`);
}

/** In all accounts, because wrapping does not depend on the tenant. */
export function findKeysOfOtherMasters(db: Db, masterKeyId: string, limit: number): Promise<WrappedAccountKey[]> {
  return db.rows(sql`SELECT ${columns} FROM account_keys WHERE master_key_id <> ${masterKeyId}
    ORDER BY account_id, version LIMIT ${limit}`);
}

export async function replaceWrapping(db: Db, key: WrappedAccountKey, previousMasterKeyId: string): Promise<void> {
  await db.run(sql`UPDATE account_keys SET wrapped = ${key.wrapped}, master_key_id = ${key.masterKeyId}
    WHERE account_id = ${key.accountId} AND version = ${key.version} AND master_key_id = ${previousMasterKeyId}`);
}

export async function usedMasterKeyIds(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    SELECT master_key_id AS id FROM account_keys UNION SELECT master_key_id FROM integrity_key
    UNION SELECT split_part(sealed_secret, '.', 1) FROM sign_in_factors WHERE sealed_secret IS NOT NULL`);
  return rows.map(({ id }) => id);
}
