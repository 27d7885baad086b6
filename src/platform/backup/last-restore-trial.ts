// When somebody last restored a backup to see that it can be, and which one.
import { readStamp, writeStamp } from '../stamps.ts';

const lastTrialFile = 'last-restore-trial.json';

export interface RestoreTrial {
  readonly at: string;
  /** The backup that was restored, as the operator named it. */
  readonly source: string;
}

export const recordRestoreTrial = (dataDir: string, trial: RestoreTrial): void =>
  writeStamp(dataDir, lastTrialFile, trial);

/** Undefined if none is recorded. */
export const findRestoreTrial = (dataDir: string): RestoreTrial | undefined => readStamp(dataDir, lastTrialFile);
