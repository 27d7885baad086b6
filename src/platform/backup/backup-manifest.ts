// The manifest of a backup: what it holds and who made it, sealed with the master key, so that nobody else can write one.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppliedMigration } from '../db/migrations.ts';
import type { MasterKeys } from '../encryption/master-keys.ts';
import { operatorKey } from '../encryption/operator-key.ts';
import type { CopiedFile, CopyTarget } from './copied-files.ts';

export interface BackupManifest {
  readonly format: 1;
  /** The version of the program that made it. */
  readonly program: string;
  /** When the copying began: everything from before is in the backup. */
  readonly at: string;
  /** The schema of its database. */
  readonly migrations: readonly AppliedMigration[];
  /** Whether the stored files are in it; otherwise they are in a bucket. */
  readonly hasFiles: boolean;
  readonly folders: readonly string[];
  readonly files: readonly CopiedFile[];
}

export const manifestFile = 'manifest.json';
const sealFile = 'manifest.seal';
const place = ['backup', 'manifest'];
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

export async function writeManifest(
  target: CopyTarget,
  masterKeys: MasterKeys,
  about: Omit<BackupManifest, 'format' | 'folders' | 'files'>,
): Promise<BackupManifest> {
  const manifest: BackupManifest = { format: 1, ...about, folders: target.folders, files: target.files };
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await target.addText(manifestFile, text);
  await target.addText(sealFile, operatorKey(masterKeys).seal(place, hashOf(text)));
  return manifest;
}

function openSeal(masterKeys: MasterKeys, sealed: string): string | undefined {
  try {
    return operatorKey(masterKeys).open(place, sealed);
  } catch {
    return undefined;
  }
}

/** Throws a message for the operator unless the manifest was sealed with one of these keys. */
export async function readManifest(source: string, masterKeys: MasterKeys): Promise<BackupManifest> {
  const read = (name: string) =>
    readFile(join(source, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
      throw new Error(`${source} is no complete backup: ${name} is missing.`);
    });
  const [text, sealed] = [await read(manifestFile), await read(sealFile)];
  const sealedHash = openSeal(masterKeys, sealed);
  if (sealedHash === undefined) {
    throw new Error(
      `This master key does not open the backup ${source}: it is another one, or ${sealFile} was changed.`,
    );
  }
  if (sealedHash !== hashOf(text)) throw new Error(`${join(source, manifestFile)} was changed after the backup.`);
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format !== 1) throw new Error(`Program ${manifest.program} made this backup; restore it with that.`);
  return manifest;
}
