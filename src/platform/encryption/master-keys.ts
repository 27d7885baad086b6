// The keys that wrap the accounts' keys: from a setting, or from a file that is created at the first start.
import { createHash, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { readKeyFileIfThere, readOrCreateKeyFile } from './key-file.ts';
import { KEY_BYTES, newKey, secretKey } from './sealed-value.ts';

/** The first one wraps; the others only open. */
export interface MasterKeys {
  readonly currentId: string;
  readonly byId: ReadonlyMap<string, KeyObject>;
}

export interface MasterKeySources {
  /** Base64 keys of 32 bytes, separated by commas or white space, the current one first; absent: the file. */
  readonly setting?: string | undefined;
  readonly dataDir: string;
}

export const MASTER_KEY_FILE = 'master.key';

/** The id is a fingerprint of the key, so ids are unique and cannot be mixed up. */
function keyId(bytes: Uint8Array): string {
  return createHash('sha256').update('probity master key id').update(bytes).digest('hex').slice(0, 16);
}

/** Throws a message for the operator that never quotes the text. */
export function parseMasterKeys(text: string): MasterKeys {
  const byId = new Map<string, KeyObject>();
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  entries.forEach((entry, index) => {
    const bytes = Buffer.from(entry, 'base64');
    if (bytes.length !== KEY_BYTES || !/^[\w+/-]+={0,2}$/.test(entry)) {
      throw new Error(`master key ${index + 1} of ${entries.length} is not ${KEY_BYTES} bytes in base64`);
    }
    byId.set(keyId(bytes), secretKey(bytes));
  });
  const [currentId] = byId.keys();
  if (currentId === undefined) throw new Error('there is no master key');
  return { currentId, byId };
}

function parseFile(path: string, text: string): MasterKeys {
  try {
    return parseMasterKeys(text);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

/** Undefined where neither the setting nor the data folder has any. */
export function findMasterKeys({ setting, dataDir }: MasterKeySources): MasterKeys | undefined {
  if (setting !== undefined && setting !== '') return parseMasterKeys(setting);
  const path = join(dataDir, MASTER_KEY_FILE);
  const text = readKeyFileIfThere(path);
  return text === undefined ? undefined : parseFile(path, text);
}

/** Makes the file if there are none. */
export function loadMasterKeys(sources: MasterKeySources): MasterKeys {
  const path = join(sources.dataDir, MASTER_KEY_FILE);
  const made = () =>
    parseFile(
      path,
      readOrCreateKeyFile(path, () => `${newKey().toString('base64')}\n`),
    );
  return findMasterKeys(sources) ?? made();
}
