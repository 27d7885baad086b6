// Creates a new cluster with initdb, a first start and the application's database; nobody gets it before all is on disk.
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { newSecretBytes } from '../encryption/random.ts';
import { diskFull, EmbeddedPostgresError, isDiskFull } from './embedded-postgres-error.ts';
import { accountRole } from './grants.ts';
import { spawnAs } from './postgres-account.ts';
import { databaseName, makeSecret, markIncomplete, passwordOf, roles, syncFolder } from './postgres-folder.ts';
import {
  ensurePostmaster,
  findPostmaster,
  killPostmaster,
  type Postmaster,
  type StartArguments,
} from './postgres-process.ts';
import { syncMethod } from './postgres-settings.ts';

async function runInitdb(args: StartArguments, cluster: string, flags: readonly string[]): Promise<void> {
  const { folder, account, binaries } = args;
  const child = spawnAs(account, binaries.initdb, ['-D', cluster, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  if (isDiskFull(folder.top, said)) throw diskFull(folder.top);
  const reason = said.split('\n').find((line) => /error|FATAL|could not/.test(line)) ?? `exit ${code}`;
  const message = `The database in ${folder.cluster} could not be made: ${reason.trim()}`;
  throw new EmbeddedPostgresError('not_started', folder.cluster, message);
}

/** Removes a cluster that nobody got, with the server that may run on it. Called only while its marker exists. */
async function discard(args: StartArguments): Promise<void> {
  const { folder } = args;
  const left = findPostmaster(folder);
  if (left !== undefined) await killPostmaster(left, folder);
  const unfinished = readdirSync(folder.top).filter((name) => name.startsWith('data.new-'));
  for (const path of [folder.cluster, ...unfinished.map((name) => join(folder.top, name))]) {
    // Child processes of a killed server or initdb may still be writing.
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  syncFolder(folder.top);
  rmSync(folder.incomplete);
}

async function makeFiles(args: StartArguments, password: string): Promise<void> {
  const { folder, account } = args;
  const { uid, gid } = account.owner;
  // A new name, because the initdb of a process that was killed may still be writing into another.
  const fresh = join(folder.top, `data.new-${newSecretBytes(6).toString('hex')}`);
  mkdirSync(fresh, { mode: 0o700 });
  // initdb runs as another user and must read the password: a copy, for as long as it runs.
  const passwordCopy = `${folder.password}.initdb`;
  try {
    rmSync(passwordCopy, { force: true });
    writeFileSync(passwordCopy, password, { mode: 0o600 });
    if (account.kind !== 'self') for (const path of [fresh, passwordCopy]) chownSync(path, uid, gid);
    await runInitdb(args, fresh, [
      `--username=${roles.superuser}`,
      `--pwfile=${passwordCopy}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The builtin provider sorts the same on every machine, and needs no locale of the system.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ]);
  } finally {
    rmSync(passwordCopy, { force: true });
  }
  renameSync(fresh, folder.cluster);
}

/** The owner migrates; the program's own role gets what it is granted. The superuser is used here only. */
async function createDatabase(postmaster: Postmaster, secret: string): Promise<void> {
  const { superuser, owner, program } = roles;
  const password = (role: string) => pg.escapeLiteral(passwordOf(role, secret));
  const client = new pg.Client({
    host: postmaster.socketFolder,
    user: superuser,
    password: passwordOf(superuser, secret),
    database: 'postgres',
  });
  await client.connect();
  try {
    await client.query(`
      CREATE ROLE ${program} LOGIN PASSWORD ${password(program)};
      CREATE ROLE ${owner} LOGIN PASSWORD ${password(owner)};
      GRANT pg_checkpoint TO ${program};
      CREATE ROLE ${accountRole};
      -- It takes on the role, and has none of its rights before.
      GRANT ${accountRole} TO ${program} WITH INHERIT FALSE, SET TRUE;
      -- So that the owner sees the program's sessions.
      GRANT ${program} TO ${owner}`);
    await client.query(`CREATE DATABASE ${databaseName} OWNER ${owner}`);
    await client.query(`
      REVOKE ALL ON DATABASE ${databaseName} FROM PUBLIC;
      GRANT CONNECT ON DATABASE ${databaseName} TO ${program}`);
  } finally {
    await client.end();
  }
}

async function makeCluster(args: StartArguments, deadlineMs: number): Promise<Postmaster> {
  const { folder } = args;
  const secret = makeSecret(folder);
  await makeFiles(args, passwordOf(roles.superuser, secret));
  // The server starts meanwhile, but nobody gets it before both are done.
  const synced = runInitdb(args, folder.cluster, ['--sync-only', `--sync-method=${syncMethod()}`]);
  synced.catch(() => {});
  const { postmaster } = await ensurePostmaster(args, deadlineMs);
  await createDatabase(postmaster, secret);
  await synced;
  return postmaster;
}

/** @returns the server, running on the new cluster. The caller holds the start lock and found no cluster, or an incomplete one. */
export async function initialiseCluster(args: StartArguments, deadlineMs: number): Promise<Postmaster> {
  const { folder } = args;
  if (existsSync(folder.incomplete)) await discard(args);
  markIncomplete(folder);
  let postmaster: Postmaster;
  try {
    postmaster = await makeCluster(args, deadlineMs);
  } catch (error) {
    await discard(args);
    throw error;
  }
  rmSync(folder.incomplete);
  // If the marker reappeared after a power cut, data would be removed.
  syncFolder(folder.top);
  return postmaster;
}
