// The form of API keys, and whether a key is valid; pure.
import { createHash } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * `live_` or `test_` and 160 random bits as 32 letters and digits: a key that cannot be guessed needs no slow hash.
 * @param random 20 random bytes
 */
export function keyText(environment: 'live' | 'test', random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < 32; index += 1) {
    text = alphabet[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return `${environment}_${text}`;
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Reads the key from an Authorization header: `KEY`, `Token token=KEY` (any case, optional quotes) or `Bearer KEY`.
 * Clients of the API that interface v2 mirrors send all three.
 */
export function keyInAuthorization(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 512) return undefined;
  const text = header.trim();
  const token = /^token\s+token\s*=\s*"?([^\s"]+)"?$/i.exec(text)?.[1];
  if (token !== undefined) return token;
  const bearer = /^bearer\s+(\S+)$/i.exec(text)?.[1];
  if (bearer !== undefined) return bearer;
  return text === '' || /\s/.test(text) ? undefined : text;
}

export interface KeyState {
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly user_has_left: boolean;
}

export function isUsable(key: KeyState, now: Date): boolean {
  return key.revoked_at === null && !key.user_has_left && (key.expires_at === null || key.expires_at > now);
}
