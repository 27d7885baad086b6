// The format of every encrypted value: AES-256-GCM, bound to the place where the value belongs.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';

/** 1 byte format, 2 bytes key version, 12 bytes nonce, 16 bytes tag, then the ciphertext. */
const FORMAT = 1;
const NONCE_AT = 3;
const TAG_AT = 15;
const TEXT_AT = 31;
export const KEY_BYTES = 32;

/** The value is damaged, was moved to another row, or was sealed with a key that we do not have. The message never reveals it. */
export function unreadable(what: string, cause?: unknown): Error {
  const error = new Error(`${what} does not open: damaged, moved from its place, or sealed under another key`, {
    cause,
  });
  return Object.assign(error, { code: 'sealed_value_unreadable' });
}

export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'sealed_value_unreadable';

/** Encodes the place of a value without ambiguity: no two lists of parts give the same text. */
export function placeOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** The one source of randomness besides ids: for keys, salts, tokens, codes. */
export function newSecret(bytes: number): Buffer {
  return randomBytes(bytes);
}

export function newKey(): Buffer {
  return newSecret(KEY_BYTES);
}

export function secretKey(bytes: Uint8Array): KeyObject {
  if (bytes.length !== KEY_BYTES) throw new Error(`a key has ${KEY_BYTES} bytes, not ${bytes.length}`);
  return createSecretKey(bytes);
}

/** Derives an independent key for one purpose, so that no key has two uses. */
export function deriveKey(key: KeyObject, purpose: string, salt: Uint8Array | string = ''): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, `probity ${purpose}`, KEY_BYTES)));
}

const NONCES = Buffer.alloc(12 * 256);
let nonceAt = NONCES.length;

/** Drawn 256 at a time, because a call for each costs a third of sealing a small value. Copy it: the pool reuses its memory. */
function nextNonce(): Buffer {
  if (nonceAt === NONCES.length) {
    randomFillSync(NONCES);
    nonceAt = 0;
  }
  nonceAt += 12;
  return NONCES.subarray(nonceAt - 12, nonceAt);
}

/** Nonces are random: safe for 2^32 values under one key, after which an account needs its next key version. */
export function sealValue(key: KeyObject, version: number, place: string, plaintext: Uint8Array | string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  const text = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext);
  cipher.final();
  const sealed = Buffer.allocUnsafe(TEXT_AT + text.length);
  sealed[0] = FORMAT;
  sealed.writeUInt16BE(version, 1);
  nonce.copy(sealed, NONCE_AT);
  cipher.getAuthTag().copy(sealed, TAG_AT);
  text.copy(sealed, TEXT_AT);
  return sealed;
}

/** @param keyOf the key of a version, or undefined if there is none */
export function openValue(
  keyOf: (version: number) => KeyObject | undefined,
  place: string,
  what: string,
  sealed: Uint8Array,
): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < TEXT_AT || bytes[0] !== FORMAT) throw unreadable(what);
  const key = keyOf(bytes.readUInt16BE(1));
  if (key === undefined) throw unreadable(what);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(NONCE_AT, TAG_AT), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(TAG_AT, TEXT_AT));
  const text = decipher.update(bytes.subarray(TEXT_AT));
  try {
    // In GCM the final call returns no data; it only verifies the tag.
    decipher.final();
  } catch (error) {
    throw unreadable(what, error);
  }
  return text;
}
