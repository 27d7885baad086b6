// `probity restore-trial SOURCE`: records that somebody restored a backup to see that it can be.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { now } from '../main.ts';
import { manifestFile } from '../platform/backup/backup-manifest.ts';
import { recordRestoreTrial } from '../platform/backup/last-restore-trial.ts';
import { runs } from './command.ts';
import { requireInstallation } from './installation.ts';

async function record(settings: Settings, source: string): Promise<void> {
  await requireInstallation(settings);
  recordRestoreTrial(settings.dataDir, { at: now().toISOString(), source: resolve(source) });
  const place = resolve(source);
  // It may lie where only the machine of the trial reads it.
  const isHere = existsSync(join(place, manifestFile));
  process.stdout.write(
    `Recorded that the backup ${place} was restored for a trial.\n${isHere ? '' : 'From here no backup can be read there: if you mistyped it, record it again.\n'}`,
  );
}

export function describe(command: Command): void {
  command
    .description(
      'Record in the data folder of the service that you restored a backup for a trial, as docs/backups.md describes. `probity status` and `probity calendar` say when the last trial was, and when the next one is due. Restores nothing itself.',
    )
    .argument('<source>', 'the folder that `probity backup` wrote and that you restored; recorded as you name it')
    .action(runs(record));
}
