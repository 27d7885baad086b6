// `probity restore SOURCE`: restores a backup into an empty data folder, and starts nothing.
import { accessSync, appendFileSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { erasuresBeside, erasuresInBackup, headsInBackup } from '../platform/backup/backup-places.ts';
import { findPausedSending } from '../platform/backup/paused-sending.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { giveToOwnerOf } from '../platform/data-folder.ts';
import { parseMasterKeys } from '../platform/encryption/master-keys.ts';
import { runs } from './command.ts';

function masterKeyIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    parseMasterKeys(text);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${file} ${code === undefined ? 'holds no master key' : `cannot be read (${code})`}. Name your copy of master.key with --master-key.`,
    );
  }
}

function masterKeyTextOf({ masterKeys }: Settings, file: string | undefined): string {
  if (file !== undefined) return masterKeyIn(file);
  if (masterKeys !== undefined) return masterKeys;
  throw new Error(
    'A backup does not hold its master key. Name your copy of master.key with --master-key, or set PROBITY_MASTER_KEYS.',
  );
}

interface Given {
  readonly masterKey?: string;
  readonly erasures?: string;
}

function textOfErasures(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Nothing was restored.`);
  }
}

/** Whoever was erased must not be here again because of a folder that is missing: it is looked for before anything is restored. */
function requireFolderOf(list: string, dataDir: string): void {
  const folder = dirname(list);
  // The restore makes the data folder, which must be empty before.
  if (!relative(dataDir, folder).startsWith('..')) return;
  try {
    accessSync(folder, constants.W_OK);
    if (existsSync(list)) accessSync(list, constants.W_OK);
  } catch (error) {
    throw new Error(
      `${list} cannot be written (${(error as NodeJS.ErrnoException).code}), in the folder of PROBITY_AUDIT_HEAD_FILE. Nothing was restored.`,
    );
  }
}

async function restore(settings: Settings, source: string, given: Given): Promise<number> {
  const { dataDir, databaseUrl, auditHeadFile, masterKeys: setting } = settings;
  if (databaseUrl !== undefined) {
    throw new Error('DATABASE_URL is set: restore that database with the tools of its server (docs/backups.md).');
  }
  const text = masterKeyTextOf(settings, given.masterKey);
  const erasures = given.erasures === undefined ? undefined : textOfErasures(given.erasures);
  const list = erasuresBeside(auditHeadFile);
  if (erasures !== undefined) requireFolderOf(list, dataDir);
  const manifest = await restoreBackup(source, {
    dataDir,
    masterKeys: parseMasterKeys(text),
    masterKeyText: setting === undefined ? text : undefined,
  });
  if (erasures !== undefined) {
    mkdirSync(dirname(list), { recursive: true, mode: 0o700 });
    appendFileSync(list, `\n${erasures}`, { mode: 0o600 });
    giveToOwnerOf(dirname(list), list);
  }
  const isKnown = erasures !== undefined || (existsSync(list) && list !== join(dataDir, erasuresInBackup));
  const aboutErasures = isKnown
    ? `Whoever was erased after that is here again until the start, which erases whom ${list} names.`
    : `Whoever was erased after that is here again. Append to ${list} the newest copy that you have of that file:
the start erases whom it names. Without one, erase them by the list of erasures that you keep (docs/backups.md).`;
  process.stdout.write(`Restored ${manifest.files.length} files into ${dataDir}: everything up to ${manifest.at}.
${aboutErasures}
Sending is paused. Start the program and look at the data; nothing is sent meanwhile. To send what is due, stop the
program, remove ${findPausedSending(dataDir)}, and start it again.
`);
  const elsewhere = [
    { copy: join(dataDir, headsInBackup), file: auditHeadFile },
    { copy: join(dataDir, erasuresInBackup), file: list },
  ];
  for (const { copy, file } of elsewhere) {
    if (existsSync(copy) && !existsSync(file))
      process.stdout.write(`Copy ${copy} to ${file}: PROBITY_AUDIT_HEAD_FILE names that folder.\n`);
  }
  return 0;
}

export function describe(command: Command): void {
  command
    .description(
      'Restore a backup into the data folder, which must be empty. Every file is compared with the manifest, which only the master key can have sealed. Starts nothing, and pauses sending in the restored folder.',
    )
    .argument('<source>', 'the folder that `probity backup` wrote')
    .option('--master-key <file>', 'your copy of master.key; by default PROBITY_MASTER_KEYS')
    .option(
      '--erasures <file>',
      'the newest copy that you have of erasures.jsonl: whoever it names is erased again at the start',
    )
    .action(runs(restore));
}
