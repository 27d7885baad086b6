// `probity backup TARGET`: backs up the data folder while the service runs.
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { connect, now } from '../main.ts';
import type { BackupManifest } from '../platform/backup/backup-manifest.ts';
import { recordBackup } from '../platform/backup/last-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { findMasterKeys, MASTER_KEY_FILE } from '../platform/encryption/master-keys.ts';
import { createLog } from '../platform/log.ts';
import { programVersion } from '../platform/program-version.ts';
import { runs } from './command.ts';
import { requireInstallation } from './installation.ts';

/** In the order of docs/backups.md: no head and no row may name what was copied before it. */
const ownServer = `The database of DATABASE_URL is backed up with the tools of its server. In this order:
  1. audit-head.jsonl of the data folder, or the file of PROBITY_AUDIT_HEAD_FILE; erasures.jsonl beside it, again and again
  2. the database: pg_dump --format=custom, or base backups with archived WAL (point-in-time recovery)
  3. the files: versioning or replication of the bucket, or a copy of files/ in the data folder
  4. audit-key.pem, evidence-key.pem and their .pub.pem files of the data folder
Keep the master key apart from them. docs/backups.md says how to restore.
`;

const sizeOf = ({ files }: BackupManifest) =>
  `${(files.reduce((total, { bytes }) => total + bytes, 0) / 1024 ** 2).toFixed(1)} MB`;

function keyNote({ masterKeys, dataDir }: Settings): string {
  const where = masterKeys === undefined ? join(dataDir, MASTER_KEY_FILE) : 'PROBITY_MASTER_KEYS';
  return `The master key is not in it. Keep a copy of ${where} elsewhere: nobody can read the backup without it.\n`;
}

async function backUp(settings: Settings, target: string): Promise<number> {
  if (settings.databaseUrl !== undefined) {
    process.stderr.write(ownServer);
    return 1;
  }
  const { dataDir, masterKeys, auditHeadFile, s3Bucket } = settings;
  await requireInstallation(settings);
  const keys = findMasterKeys({ setting: masterKeys, dataDir });
  if (keys === undefined)
    throw new Error(`There is no ${MASTER_KEY_FILE} in ${dataDir}: only the master key can seal a backup.`);
  const at = now();
  const server = await connect(settings, createLog('silent'));
  try {
    const manifest = await writeBackup(target, {
      dataDir,
      superuser: server.superuser!,
      masterKeys: keys,
      auditHeadFile,
      hasFiles: s3Bucket === undefined,
      program: programVersion(),
      at,
    });
    recordBackup(dataDir, { at: manifest.at, target: resolve(target) });
    process.stdout.write(
      `Backed up to ${target}: ${manifest.files.length} files, ${sizeOf(manifest)}, everything up to ${manifest.at}.\n`,
    );
    if (!manifest.hasFiles) process.stdout.write('The attached files are in the bucket, and not in it.\n');
    process.stdout.write(keyNote(settings));
    return 0;
  } finally {
    await server.stop();
  }
}

export function describe(command: Command): void {
  command
    .description(
      'Back up the database, the attached files and the signed audit heads of the data folder into a new folder, while the service runs. Personal data, files and secrets in it are encrypted; the master key that opens them is not in it.',
    )
    .argument('<target>', 'a folder that does not exist yet; a failed backup leaves none')
    .action(runs(backUp));
}
