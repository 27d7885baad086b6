// The row of the wrapped integrity key, which cannot be opened without a master key.
import { type Db, sql } from '../db/database.ts';

export interface WrappedIntegrityKey {
  readonly wrapped: Buffer;
  readonly masterKeyId: string;
}

export function findIntegrityKey(db: Db): Promise<WrappedIntegrityKey | undefined> {
  return db.row<WrappedIntegrityKey>(sql`select wrapped, master_key_id as "masterKeyId" from integrity_key`);
}

/** Does nothing if there is one. */
export async function insertIntegrityKey(db: Db, key: WrappedIntegrityKey): Promise<void> {
  await db.run(sql`
    insert into integrity_key (wrapped, master_key_id) values (${key.wrapped}, ${key.masterKeyId})
    on conflict do nothing`);
}

export function replaceIntegrityWrapping(
  db: Db,
  key: WrappedIntegrityKey,
  previousMasterKeyId: string,
): Promise<number> {
  return db.run(sql`
    update integrity_key set wrapped = ${key.wrapped}, master_key_id = ${key.masterKeyId}
    where master_key_id = ${previousMasterKeyId}`);
}
