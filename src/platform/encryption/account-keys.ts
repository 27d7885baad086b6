// Finds, creates and re-wraps the accounts' keys; unwrapped keys are cached for a minute.
import type { KeyObject } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { type AccountKey, accountKey } from './account-key.ts';
import {
  findAccountKeys,
  findKeysOfOtherMasters,
  insertAccountKey,
  replaceWrapping,
  usedMasterKeyIds,
  type WrappedAccountKey,
} from './account-key-store.ts';
import {
  findMasterKeys,
  loadMasterKeys,
  MASTER_KEY_FILE,
  type MasterKeySources,
  type MasterKeys,
} from './master-keys.ts';
import { type OperatorKey, operatorKey } from './operator-key.ts';
import { newKey, openValue, placeOf, sealValue, secretKey, unreadable } from './sealed-value.ts';

export interface AccountKeys {
  /** Not in the transaction that creates the account: use the result of `createFor` there. */
  forAccount(accountId: string): Promise<AccountKey>;
  /** The account's first key, or its next version, which starts to seal once every process has had time to load it. */
  createFor(db: Db, accountId: string): Promise<AccountKey>;
  /** For what belongs to no account. */
  readonly operator: OperatorKey;
}

interface AccountKeysOptions {
  readonly db: Db;
  readonly masterKeys: MasterKeys;
  readonly now: () => Date;
}

const CACHE_MS = 60_000;
const CACHE_ACCOUNTS = 10_000;

const wrapPlace = (accountId: string, version: number) => placeOf('account key', accountId, String(version));

function wrap(masterKeys: MasterKeys, accountId: string, version: number, bytes: Uint8Array, createdAt: Date) {
  const master = masterKeys.byId.get(masterKeys.currentId)!;
  const wrapped = sealValue(master, 0, wrapPlace(accountId, version), bytes);
  return { accountId, version, wrapped, masterKeyId: masterKeys.currentId, createdAt };
}

function unwrap(masterKeys: MasterKeys, row: WrappedAccountKey): Buffer {
  const master = masterKeys.byId.get(row.masterKeyId);
  if (master === undefined) throw unreadable(`an account key wrapped by master key ${row.masterKeyId}`);
  return openValue(() => master, wrapPlace(row.accountId, row.version), 'account key', row.wrapped);
}

function fromRows(masterKeys: MasterKeys, rows: readonly WrappedAccountKey[], now: Date): AccountKey {
  const first = rows[0];
  if (first === undefined) throw new Error('the account has no key');
  const versions = new Map<number, KeyObject>();
  let current = first.version;
  for (const row of rows) {
    versions.set(row.version, secretKey(unwrap(masterKeys, row)));
    // A newer version may seal only when no process can still have a cache without it.
    if (now.getTime() - row.createdAt.getTime() > 2 * CACHE_MS) current = row.version;
  }
  return accountKey(first.accountId, versions, current);
}

export function createAccountKeys({ db, masterKeys, now }: AccountKeysOptions): AccountKeys {
  const cache = new Map<
    string,
    { readonly key: Promise<AccountKey>; readonly until: number; readonly isOld: boolean }
  >();
  const read = (accountId: string, at: Date): Promise<AccountKey> => {
    const key = findAccountKeys(db, accountId).then((rows) => fromRows(masterKeys, rows, at));
    const entry = { key, until: at.getTime() + CACHE_MS, isOld: false };
    const before = cache.get(accountId);
    const keep = () => {
      const [oldest] = cache.keys();
      if (!cache.has(accountId) && cache.size >= CACHE_ACCOUNTS && oldest !== undefined) cache.delete(oldest);
      cache.set(accountId, entry);
    };
    if (before?.isOld) key.then(keep, () => undefined);
    else keep();
    // A failure is returned but not cached.
    key.catch(() => cache.get(accountId) === entry && cache.delete(accountId));
    return key;
  };
  return {
    operator: operatorKey(masterKeys),
    forAccount(accountId) {
      const at = now();
      const kept = cache.get(accountId);
      const left = kept === undefined ? 0 : kept.until - at.getTime();
      if (kept === undefined || left <= 0 || left > CACHE_MS) return read(accountId, at);
      // Refreshed in the background before it expires: transactions that each waited for one more connection to read a key
      // would wait for each other.
      if (left < CACHE_MS / 2 && !kept.isOld) {
        cache.set(accountId, { ...kept, isOld: true });
        read(accountId, at).catch(() => undefined);
      }
      return kept.key;
    },
    async createFor(joined, accountId) {
      const rows = await findAccountKeys(joined, accountId);
      const version = (rows.at(-1)?.version ?? 0) + 1;
      const created = wrap(masterKeys, accountId, version, newKey(), now());
      await insertAccountKey(joined, created);
      return fromRows(masterKeys, [...rows, created], now());
    },
  };
}

/** Works online: values and applicants' keys stay as they are, only the accounts' keys are wrapped again. Returns how many. */
export async function rewrapAccountKeys({ db, masterKeys, now }: AccountKeysOptions): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await findKeysOfOtherMasters(db, masterKeys.currentId, 100);
    if (rows.length === 0) return count;
    for (const row of rows) {
      const fresh = wrap(masterKeys, row.accountId, row.version, unwrap(masterKeys, row), now());
      await replaceWrapping(db, fresh, row.masterKeyId);
      count += 1;
    }
  }
}

/**
 * Makes the first master key where neither a setting nor the data folder has one, but never for a database that was made with
 * others. Throws what to do if one is missing.
 */
export async function openMasterKeys(db: Db, sources: MasterKeySources): Promise<MasterKeys> {
  const used = await usedMasterKeyIds(db);
  const keys = used.length === 0 ? loadMasterKeys(sources) : findMasterKeys(sources);
  const missing = used.filter((id) => keys?.byId.has(id) !== true);
  if (keys !== undefined && missing.length === 0) return keys;
  const found = keys === undefined ? `, and ${sources.dataDir} has no ${MASTER_KEY_FILE}` : '';
  throw new Error(
    `The database needs missing master keys: ${missing.join(', ')}${found}. Add them to PROBITY_MASTER_KEYS, or restore the data folder's ${MASTER_KEY_FILE}.`,
  );
}
