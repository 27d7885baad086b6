// Says where a demo may be made and where its keys are stored; a small file, because every start loads it.
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { isLoopback } from '../platform/loopback.ts';

/** Whether the database is embedded and the address is a loopback address: only this machine can reach the demo. */
export function isDemoPlace({ databaseUrl, host }: Settings): boolean {
  return databaseUrl === undefined && isLoopback(host);
}

export const demoFile = ({ dataDir }: Settings) => join(dataDir, 'demo.json');
