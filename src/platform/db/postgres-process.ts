// One postmaster: finds it by its data folder, starts it, waits until it serves, and shuts it down.
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull, EmbeddedPostgresError, isDiskFull } from './embedded-postgres-error.ts';
import { type PostgresAccount, spawnAs } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { damaged, type PostgresFolder, socketFile } from './postgres-folder.ts';

export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  /** starting, ready, stopping or standby, as PostgreSQL names them. */
  readonly status: string;
}

/** What /proc says about a process: undefined if there is no /proc or no such process. */
function procState(pid: number): { command: string; zombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { command, zombie: /^\) Z/.test(stat.slice(stat.lastIndexOf(')'))) };
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether `pid` is a live PostgreSQL on this cluster; process ids are reused, above all in containers. */
function servesCluster(pid: number, cluster: string): boolean {
  if (!exists(pid)) return false;
  if (process.platform !== 'linux') return true;
  const state = procState(pid);
  if (state === undefined || state.zombie || state.command !== 'postgres') return false;
  let folder: string;
  try {
    folder = readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Root in a container may not inspect a process of another user: the command's name must be enough.
    return true;
  }
  return existsSync(cluster) && folder === realpathSync(cluster);
}

function lockFile(folder: PostgresFolder): string {
  return join(folder.cluster, 'postmaster.pid');
}

/** postmaster.pid: process id, data folder, start time, port, socket folder, address, shared memory, status. */
function lockLines(folder: PostgresFolder): string[] | undefined {
  try {
    return readFileSync(lockFile(folder), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** The running postmaster of this cluster, also one that another process started. */
export function findPostmaster(folder: PostgresFolder): Postmaster | undefined {
  const lines = lockLines(folder);
  const pid = Number(lines?.[0]);
  // While it is being written the file has fewer lines; a negative id belongs to a single-user server.
  if (!(pid > 0) || !servesCluster(pid, folder.cluster)) return undefined;
  return { pid, socketFolder: lines?.[4] ?? '', status: (lines?.[7] || 'starting').trim() };
}

/** Whether this very process still serves; cheap enough to call several times a second. */
export function isAlive(postmaster: Postmaster, folder: PostgresFolder): boolean {
  return servesCluster(postmaster.pid, folder.cluster);
}

// A fast shutdown during crash recovery hangs (18.4), and a shutdown checkpoint on a slow disk is slow: both get a time limit.
const fastShutdownMs = 5000;

/** Waits for a server that another process started; undefined if there is none, or it stopped. */
async function waitUntilReady(folder: PostgresFolder, deadlineMs: number): Promise<Postmaster | undefined> {
  const stoppingSinceMs = performance.now();
  for (;;) {
    const found = findPostmaster(folder);
    if (found === undefined || found.status === 'ready') return found;
    const now = performance.now();
    if (found.status === 'stopping' && now > stoppingSinceMs + fastShutdownMs) await killPostmaster(found, folder);
    if (now > deadlineMs) throw notReady(folder, `it is still ${found.status}`);
    await sleep(10);
  }
}

function notReady(folder: PostgresFolder, why: string): EmbeddedPostgresError {
  const message = `The database in ${folder.cluster} did not start: ${why}. Its own messages are in ${folder.log}.`;
  return new EmbeddedPostgresError('not_started', folder.cluster, message);
}

function tailSince(path: string, start: number): string {
  const descriptor = openSync(path, 'r');
  try {
    const from = Math.max(start, fstatSync(descriptor).size - 4096);
    const buffer = Buffer.alloc(4096);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, 4096, from));
  } finally {
    closeSync(descriptor);
  }
}

const stillClosing = /pre-existing shared memory block|" already exists/;
const unusable =
  /could not find the database system|could not locate (a valid|required) checkpoint|invalid (primary )?checkpoint record|incorrect checksum in control file|database files are incompatible|could not (open|read) file "(global|pg_wal|base|pg_xact|pg_multixact)|not a valid data directory/;

/** The postmaster's output before it gave up, as an error, or 'retry' if its predecessor is still stopping. */
function explainExit(folder: PostgresFolder, said: string): EmbeddedPostgresError | 'retry' {
  if (stillClosing.test(said)) return 'retry';
  if (isDiskFull(folder.top, said)) return diskFull(folder.top);
  const lines = said.split('\n').filter((line) => line !== '');
  const reason = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines[0];
  const what = reason?.replace(/^.*?(FATAL|PANIC|postgres):\s*/, '') ?? 'it exited without a word';
  const isBroken = unusable.test(said) && !said.includes('Permission denied');
  return isBroken ? damaged(folder, what) : notReady(folder, what);
}

export interface StartArguments {
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly folder: PostgresFolder;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function startOnce(args: StartArguments, deadlineMs: number): Promise<Postmaster | 'retry'> {
  const { folder } = args;
  const log = openSync(folder.log, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const settings = { ...args.settings, unix_socket_directories: `"${args.socketFolder}"` };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A session of its own: Ctrl-C in our terminal must not reach it, and it must survive a kill of our process.
  const child = spawnAs(args.account, args.binaries.postgres, ['-D', folder.cluster, ...flags], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failed: Error | undefined;
  child.on('error', (error) => {
    failed = error;
  });
  child.unref();
  for (;;) {
    if (failed !== undefined) throw failed;
    if (child.exitCode !== null || child.signalCode !== null) {
      const why = explainExit(folder, tailSince(folder.log, logStart));
      if (why === 'retry') return why;
      throw why;
    }
    const found = findPostmaster(folder);
    if (found !== undefined && found.pid === child.pid && found.status === 'ready') return found;
    if (performance.now() > deadlineMs) throw notReady(folder, `it is still ${found?.status ?? 'starting'}`);
    await sleep(5);
  }
}

/** Whether anything listens on the socket in this cluster's lock file. */
async function socketAnswers(folder: PostgresFolder): Promise<boolean> {
  const socket = lockLines(folder)?.[4];
  if (!socket) return false;
  const connection = connect(join(socket, socketFile));
  return await new Promise<boolean>((resolve) => {
    connection.once('connect', () => resolve(true));
    connection.once('error', () => resolve(false));
  }).finally(() => connection.destroy());
}

/** Finds the running server or starts it, and waits until it answers. The caller holds the start lock. */
export async function ensurePostmaster(
  args: StartArguments,
  deadlineMs: number,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const { folder } = args;
  for (;;) {
    const running = await waitUntilReady(folder, deadlineMs);
    if (running !== undefined) return { postmaster: running, adopted: true };
    // Two containers on one volume do not see each other's processes, and a second server would destroy the data; they share sockets.
    const hidden = await socketAnswers(folder);
    const outcome = hidden ? 'retry' : await startOnce(args, deadlineMs);
    if (outcome !== 'retry') return { postmaster: outcome, adopted: false };
    // After a kill -9 the server's children hold the shared memory a little longer. A lock file that names a process which is not
    // PostgreSQL is left over from before a reboot: PostgreSQL refuses to start, but because we hold the start lock we can be sure.
    if (!hidden && strangerHoldsLockFile(folder)) rmSync(lockFile(folder), { force: true });
    if (performance.now() > deadlineMs) {
      throw notReady(
        folder,
        'another server that this process cannot see, perhaps in another container, uses the folder',
      );
    }
    await sleep(100);
  }
}

/** Whether postmaster.pid names a live process that is certainly not PostgreSQL. */
function strangerHoldsLockFile(folder: PostgresFolder): boolean {
  const state = process.platform === 'linux' ? procState(Number(lockLines(folder)?.[0])) : undefined;
  return state !== undefined && state.command !== 'postgres';
}

function signal(postmaster: Postmaster, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(postmaster.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends all sessions, writes a checkpoint and exits. */
export function askToStop(postmaster: Postmaster): void {
  signal(postmaster, 'SIGINT');
}

async function isGone(postmaster: Postmaster, folder: PostgresFolder, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isAlive(postmaster, folder)) {
    if (performance.now() > deadline) return false;
    await sleep(5);
  }
  return true;
}

export async function stopPostmaster(postmaster: Postmaster, folder: PostgresFolder): Promise<void> {
  askToStop(postmaster);
  if (!(await isGone(postmaster, folder, fastShutdownMs))) await killPostmaster(postmaster, folder);
}

/** SIGQUIT skips the checkpoint: committed work is in the WAL and is recovered at the next start. */
export async function killPostmaster(postmaster: Postmaster, folder: PostgresFolder): Promise<void> {
  signal(postmaster, 'SIGQUIT');
  if (!(await isGone(postmaster, folder, 5000))) throw notReady(folder, `process ${postmaster.pid} does not stop`);
}
