// The key that signs records of ours, with the public key beside it for verification.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateKeyFile } from './key-file.ts';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Ed25519, in `<name>.pem` and `<name>.pub.pem` of the data folder; created at the first use. */
export function loadSigningKey(dataDir: string, name: string): SigningKey {
  const privateKey = createPrivateKey(readOrCreateKeyFile(join(dataDir, `${name}.pem`), newPrivateKey));
  const publicKey = createPublicKey(privateKey);
  readOrCreateKeyFile(join(dataDir, `${name}.pub.pem`), () =>
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  return { privateKey, publicKey };
}
