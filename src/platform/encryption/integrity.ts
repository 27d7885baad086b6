// The MACs that show that this program wrote a row. Their key is drawn once and wrapped by the master key, so that they
// stay valid when the master key changes.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { findIntegrityKey, insertIntegrityKey, replaceIntegrityWrapping } from './integrity-key-store.ts';
import type { MasterKeys } from './master-keys.ts';
import { newKey, openValue, placeOf, sealValue, secretKey, unreadable } from './sealed-value.ts';

export interface Integrity {
  /** 32 bytes. @param purpose the kind of row; @param content everything that the row says, without ambiguity */
  mac(purpose: string, content: string): Buffer;
  /** Compares in constant time. */
  isMac(purpose: string, content: string, mac: Uint8Array | null): boolean;
}

/** In [0, 1): always the same number for this content, and not to be foreseen without our key. */
export const drawOf = ({ mac }: Integrity, purpose: string, content: string): number =>
  mac(purpose, content).readUInt32BE() / 2 ** 32;

const place = placeOf('integrity key');

export function createIntegrity(key: KeyObject): Integrity {
  const mac = (purpose: string, content: string) =>
    createHmac('sha256', key).update(placeOf(purpose, content)).digest();
  return {
    mac,
    isMac: (purpose, content, given) => given?.length === 32 && timingSafeEqual(mac(purpose, content), given),
  };
}

function wrap({ currentId, byId }: MasterKeys, bytes: Uint8Array) {
  return { wrapped: sealValue(byId.get(currentId)!, 0, place, bytes), masterKeyId: currentId };
}

function unwrap(masterKeys: MasterKeys, row: { readonly wrapped: Buffer; readonly masterKeyId: string }): Buffer {
  const master = masterKeys.byId.get(row.masterKeyId);
  if (master === undefined) throw unreadable(`the integrity key wrapped by master key ${row.masterKeyId}`);
  return openValue(() => master, place, 'integrity key', row.wrapped);
}

/** Draws the key at the first start. If several processes start at once, all of them use the key that was stored first. */
export async function openIntegrity(db: Db, masterKeys: MasterKeys): Promise<Integrity> {
  let row = await findIntegrityKey(db);
  if (row === undefined) {
    await insertIntegrityKey(db, wrap(masterKeys, newKey()));
    row = await findIntegrityKey(db);
  }
  return createIntegrity(secretKey(unwrap(masterKeys, row!)));
}

/** Works online: the key stays, only its wrapping changes. Returns how many keys were wrapped again: 0 or 1. */
export async function rewrapIntegrityKey(db: Db, masterKeys: MasterKeys): Promise<number> {
  const row = await findIntegrityKey(db);
  if (row === undefined || row.masterKeyId === masterKeys.currentId) return 0;
  return replaceIntegrityWrapping(db, wrap(masterKeys, unwrap(masterKeys, row)), row.masterKeyId);
}
