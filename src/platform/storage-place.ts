// Where a process stores files and by which key it signs evidence: processes of one database must have both in common.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderMode } from './data-folder.ts';
import { readKeyFileIfThere, readOrCreateKeyFile } from './encryption/key-file.ts';
import { newSecret } from './encryption/sealed-value.ts';
import { publicKeyFileOf, publicKeysIn } from './encryption/signing-key.ts';
import type { FileSettings } from './files/configured-files.ts';

/** Neither is a secret, and neither says what it is of. */
export interface StoragePlace {
  /** Equal where files are stored in the same bucket or folder; null where the folder is not used yet. */
  readonly files: string | null;
  /** A fingerprint; null before the first bundle was signed. */
  readonly evidenceKey: string | null;
}

type PlaceSettings = Pick<FileSettings, 's3Bucket'> & { readonly dataDir: string };

const fingerprint = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The folder is known by a name that lies in it, because another machine may share it under another path. */
function nameOfFolder(folder: string, mayMake: boolean): string | null {
  const path = join(folder, 'place');
  if (!mayMake) return readKeyFileIfThere(path)?.trim() ?? null;
  mkdirSync(folder, { recursive: true, mode: dataFolderMode });
  return readOrCreateKeyFile(path, () => `${newSecret(8).toString('hex')}\n`).trim();
}

/** @param mayMake whether a folder without a name gets one */
export function readStoragePlace(
  { s3Bucket, dataDir }: PlaceSettings,
  { mayMake }: { readonly mayMake: boolean },
): StoragePlace {
  const [key] = publicKeysIn(readKeyFileIfThere(publicKeyFileOf(dataDir, 'evidence-key')) ?? '');
  return {
    files:
      s3Bucket === undefined ? nameOfFolder(join(dataDir, 'files'), mayMake) : fingerprint(JSON.stringify(s3Bucket)),
    evidenceKey: key === undefined ? null : fingerprint(key.export({ type: 'spki', format: 'der' })),
  };
}
