// Restores a backup into an empty data folder, after comparing every file with the sealed manifest.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderMode } from '../data-folder.ts';
import { refuseOtherSchema } from '../db/migrations.ts';
import { syncFolder } from '../db/postgres-folder.ts';
import { MASTER_KEY_FILE, type MasterKeys } from '../encryption/master-keys.ts';
import { operatorKey } from '../encryption/operator-key.ts';
import { type BackupManifest, readManifest } from './backup-manifest.ts';
import { placeOfKey, sealedNameOf, signingKeyFiles } from './backup-places.ts';
import { createCopyTarget } from './copied-files.ts';
import { pausedSendingFile, pausedSendingText } from './paused-sending.ts';

export interface RestoreTarget {
  readonly dataDir: string;
  readonly masterKeys: MasterKeys;
  /** To be stored as master.key; undefined where a setting has the keys. */
  readonly masterKeyText: string | undefined;
}

async function copyVerified(source: string, manifest: BackupManifest, staging: string): Promise<void> {
  const target = createCopyTarget(staging);
  for (const folder of manifest.folders) await target.addFolder(folder);
  for (const { path, bytes, sha256 } of manifest.files) {
    const copied = await target.addFile(path, join(source, path));
    if (copied === undefined) throw new Error(`${join(source, path)} is missing. Nothing was restored.`);
    if (copied.bytes !== bytes || copied.sha256 !== sha256) {
      throw new Error(`${join(source, path)} was changed after the backup. Nothing was restored.`);
    }
  }
}

async function openSigningKeys(staging: string, masterKeys: MasterKeys): Promise<void> {
  for (const name of signingKeyFiles) {
    const sealed = join(staging, sealedNameOf(name));
    if (!existsSync(sealed)) continue;
    const text = operatorKey(masterKeys).open(placeOfKey(name), await readFile(sealed, 'utf8'));
    await writeFile(join(staging, name), text, { mode: 0o600, flush: true });
    await rm(sealed);
  }
}

/** The database last: without it, a start finds nothing to send. */
async function moveUp(staging: string, dataDir: string): Promise<void> {
  const names = (await readdir(staging)).sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'));
  for (const name of names) await rename(join(staging, name), join(dataDir, name));
  await rmdir(staging);
  syncFolder(dataDir);
}

/** Starts nothing, and pauses sending. Throws a message for the operator. */
export async function restoreBackup(
  source: string,
  { dataDir, masterKeys, masterKeyText }: RestoreTarget,
): Promise<BackupManifest> {
  const found = existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => name !== 'lost+found') : [];
  if (found.length > 0) {
    throw new Error(`The data folder ${dataDir} is not empty (${found[0]}). Name a new one in PROBITY_DATA_DIR.`);
  }
  const manifest = await readManifest(source, masterKeys);
  refuseOtherSchema(manifest.migrations);
  const staging = join(dataDir, 'restoring');
  await mkdir(dataDir, { recursive: true, mode: dataFolderMode });
  await mkdir(staging, { mode: 0o700 });
  try {
    await copyVerified(source, manifest, staging);
    await openSigningKeys(staging, masterKeys);
    const texts = { [MASTER_KEY_FILE]: masterKeyText, [pausedSendingFile]: pausedSendingText(manifest.at) };
    for (const [name, text] of Object.entries(texts)) {
      if (text !== undefined) await writeFile(join(staging, name), text, { mode: 0o600, flush: true });
    }
    for (const path of ['', ...manifest.folders]) syncFolder(join(staging, path));
    await moveUp(staging, dataDir);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}
