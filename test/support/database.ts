// Gives each test file a database of its own: a clone of a migrated template, on one server for all files.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { migrate, migrateAs, migrationsFolder, readMigrations } from '../../src/platform/db/migrations.ts';
import { openProcessLock } from '../../src/platform/db/process-lock.ts';
import { createLog } from '../../src/platform/log.ts';
import { patienceMs } from './limited-loops.ts';
import { isRunning } from './running-process.ts';

const silent = createLog('silent');

export interface TestServer {
  /** Settings for a connection to the named database of this server. A given server has one role for everything. */
  connection(name: string, role?: 'superuser' | 'owner' | 'connection'): pg.PoolConfig;
  /** The end of CREATE DATABASE. */
  readonly owned: string;
  /** A database that always exists. */
  readonly home: string;
  /**
   * Without syncing, copying files takes 45 ms and copying through the WAL 150 ms; on a durable server the WAL is
   * faster.
   */
  readonly cloneStrategy: 'FILE_COPY' | 'WAL_LOG';
}

/** The folder that test processes share: outside the repository, which may be read-only or belong to another user. */
export function sharedFolder(): string {
  const repository = createHash('sha256').update(migrationsFolder).digest('hex').slice(0, 8);
  const folder = join(tmpdir(), `probity-test-${process.geteuid?.() ?? 0}-${repository}`);
  mkdirSync(folder, { recursive: true });
  if (lstatSync(folder).uid !== process.geteuid?.()) throw new Error(`${folder} belongs to somebody else`);
  return folder;
}

// Test data need not survive a power failure.
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  // A busy machine runs a test for long enough that statistics of its few rows would change the plans that it looks at.
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Each new connection computes them, in both processes.
  scram_iterations: '1',
  // A connection of a test ends after a few statements: planning each once, and not at each of its first five executions,
  // saves a fifth of the server's time.
  plan_cache_mode: 'force_generic_plan',
};

export function startSharedServer(dataDir: string) {
  return startEmbeddedPostgres({ dataDir, log: silent, settings: fastSettings });
}

/**
 * Under the test runner, a separate process keeps the server running between test files, as long as the runner lives.
 */
function keepServerUp(dataDir: string): void {
  if (process.env.NODE_TEST_CONTEXT === undefined) return;
  const path = `${dataDir}.keeper-${process.ppid}`;
  const lock = openProcessLock(path);
  const nobodyKeeps = lock.tryHold('exclusive');
  lock.close();
  if (!nobodyKeeps) return;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const keeper = fileURLToPath(new URL('./database-keeper.ts', import.meta.url));
  const args = [keeper, dataDir, path, String(process.ppid)];
  spawn(process.execPath, args, { detached: true, stdio: 'ignore', env }).unref();
}

/** Drops the databases of killed test processes, whose process ids are in the names. */
async function dropLeftovers(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; pid: number }>(
    `SELECT datname AS name, split_part(datname, '_', 3)::integer AS pid FROM pg_database
     WHERE datname ~ '^probity_test_[0-9]+_'`,
  );
  for (const { name, pid } of rows) {
    if (!isRunning(pid)) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function embeddedServer(): Promise<TestServer> {
  const dataDir = join(sharedFolder(), `postgres-${hashOf(['postgres-cluster.ts', 'postgres-folder.ts'])}`);
  const server = await startSharedServer(dataDir);
  keepServerUp(dataDir);
  const shared: TestServer = {
    connection: (name, role = 'superuser') => ({
      ...server[role],
      database: name,
      connectionTimeoutMillis: patienceMs,
    }),
    owned: `OWNER ${server.owner.user}`,
    home: server.superuser.database,
    cloneStrategy: 'FILE_COPY',
  };
  if (!server.adopted) await atHome(shared, dropLeftovers);
  return shared;
}

function givenServer(url: string): TestServer {
  return {
    connection: (name) => {
      const named = new URL(url);
      named.pathname = `/${encodeURIComponent(name)}`;
      return { connectionString: named.href };
    },
    owned: '',
    home: decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres',
    cloneStrategy: 'WAL_LOG',
  };
}

let homePool: pg.Pool | undefined;

/**
 * Runs `work` on a connection to the database that always exists, from which others are created and dropped. It stays
 * open, because opening it for each takes half of the time; while it is idle the process may end.
 */
async function atHome<T>(server: TestServer, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  homePool ??= new pg.Pool({
    ...server.connection(server.home),
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {});
  const client = await homePool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

function hashOf(files: readonly string[], more = ''): string {
  const hash = createHash('sha256').update(more);
  for (const file of files) hash.update(readFileSync(new URL(`../../src/platform/db/${file}`, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * The name contains a hash of the migrations and of the code that runs them, so that no test uses an outdated
 * template.
 */
function templateName(): string {
  const migrations = readMigrations().map(({ number, sha256 }) => `${number} ${sha256}\n`);
  return `probity_template_${hashOf(['migrations.ts', 'planner-statistics.ts', 'grants.ts'], migrations.join(''))}`;
}

const templateLock = 7_041_994_002;

async function dropOthers(client: pg.PoolClient, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database d
     WHERE datname LIKE 'probity\\_template\\_%' AND datname <> $1
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)`,
    [template],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(datname)}`);
}

/** Makes the template if it does not exist: one process makes it, under another name until it is complete. */
async function ensureTemplate(server: TestServer, client: pg.PoolClient, template: string): Promise<void> {
  const exists = async () =>
    (await client.query('SELECT FROM pg_database WHERE datname = $1', [template])).rowCount === 1;
  if (await exists()) return;
  await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
  try {
    if (await exists()) return;
    await dropOthers(client, template);
    const building = `${template}_new`;
    await client.query(`DROP DATABASE IF EXISTS ${building} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${building} TEMPLATE template0 ${server.owned}`);
    const open = (role: 'owner' | 'connection') =>
      openDatabase({ connection: server.connection(building, role), poolSize: 2, onIdleError: () => {} });
    const program = open('connection');
    const migrating = server.owned === '' ? migrate(program, silent) : migrateAs(() => open('owner'), program, silent);
    await migrating.finally(() => program.close());
    await client.query(`ALTER DATABASE ${building} RENAME TO ${template}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [templateLock]);
  }
}

const UNKNOWN_DATABASE = '3D000';

async function makeClone(server: TestServer, name: string): Promise<void> {
  await atHome(server, async (client) => {
    const template = templateName();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await ensureTemplate(server, client, template);
      try {
        await client.query(
          `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${server.cloneStrategy} ${server.owned}`,
        );
        return;
      } catch (error) {
        // A run with other migrations may have dropped it between the two statements.
        if ((error as { code?: string }).code !== UNKNOWN_DATABASE || attempt === 3) throw error;
      }
    }
  });
}

let shared: Promise<TestServer> | undefined;

/** The server of this test run: that of DATABASE_URL, or the embedded one, which this process uses until it ends. */
function testServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL;
  shared ??= url ? Promise.resolve(givenServer(url)) : embeddedServer();
  return shared;
}

export interface TestDatabase {
  readonly database: Database;
  /** Of the superuser, for a second pool. */
  readonly connection: pg.PoolConfig;
  /** Of the program, which may do what it is granted. */
  readonly programConnection: pg.PoolConfig;
  readonly name: string;
  drop(): Promise<void>;
}

async function openDatabaseOn(
  poolSize: number,
  make: (server: TestServer, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const server = await testServer();
  const name = `probity_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await make(server, name);
  const connection = server.connection(name);
  const database = openDatabase({ connection, poolSize, onIdleError: () => {} });
  const drop = async () => {
    await database.close();
    await atHome(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  let dropping: Promise<void> | undefined;
  const dropOnce = () => {
    dropping ??= drop();
    return dropping;
  };
  return { database, connection, programConnection: server.connection(name, 'connection'), name, drop: dropOnce };
}

/** Opens a new migrated database, for scripts outside the test runner; the caller must drop it. */
export function openTestDatabase(poolSize = 10): Promise<TestDatabase> {
  return openDatabaseOn(poolSize, makeClone);
}

/** Imports the test runner only here: it tracks every promise, which scripts and threads without tests must not pay for. */
async function dropAfterTests({ drop }: TestDatabase): Promise<void> {
  const { after } = await import('node:test');
  after(drop);
}

/** Opens a new migrated database, which is dropped after the file's tests. */
export async function testDatabase(poolSize = 10): Promise<TestDatabase> {
  const opened = await openTestDatabase(poolSize);
  await dropAfterTests(opened);
  return opened;
}

/** Opens a new empty database, which is dropped after the file's tests: for tests of migrations. */
export async function emptyDatabase(poolSize = 10): Promise<TestDatabase> {
  const opened = await openDatabaseOn(poolSize, (server, name) =>
    atHome(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${server.owned}`)),
  );
  await dropAfterTests(opened);
  return opened;
}
