// Writes a backup of the data folder while the program runs: a new folder that is complete or absent.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  copyRunningCluster,
  type SuperuserConnection,
  type SuperuserSession,
  withSuperuser,
} from '../db/cluster-copy.ts';
import { appliedMigrations } from '../db/migrations.ts';
import { syncFolder } from '../db/postgres-folder.ts';
import type { MasterKeys } from '../encryption/master-keys.ts';
import { operatorKey } from '../encryption/operator-key.ts';
import { type BackupManifest, writeManifest } from './backup-manifest.ts';
import {
  erasuresBeside,
  erasuresInBackup,
  headsInBackup,
  placeOfKey,
  sealedNameOf,
  signingKeyFiles,
} from './backup-places.ts';
import { type CopyTarget, createCopyTarget } from './copied-files.ts';

export interface BackupSource {
  readonly dataDir: string;
  readonly superuser: SuperuserConnection;
  readonly masterKeys: MasterKeys;
  readonly auditHeadFile: string;
  /** Whether stored files are in the data folder, and not in a bucket. */
  readonly hasFiles: boolean;
  readonly program: string;
  readonly at: Date;
}

/** Files are written once under a name of their own, and only removed. */
async function copyStoredFiles(dataDir: string, target: CopyTarget): Promise<void> {
  const root = join(dataDir, 'files');
  const folders = existsSync(root) ? await readdir(root) : [];
  for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    const path = join('files', folder);
    await target.addFolder(path);
    for (const name of await readdir(join(root, folder)))
      await target.addFile(join(path, name), join(root, folder, name));
  }
}

/** The other keys need no place of their own: the master key opens them. */
async function sealSigningKeys({ dataDir, masterKeys }: BackupSource, target: CopyTarget): Promise<void> {
  for (const name of signingKeyFiles) {
    if (!existsSync(join(dataDir, name))) continue;
    const text = await readFile(join(dataDir, name), 'utf8');
    await target.addText(sealedNameOf(name), operatorKey(masterKeys).seal(placeOfKey(name), text));
  }
}

async function copyAll(source: BackupSource, client: SuperuserSession, target: CopyTarget): Promise<BackupManifest> {
  const { dataDir, masterKeys, hasFiles, program, at } = source;
  const migrations = await appliedMigrations(client);
  // Before the database, so that it has the events of all these heads.
  await target.addFile(headsInBackup, source.auditHeadFile);
  await target.addFile(erasuresInBackup, erasuresBeside(source.auditHeadFile));
  await sealSigningKeys(source, target);
  // Before the database, because a file may be removed during the copying, and after it, so that each of its rows has its file.
  if (hasFiles) await copyStoredFiles(dataDir, target);
  await target.addFolder('postgres');
  await target.addFile(join('postgres', 'password'), join(dataDir, 'postgres', 'password'));
  await copyRunningCluster(client, {
    cluster: join(dataDir, 'postgres', 'data'),
    target,
    as: join('postgres', 'data'),
  });
  if (hasFiles) await copyStoredFiles(dataDir, target);
  return writeManifest(target, masterKeys, { program, at: at.toISOString(), migrations, hasFiles });
}

function refuseTarget(target: string, dataDir: string): void {
  if (existsSync(target)) throw new Error(`${target} exists already: name a new folder for each backup.`);
  if (!existsSync(dirname(target)))
    throw new Error(`The folder ${dirname(target)} does not exist. Make it, or mount it.`);
  if (!relative(resolve(dataDir), target).startsWith('..')) {
    throw new Error(`${target} is inside the data folder, and would be lost with it. Name a folder on another disk.`);
  }
}

/** @param folder does not exist yet, but its parent does */
export async function writeBackup(folder: string, source: BackupSource): Promise<BackupManifest> {
  const wanted = resolve(folder);
  refuseTarget(wanted, source.dataDir);
  const unfinished = join(dirname(wanted), `${basename(wanted)}.unfinished`);
  if (existsSync(unfinished)) {
    throw new Error(`${unfinished} exists: another backup is writing it, or did not finish. If none runs, remove it.`);
  }
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await withSuperuser(source.superuser, (session) =>
      copyAll(source, session, createCopyTarget(unfinished)),
    );
    for (const path of ['', ...manifest.folders]) syncFolder(join(unfinished, path));
    await rename(unfinished, wanted);
    syncFolder(dirname(wanted));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
