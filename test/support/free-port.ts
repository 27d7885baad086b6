// Free ports for programs under test.
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sharedFolder } from './database.ts';
import { upTo } from './limited-loops.ts';
import { isRunning } from './running-process.ts';

const given = new Set<string>();

function readOwner(path: string): number {
  try {
    // The file is empty until its owner has written it.
    return Number(readFileSync(path, 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

/** Reserves the port among all test processes, because a port may be used seconds after it was found free. */
function reserve(port: number): boolean {
  const folder = join(sharedFolder(), 'ports');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, String(port));
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch {
    // Its owner was killed: the next attempt may find it free.
    if (!isRunning(readOwner(path))) rmSync(path, { force: true });
    return false;
  }
  if (given.size === 0) process.once('exit', () => given.forEach((each) => void rmSync(each, { force: true })));
  given.add(path);
  return true;
}

/** A free port below the range of ports for outgoing connections. */
export async function freePort(): Promise<number> {
  for (const _ of upTo(1000, 'a free port')) {
    const port = randomInt(10_000, 32_000);
    if (!reserve(port)) continue;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error('there is no free port');
}
