// The key that signs records of ours, with its public keys beside it for verification.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { readKeyFileIfThere, readOrCreateKeyFile, replaceKeyFile } from './key-file.ts';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The newest first. The others are of earlier keys, and verify what those signed. */
  readonly publicKeys: readonly KeyObject[];
}

function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export const pemOf = (publicKey: KeyObject): string => publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** The public keys of a PEM file, in its order. Throws if one cannot be read. */
export const publicKeysIn = (pem: string): KeyObject[] =>
  (pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []).map((one) => createPublicKey(one));

export const publicKeyFileOf = (dataDir: string, name: string): string => join(dataDir, `${name}.pub.pem`);

/**
 * Ed25519, in `<name>.pem` of the data folder; created at the first use, and anew after the operator took the file away.
 * `<name>.pub.pem` has the public keys of all that were used.
 */
export function loadSigningKey(dataDir: string, name: string): SigningKey {
  const privateKey = createPrivateKey(readOrCreateKeyFile(join(dataDir, `${name}.pem`), newPrivateKey));
  const publicKey = createPublicKey(privateKey);
  const file = publicKeyFileOf(dataDir, name);
  const known = publicKeysIn(readKeyFileIfThere(file) ?? '');
  if (known[0]?.equals(publicKey)) return { privateKey, publicKey, publicKeys: known };
  const publicKeys = [publicKey, ...known.filter((one) => !one.equals(publicKey))];
  replaceKeyFile(file, publicKeys.map(pemOf).join(''));
  return { privateKey, publicKey, publicKeys };
}
