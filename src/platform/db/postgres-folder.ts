// The embedded database's folder: its layout, its state, and who may enter its socket folder.
import { createHash, createHmac } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { dataFolderMode } from '../data-folder.ts';
import { newSecretBytes } from '../encryption/random.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { NOBODY, type PostgresAccount } from './postgres-account.ts';

/** The major version of the bundled PostgreSQL, as PG_VERSION in a data folder states it. */
const majorVersion = '18';

export interface PostgresFolder {
  readonly top: string;
  /** PostgreSQL's own data folder. */
  readonly cluster: string;
  /** Exists from before initdb until everything is on disk: while it exists, nobody has got `cluster`. */
  readonly incomplete: string;
  readonly password: string;
  readonly log: string;
  /** Held exclusively by a process that starts or stops the server. */
  readonly startLock: string;
  /** Held shared by every process that uses the server. */
  readonly usersLock: string;
}

/** Creates the folder if it is missing, and returns the paths in it by its real name. */
export function openFolder(dataDir: string): PostgresFolder {
  const wanted = resolve(dataDir);
  const made = mkdirSync(wanted, { recursive: true, mode: dataFolderMode });
  if (made !== undefined) syncFolder(dirname(made));
  const top = realpathSync(wanted);
  const at = (name: string) => join(top, name);
  return {
    top,
    cluster: at('data'),
    incomplete: at('data.incomplete'),
    password: at('password'),
    log: at('postgres.log'),
    startLock: at('start.lock'),
    usersLock: at('users.lock'),
  };
}

const ourNames = ['data', 'postgres.log', 'socket', 'lost+found'];
const ourPrefixes = ['data.incomplete', 'data.new-', 'password', 'start.lock', 'users.lock', '.'];
const isOurs = (name: string) => ourNames.includes(name) || ourPrefixes.some((prefix) => name.startsWith(prefix));

/** @returns 'absent' where initdb may run; throws for anything that is not a whole cluster of our version. */
export function inspectCluster(folder: PostgresFolder): 'absent' | 'incomplete' | 'whole' {
  if (existsSync(folder.incomplete)) return 'incomplete';
  const entries = existsSync(folder.cluster) ? readdirSync(folder.cluster) : [];
  if (entries.length === 0) {
    const foreign = readdirSync(folder.top).find((name) => !isOurs(name));
    if (foreign === undefined) return 'absent';
    const message = `The folder ${folder.top} holds files that are not ours (such as ${foreign}). Nothing was touched. Name an empty or new folder for the database.`;
    throw new EmbeddedPostgresError('foreign_folder', folder.top, message);
  }
  const missing = ['PG_VERSION', 'base', 'global', 'pg_wal'].filter((name) => !entries.includes(name));
  if (missing.length === 4) {
    const message = `The folder ${folder.cluster} holds files that are no PostgreSQL database (such as ${entries[0]}). Nothing was touched. Move them away, or name another folder.`;
    throw new EmbeddedPostgresError('foreign_folder', folder.cluster, message);
  }
  if (missing.length > 0) throw damaged(folder, `${missing.join(', ')} missing`);
  const version = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    const message = `The database in ${folder.cluster} was made by PostgreSQL ${version}; this program brings ${majorVersion}. Nothing was touched. Start the program version that made it and move the data by its backup, or name another folder.`;
    throw new EmbeddedPostgresError('other_version', folder.cluster, message);
  }
  readSecret(folder);
  return 'whole';
}

export function damaged(folder: PostgresFolder, what: string): EmbeddedPostgresError {
  const message = `The database in ${folder.cluster} is damaged (${what}). Nothing was touched. Restore a backup into it, or name another folder.`;
  return new EmbeddedPostgresError('damaged_folder', folder.cluster, message);
}

export function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a small file that is either complete or absent, whatever happens. */
function writeDurably(path: string, text: string, mode: number): void {
  const descriptor = openSync(`${path}.new`, 'w', mode);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${path}.new`, path);
  syncFolder(dirname(path));
}

export const databaseName = 'probity';

/** Who may connect: the program itself, the owner of its tables, and the superuser, who only makes the two. */
export const roles = { superuser: 'postgres', owner: 'probity_owner', program: 'probity' } as const;

/** The passwords follow from one secret: created before initdb, stored beside the data, readable by this user only. */
export function makeSecret(folder: PostgresFolder): string {
  if (!existsSync(folder.password)) writeDurably(folder.password, newSecretBytes(24).toString('base64url'), 0o600);
  return readSecret(folder);
}

export function readSecret(folder: PostgresFolder): string {
  if (existsSync(folder.password)) return readFileSync(folder.password, 'utf8').trim();
  const message = `The file ${folder.password} with the database's password is missing. Restore it from the backup that the data came from.`;
  throw new EmbeddedPostgresError('password_missing', folder.top, message);
}

export function passwordOf(role: string, secret: string): string {
  return createHmac('sha256', secret).update(role).digest('base64url');
}

/** Marks that the cluster is being created; on disk, so that an incomplete one is recognised even after a power cut. */
export function markIncomplete(folder: PostgresFolder): void {
  writeDurably(folder.incomplete, 'initdb has not finished: this cluster was never used and may be removed\n', 0o644);
}

/** Gives the cluster to the user that will run PostgreSQL, if root last ran it as another user. */
export function giveTo(account: PostgresAccount, path: string): void {
  const { uid, gid } = account.owner;
  const give = (entry: string) => {
    const found = lstatSync(entry);
    if (found.isDirectory()) for (const name of readdirSync(entry)) give(join(entry, name));
    // Last, so that an interrupted change is visible at the top and repeated.
    if (found.uid !== uid || found.gid !== gid) lchownSync(entry, uid, gid);
  };
  if (account.kind !== 'self' && lstatSync(path).uid !== uid) give(path);
}

// sun_path holds 108 bytes on Linux and 104 on macOS, the last of them NUL.
const longestSocket = 103;
export const socketFile = '.s.PGSQL.5432';

const fits = (folder: string) => Buffer.byteLength(join(folder, socketFile)) <= longestSocket;

/**
 * A folder that only the server's user and root may enter: in the database's own folder or, if that path is too long for a
 * socket, in the temporary folder with a name that is derived from it.
 */
export function socketFolder(folder: PostgresFolder, account: PostgresAccount): string {
  const name = `probity-${createHash('sha256').update(folder.top).digest('hex').slice(0, 16)}`;
  const candidates = [join(folder.top, 'socket'), join(tmpdir(), name), join('/tmp', name)];
  const path = candidates.find(fits) ?? join('/tmp', name);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  // Root may have run the server as another user before: in its own folder only root can have made it.
  const owners = account.kind === 'self' ? [account.owner.uid] : [account.owner.uid, process.geteuid?.(), NOBODY];
  const mine = owners.includes(found.uid) || (account.kind !== 'self' && dirname(path) === folder.top);
  if (!found.isDirectory() || !mine) {
    const message = `${path}, the folder for the database's socket, is not a folder of this user. Remove it, or set TMPDIR to a folder of your own.`;
    throw new EmbeddedPostgresError('socket_folder', path, message);
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(path, 0o700);
  if (account.kind !== 'self' && found.uid !== account.owner.uid) chownSync(path, account.owner.uid, account.owner.gid);
  return path;
}
