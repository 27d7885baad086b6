// Checks of `probity doctor` for what others on the machine or in the network could read or use: files, roles, the demo.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import type { Settings } from '../config.ts';
import { listAccounts } from '../features/accounts/account-actions.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { keepsAccountsApart } from '../platform/db/grants.ts';
import { isCurrentFor, missingMigrations, requireOwner } from '../platform/db/migrations.ts';
import { findOwnRole } from '../platform/db/server-facts.ts';
import { isLoopback } from '../platform/loopback.ts';
import { demoFile } from './demo-place.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** Relative to the data folder. */
const secretFiles = [
  'master.key',
  'audit-key.pem',
  'evidence-key.pem',
  'demo.json',
  'postgres/password',
  'tls/key.pem',
];

export function checkSecretFiles({ dataDir, tlsKey }: Settings): Finding {
  const files = [...secretFiles.map((name) => join(dataDir, name)), ...(tlsKey === undefined ? [] : [tlsKey])];
  const open = files.filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0);
  if (open.length === 0) return ok('keys and passwords are readable by this user only');
  return failed(
    `Other users of this machine can read ${open.join(', ')}. Run chmod 600 on it, then change what it holds.`,
  );
}

export function checkUser(): Finding {
  if (process.geteuid?.() !== 0) return ok('an ordinary user');
  return warning('The program runs as root. Start it as a user of its own; deploy/probity.service does.');
}

/** The role that the program works with on an operator's server. */
export async function checkRole(database: Database, { databaseOwnerUrl }: Settings): Promise<Finding> {
  const { name, rights, owns } = await findOwnRole(database);
  if (rights.length > 0) {
    return warning(
      `The role ${name} of DATABASE_URL has ${rights.join(', ')}: take that away, the program needs none of it.`,
    );
  }
  if (owns) {
    return warning(
      `The role ${name} of DATABASE_URL owns the tables, so the program could change them and the audit trail, and row-level security does not keep accounts apart. Give it a role of its own (docs/setting-up.md), and name the owner in PROBITY_DATABASE_OWNER_URL.`,
    );
  }
  if ((await missingMigrations(database)).length > 0) return ok(`${name} is granted what it needs with the migrations`);
  await keepsAccountsApart(database);
  if (await isCurrentFor(database)) return ok(`${name} has what it is granted`);
  const remedy =
    databaseOwnerUrl === undefined ? 'Set PROBITY_DATABASE_OWNER_URL and run' : 'The next start grants it, or';
  return warning(
    `The role ${name} of DATABASE_URL has not been granted what this version needs. ${remedy} \`probity migrate\`.`,
  );
}

/** The role that migrates, where it is another one. */
export async function checkOwner(connection: PoolConfig, program: Database): Promise<Finding> {
  const owner = openDatabase({ connection, poolSize: 1, onIdleError: () => undefined });
  try {
    await requireOwner(owner, program);
    return ok(`${(await findOwnRole(owner)).name} can be connected, and runs migrations`);
  } finally {
    await owner.close();
  }
}

/** The remote host of a server; undefined if it is on this machine. */
export function remoteHostOf(databaseUrl: string): string | undefined {
  // A URL parser refuses a user without a host, which PostgreSQL takes for a socket of this machine.
  if (!URL.canParse(databaseUrl)) return undefined;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopback(host) ? undefined : host;
}

/** How the program reaches the server of an operator. */
export function checkConnection(databaseUrl: string): Finding {
  const host = remoteHostOf(databaseUrl);
  if (host === undefined) return ok('the server is on this machine');
  const mode = new URL(databaseUrl).searchParams.get('sslmode');
  if (mode === 'verify-full') return ok(`encrypted, and the name ${host} is verified`);
  return failed(
    `DATABASE_URL names ${host}, a remote host, ${mode === null ? 'without sslmode' : `with sslmode=${mode}`}: its answers could be read or forged on the way. Add sslmode=verify-full, and sslrootcert=FILE for a private authority.`,
  );
}

export async function checkDemo(database: Database, settings: Settings): Promise<Finding> {
  const accounts = await listAccounts({ db: database }, 'system');
  if (!accounts.some((account) => account.is_demo)) return ok('there is none');
  const { hostname } = new URL(settings.baseUrl);
  if (!isLoopback(hostname) || !isLoopback(settings.host)) {
    return failed(
      `There is a demo account, and ${settings.baseUrl} can be reached from elsewhere: its passwords are in ${demoFile(settings)}. Use a data folder without a demo, and start with --no-demo.`,
    );
  }
  if (accounts.every((account) => account.is_demo)) return ok('only this machine reaches it');
  return warning(
    'There is a demo account beside real ones. Disable its users with `probity users change --disable` and `probity desk-users change --disable`, or use a data folder without it.',
  );
}
