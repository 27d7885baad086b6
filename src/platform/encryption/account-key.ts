// Operations with one account's key: sealing values, wrapping applicants' keys, blind indexes, and tokens in links.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey, newKey, openValue, placeOf, sealValue, secretKey } from './sealed-value.ts';

/** An applicant's own key. When its wrapped form is deleted, everything that it sealed is unreadable for ever. */
export interface DataKey {
  /** @param aad what the value is and where it belongs, e.g. `applicants.facts`; it opens with the same text only. */
  seal(aad: string, value: unknown): Buffer;
  open<T>(aad: string, sealed: Uint8Array): T;
  /** An independent key for one use, e.g. the content of one file. */
  derive(purpose: string, salt: Uint8Array): KeyObject;
}

export interface AccountKey {
  readonly accountId: string;
  /** A new applicant's key, and its wrapped form to store. @param aad by `sealedId`: the owner of the key */
  wrapDataKey(aad: string): { readonly key: DataKey; readonly wrapped: Buffer };
  unwrapDataKey(wrapped: Uint8Array, aad: string): DataKey;
  /** @param id by `sealedId`: the row that the value belongs to */
  seal(purpose: string, id: string, plaintext: Uint8Array | string): Buffer;
  open(purpose: string, id: string, sealed: Uint8Array): Buffer;
  /** 16 bytes, equal for equal values of one field in one account. The caller normalises (case, accents, spaces). */
  blindIndex(field: string, normalisedValue: string): Buffer;
  /** 32 bytes that can be computed with this account's key only: for tokens in links. */
  mac(purpose: string, data: string): Buffer;
  /** Compares in constant time; marks made with earlier key versions are still valid. */
  verifyMac(purpose: string, data: string, mac: Uint8Array): boolean;
}

/** A resource with its environment, so that a value sealed for a test row cannot be opened in a live one. */
export function sealedId(environment: string, id: string): string {
  return placeOf(environment, id);
}

function dataKey(key: KeyObject, scope: string): DataKey {
  const keyOf = (version: number) => (version === 0 ? key : undefined);
  return {
    seal: (aad, value) => sealValue(key, 0, placeOf(scope, aad), JSON.stringify(value)),
    open: <T>(aad: string, sealed: Uint8Array) =>
      JSON.parse(openValue(keyOf, placeOf(scope, aad), aad, sealed).toString('utf8')) as T,
    derive: (purpose, salt) => deriveKey(key, placeOf(scope, purpose), salt),
  };
}

/** @param versions every version's key by its number; `current` seals, all of them open */
export function accountKey(accountId: string, versions: ReadonlyMap<number, KeyObject>, current: number): AccountKey {
  const sealing = new Map([...versions].map(([version, key]) => [version, deriveKey(key, 'sealing')]));
  const marking = [...versions].map(([, key]) => deriveKey(key, 'marks'));
  const currentKey = sealing.get(current)!;
  const currentMark = deriveKey(versions.get(current)!, 'marks');
  // Always with the first version's key: an index made with a later one would not find older rows.
  const indexing = deriveKey(versions.get(Math.min(...versions.keys()))!, 'blind index');
  const keyOf = (version: number) => sealing.get(version);
  const hmac = (key: KeyObject, ...parts: string[]) =>
    createHmac('sha256', key)
      .update(placeOf(...parts))
      .digest();
  const dataKeyPlace = (aad: string) => placeOf('data key', accountId, aad);
  const valuePlace = (purpose: string, id: string) => placeOf('value', accountId, purpose, id);
  return {
    accountId,
    wrapDataKey(aad) {
      const bytes = newKey();
      const wrapped = sealValue(currentKey, current, dataKeyPlace(aad), bytes);
      return { key: dataKey(secretKey(bytes), dataKeyPlace(aad)), wrapped };
    },
    unwrapDataKey: (wrapped, aad) =>
      dataKey(secretKey(openValue(keyOf, dataKeyPlace(aad), 'data key', wrapped)), dataKeyPlace(aad)),
    seal: (purpose, id, plaintext) => sealValue(currentKey, current, valuePlace(purpose, id), plaintext),
    open: (purpose, id, sealed) => openValue(keyOf, valuePlace(purpose, id), purpose, sealed),
    blindIndex: (field, value) => hmac(indexing, field, value).subarray(0, 16),
    mac: (purpose, data) => hmac(currentMark, purpose, data),
    verifyMac: (purpose, data, mac) =>
      mac.length === 32 && marking.some((key) => timingSafeEqual(hmac(key, purpose, data), mac)),
  };
}
