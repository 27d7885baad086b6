// Decides which user runs PostgreSQL: it refuses to run as root, so root runs it as nobody or in a user namespace.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export interface PostgresAccount {
  readonly kind: 'self' | 'nobody' | 'namespace';
  /** Who owns the data, as this process sees it. */
  readonly owner: { readonly uid: number; readonly gid: number };
}

export const NOBODY = 65534;
const READ_AND_ENTER = 0o005;
const ENTER = 0o001;

function grantsOthers(path: string, bits: number): boolean {
  const { mode, uid } = statSync(path);
  return (mode & bits) === bits || (uid === NOBODY && (mode & (bits << 6)) === bits << 6);
}

/** Whether the user nobody may enter every folder on the way to `path`, and `path` itself. */
function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!grantsOthers(folder, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** In a container without a range of users only root exists, and nobody does not. */
function nobodyExists(): boolean {
  if (!existsSync('/proc/self/uid_map')) return true;
  const ranges = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n');
  return ranges.some((range) => {
    const [first = 0, , count = 0] = range.trim().split(/\s+/).map(Number);
    return first <= NOBODY && NOBODY < first + count;
  });
}

function nobodyMayUse(binaries: PostgresBinaries, folder: string): boolean {
  const inside = [binaries.initdb, binaries.postgres, join(binaries.native, 'lib'), join(binaries.native, 'share')];
  return (
    nobodyExists() &&
    othersMayEnter(folder) &&
    othersMayEnter(binaries.native) &&
    inside.every((path) => grantsOthers(path, READ_AND_ENTER))
  );
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

/** @param folder an existing, real path (no links) that contains the data folder or will contain it */
export function postgresAccount(binaries: PostgresBinaries, folder: string): PostgresAccount {
  const uid = process.geteuid?.() ?? -1;
  const gid = process.getegid?.() ?? -1;
  if (uid !== 0 && hasName()) return { kind: 'self', owner: { uid, gid } };
  if (uid === 0 && nobodyMayUse(binaries, folder)) return { kind: 'nobody', owner: { uid: NOBODY, gid: NOBODY } };
  if (spawnSync('unshare', [...inNamespace, 'true']).status === 0) return { kind: 'namespace', owner: { uid, gid } };
  if (uid !== 0) {
    const message = `PostgreSQL runs only for a user with a name, and the user id ${uid} has none. Add it to /etc/passwd, or run as a user that is there.`;
    throw new EmbeddedPostgresError('nameless_user', folder, message);
  }
  const message = `PostgreSQL does not run as root, and the user nobody cannot reach ${folder} or ${binaries.native}. Run as an ordinary user, or allow others to enter those folders (chmod o+x).`;
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
  // The user nobody may not be allowed to enter root's working folder.
  const common = { ...options, env: environment(), cwd: '/' };
  if (account.kind === 'namespace') return spawn('unshare', [...inNamespace, command, ...args], common);
  if (account.kind === 'nobody') return spawn(command, args, { ...common, uid: NOBODY, gid: NOBODY });
  return spawn(command, args, common);
}
