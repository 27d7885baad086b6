// Decides which user runs PostgreSQL: it refuses to run as root, so root runs it as a user of its own or in a user namespace.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresAccount {
  readonly kind: 'self' | 'dedicated' | 'namespace';
  /** Who owns the data, as this process sees it. */
  readonly owner: User;
}

/** Other programs run as nobody too, so it must not own data; versions of the program before this one used it. */
export const NOBODY = 65534;
const READ_AND_ENTER = 0o005;
const ENTER = 0o001;

function grants({ uid, gid }: User, path: string, bits: number): boolean {
  const found = statSync(path);
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return (found.mode & (bits << shift)) === bits << shift;
}

/** Whether the user may enter every folder on the way to `path`, and `path` itself. */
function mayEnter(user: User, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!grants(user, folder, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** In a container without a range of users only root exists. */
function existsHere({ uid }: User): boolean {
  if (!existsSync('/proc/self/uid_map')) return true;
  const ranges = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n');
  return ranges.some((range) => {
    const [first = 0, , count = 0] = range.trim().split(/\s+/).map(Number);
    return first <= uid && uid < first + count;
  });
}

function mayUse(user: User, binaries: PostgresBinaries, folder: string): boolean {
  const inside = [binaries.initdb, binaries.postgres, join(binaries.native, 'lib'), join(binaries.native, 'share')];
  return (
    existsHere(user) &&
    mayEnter(user, folder) &&
    mayEnter(user, binaries.native) &&
    inside.every((path) => grants(user, path, READ_AND_ENTER))
  );
}

/** Asks the system, which may know more users than /etc/passwd has. */
function findUser(name: string): User | undefined {
  const { stdout } = spawnSync('id', [name], { encoding: 'utf8' });
  const [, uid, gid] = /^uid=(\d+)(?:\([^)]*\))? gid=(\d+)/.exec(stdout ?? '') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

const ownName = 'probity';

/** A system user that nobody can sign in as; undefined where none can be made. */
function makeUser(): User | undefined {
  const flags = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  spawnSync('useradd', [...flags, ownName], { stdio: 'ignore' });
  return findUser(ownName);
}

/** In a container our user id may have no user, and then initdb refuses to run. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

const inNamespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
const canMakeNamespace = () => spawnSync('unshare', [...inNamespace, 'true']).status === 0;

function named(runAs: string, binaries: PostgresBinaries, folder: string): PostgresAccount {
  const user = findUser(runAs);
  if (user !== undefined && user.uid !== 0 && user.uid !== NOBODY && mayUse(user, binaries, folder)) {
    return { kind: 'dedicated', owner: user };
  }
  const why =
    user === undefined
      ? 'does not exist'
      : mayUse(user, binaries, folder)
        ? 'is not a user of its own'
        : `cannot reach ${folder} or ${binaries.native}`;
  const message = `The user ${runAs} of PROBITY_RUN_AS ${why}. Name a user that owns nothing else, and allow others to enter those folders (chmod o+x).`;
  throw new EmbeddedPostgresError('cannot_leave_root', folder, message);
}

/** @param folder an existing, real path (no links) that contains the data folder or will contain it */
export function postgresAccount(binaries: PostgresBinaries, folder: string, runAs?: string): PostgresAccount {
  const uid = process.geteuid?.() ?? -1;
  const gid = process.getegid?.() ?? -1;
  const self = { uid, gid };
  if (uid !== 0) {
    if (hasName()) return { kind: 'self', owner: self };
    if (canMakeNamespace()) return { kind: 'namespace', owner: self };
    const message = `PostgreSQL runs only for a user with a name, and the user id ${uid} has none. Add it to /etc/passwd, or run as a user that is there.`;
    throw new EmbeddedPostgresError('nameless_user', folder, message);
  }
  if (runAs !== undefined) return named(runAs, binaries, folder);
  const user = findUser(ownName) ?? makeUser();
  if (user !== undefined && mayUse(user, binaries, folder)) return { kind: 'dedicated', owner: user };
  if (canMakeNamespace()) return { kind: 'namespace', owner: self };
  const message = `PostgreSQL does not run as root, and the user ${ownName} cannot be made or cannot reach ${folder} or ${binaries.native}. Run as an ordinary user, or allow others to enter those folders (chmod o+x), or name a user in PROBITY_RUN_AS.`;
  throw new EmbeddedPostgresError('cannot_leave_root', folder, message);
}

/** Our environment is not passed on, because it may contain secrets. */
function environment(): NodeJS.ProcessEnv {
  // Without TZ initdb reads every time zone file to guess the machine's zone.
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/run/current-system/sw/bin', TZ: 'UTC', LC_ALL: 'C' };
}

export function spawnAs(
  account: PostgresAccount,
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  // The user may not be allowed to enter root's working folder.
  const common = { ...options, env: environment(), cwd: '/' };
  if (account.kind === 'namespace') return spawn('unshare', [...inNamespace, command, ...args], common);
  if (account.kind === 'dedicated') return spawn(command, args, { ...common, ...account.owner });
  return spawn(command, args, common);
}
