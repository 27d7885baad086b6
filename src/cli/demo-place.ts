// Says where a demo may be made and where its keys are stored; a small file, because every start loads it.
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../config.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the database is embedded and the address is a loopback address: only this machine can reach the demo. */
export function isDemoPlace({ databaseUrl, host }: Settings): boolean {
  return databaseUrl === undefined && isLoopback(host);
}

export const demoFile = ({ dataDir }: Settings) => join(dataDir, 'demo.json');
