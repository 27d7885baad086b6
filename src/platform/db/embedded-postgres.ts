// Runs the PostgreSQL of the lockfile: starts or adopts it, restarts it after a crash, and stops it when no process uses it.
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { EmbeddedPostgresError, explainFileError } from './embedded-postgres-error.ts';
import { type PostgresAccount, postgresAccount } from './postgres-account.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { initialiseCluster } from './postgres-cluster.ts';
import {
  damaged,
  databaseName,
  giveTo,
  inspectCluster,
  openFolder,
  type PostgresFolder,
  passwordOf,
  readSecret,
  roles,
  socketFolder,
} from './postgres-folder.ts';
import {
  askToStop,
  ensurePostmaster,
  findPostmaster,
  isAlive,
  type Postmaster,
  stopPostmaster,
} from './postgres-process.ts';
import { serverSettings } from './postgres-settings.ts';
import { holdBy, openProcessLock, type ProcessLock } from './process-lock.ts';

export interface EmbeddedPostgresOptions {
  /** A folder that only we use. It is created if missing, and holds the cluster, its password, its log and its locks. */
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings that override ours. Every process on one folder must give the same. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take, recovery included. */
  readonly startTimeoutMs?: number;
  /** The user that runs the server if root starts it; by default one of its own. */
  readonly runAs?: string | undefined;
}

/** `host` is the socket's folder. */
export type EmbeddedConnection = pg.PoolConfig & { host: string; user: string; password: string; database: string };

export interface EmbeddedPostgres {
  /** Of the program: it may do what it is granted. */
  readonly connection: EmbeddedConnection;
  /** Of the owner of the tables, who migrates them. */
  readonly owner: EmbeddedConnection;
  /** The program itself never uses it. */
  readonly superuser: EmbeddedConnection;
  /** Whether the server was already running. */
  readonly adopted: boolean;
  /** Releases the server, and stops it if no other process uses it. */
  stop(): Promise<void>;
}

interface Server {
  readonly folder: PostgresFolder;
  readonly log: Log;
  readonly settings: Readonly<Record<string, string>>;
  readonly startTimeoutMs: number;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly starting: ProcessLock;
  readonly using: ProcessLock;
}

/** Runs `work` while no other process can start or stop this server. */
async function alone<T>(server: Server, work: () => Promise<T>): Promise<T> {
  const { folder, starting } = server;
  if (!(await holdBy(starting, 'exclusive', performance.now() + server.startTimeoutMs))) {
    const message = `Another process has been starting or stopping the database in ${folder.top} for too long.`;
    throw new EmbeddedPostgresError('busy', folder.top, message);
  }
  try {
    return await work();
  } finally {
    starting.release();
  }
}

/** Finds the running server or starts it. The caller holds the start lock. */
async function ensureRunning(
  server: Server,
  mayInitialise: boolean,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const { folder, account, binaries, settings } = server;
  const deadline = performance.now() + server.startTimeoutMs;
  const whole = inspectCluster(folder) === 'whole';
  if (!whole && !mayInitialise) throw damaged(folder, 'its files are gone');
  if (whole && findPostmaster(folder) === undefined) giveTo(account, folder.cluster);
  const args = { binaries, account, folder, settings, socketFolder: socketFolder(folder, account) };
  if (whole) return ensurePostmaster(args, deadline);
  return { postmaster: await initialiseCluster(args, deadline), adopted: false };
}

const logLimitBytes = 10 * 1024 * 1024;

/** The server has its log open in append mode, so the file can be truncated in place. */
function boundLog(path: string): void {
  if (!existsSync(path)) return;
  const descriptor = openSync(path, 'a');
  try {
    if (fstatSync(descriptor).size > logLimitBytes) ftruncateSync(descriptor, 0);
  } finally {
    closeSync(descriptor);
  }
}

/** Restarts the server if it dies while we use it; the pool then reconnects. */
function supervise(server: Server, first: Postmaster): { stop(): Promise<void> } {
  let postmaster = first;
  let recovery: Promise<void> | undefined;
  let nextTryMs = 0;
  const recover = async () => {
    server.log.warn('the embedded database went away');
    try {
      postmaster = (await alone(server, () => ensureRunning(server, false))).postmaster;
      server.log.info('the embedded database is back');
    } catch (error) {
      server.log.error('the embedded database cannot be started again', { error, reason: problemOf(error) });
      nextTryMs = performance.now() + 2000;
    }
  };
  const look = () => {
    if (recovery !== undefined || performance.now() < nextTryMs || isAlive(postmaster, server.folder)) return;
    recovery = recover().finally(() => {
      recovery = undefined;
    });
  };
  const watch = setInterval(look, 100);
  const bound = setInterval(() => boundLog(server.folder.log), 60_000);
  watch.unref();
  bound.unref();
  return {
    async stop() {
      clearInterval(watch);
      clearInterval(bound);
      await recovery;
    },
  };
}

function problemOf(error: unknown): string {
  return error instanceof EmbeddedPostgresError ? error.code : 'unexpected';
}

/**
 * Starts the embedded PostgreSQL on `dataDir`, or joins the one that runs there: any number of processes may share a folder.
 * Throws EmbeddedPostgresError with a message for the operator; never removes anything that may be data.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    throw explainFileError(error, options.dataDir);
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = postgresBinaries();
  const folder = openFolder(options.dataDir);
  // Before anything is written, because the folder may belong to another user.
  inspectCluster(folder);
  const server: Server = {
    folder,
    log: options.log,
    settings: { ...serverSettings, ...options.settings },
    startTimeoutMs: options.startTimeoutMs ?? 120_000,
    binaries,
    account: postgresAccount(binaries, folder.top, options.runAs),
    starting: openProcessLock(folder.startLock),
    using: openProcessLock(folder.usersLock),
  };
  const close = () => {
    server.using.close();
    server.starting.close();
  };
  try {
    const startedMs = performance.now();
    const { postmaster, adopted } = await alone(server, async () => {
      boundLog(folder.log);
      const found = await ensureRunning(server, true);
      // A process that stops the server holds the start lock too, so the server cannot stop in between.
      server.using.tryHold('shared');
      return found;
    });
    const durationMs = Math.round(performance.now() - startedMs);
    server.log.info('embedded database up', { operation: adopted ? 'adopted' : 'started', durationMs });
    return running(server, postmaster, adopted, close);
  } catch (error) {
    close();
    throw error;
  }
}

function running(server: Server, postmaster: Postmaster, adopted: boolean, close: () => void): EmbeddedPostgres {
  const supervisor = supervise(server, postmaster);
  // process.exit without stop() leaves no time to wait, but the last process still tells the server to stop.
  const onExit = () => {
    server.using.release();
    if (!server.starting.tryHold('exclusive')) return;
    const last = server.using.tryHold('exclusive') ? findPostmaster(server.folder) : undefined;
    if (last !== undefined) askToStop(last);
  };
  process.once('exit', onExit);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await supervisor.stop();
    try {
      await alone(server, async () => {
        server.using.release();
        if (!server.using.tryHold('exclusive')) return;
        const last = findPostmaster(server.folder);
        if (last !== undefined) await stopPostmaster(last, server.folder);
      });
    } finally {
      process.off('exit', onExit);
      close();
    }
  };
  const secret = readSecret(server.folder);
  const connectionOf = (user: string): EmbeddedConnection => ({
    host: postmaster.socketFolder,
    user,
    password: passwordOf(user, secret),
    database: databaseName,
  });
  return {
    connection: connectionOf(roles.program),
    owner: connectionOf(roles.owner),
    superuser: connectionOf(roles.superuser),
    adopted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
