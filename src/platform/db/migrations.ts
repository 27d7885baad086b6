// Migrates the database to the program's schema: forward only, by one process, never over a newer or changed schema, and only on a supported server.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { grantsVersion, grantTo } from './grants.ts';
import { describeNewTables } from './planner-statistics.ts';
import { findServerFacts, tooOld } from './server-facts.ts';

export interface Migration {
  readonly number: number;
  /** The name in the file's name, for example `accounts`. */
  readonly name: string;
  readonly sha256: string;
  readonly text: string;
}

export type MigrationProblem = 'badly_named' | 'database_newer' | 'file_changed' | 'out_of_order' | 'failed';

/** The message is meant for the operator; it names our files, never data. */
class MigrationError extends Error {
  readonly code: MigrationProblem;

  constructor(code: MigrationProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
    this.code = code;
  }
}

export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

const fileName = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;
const label = (migration: { number: number; name: string }) =>
  `${String(migration.number).padStart(4, '0')}-${migration.name}`;

/** The program's migrations, sorted by number. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const seen = new Map<number, string>();
  return files.sort().map((file) => {
    const [, digits, name] = fileName.exec(file) ?? [];
    if (digits === undefined || name === undefined) {
      throw new MigrationError('badly_named', `The migration ${file} should be named like 0001-accounts.sql.`);
    }
    const number = Number(digits);
    const same = seen.get(number);
    if (same !== undefined) {
      throw new MigrationError('badly_named', `The migrations ${same} and ${file} have the same number.`);
    }
    seen.set(number, file);
    const text = readFileSync(join(folder, file), 'utf8');
    return { number, name, sha256: createHash('sha256').update(text).digest('hex'), text };
  });
}

export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'sha256'>;

interface History {
  readonly applied: readonly AppliedMigration[];
  /** The version of the job library whose schema is installed. */
  readonly jobs: string | null;
  /** The version of the grants, and to whom. */
  readonly grants: string | null;
}

const noHistory: History = { applied: [], jobs: null, grants: null };

/** The table does not exist yet, or the program's role has not been granted it. */
const unreadable = ['42P01', '42501'];

async function readHistory(client: pg.Pool | pg.ClientBase): Promise<History> {
  try {
    const { rows } = await client.query<History>(
      `SELECT coalesce((SELECT json_agg(json_build_object('number', number, 'name', name, 'sha256', sha256) ORDER BY number)
                        FROM migrations), '[]') AS applied,
              obj_description(to_regnamespace('graphile_worker'), 'pg_namespace') AS jobs,
              obj_description('public'::regnamespace, 'pg_namespace') AS grants`,
    );
    return rows[0] ?? noHistory;
  } catch (error) {
    if (unreadable.includes((error as { code?: string }).code ?? '')) return noHistory;
    throw error;
  }
}

/** @returns the migrations that have not been applied; throws if the two histories disagree. */
function pending(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const ours = new Map(known.map((migration) => [migration.number, migration]));
  for (const found of applied) {
    const migration = ours.get(found.number);
    if (migration === undefined) {
      const message = `The database is newer than this program: it has the migration ${label(found)}, which this program does not know. Start the newer program, or restore the backup made before it.`;
      throw new MigrationError('database_newer', message);
    }
    if (found.sha256 === migration.sha256 && found.name === migration.name) continue;
    const message = `The migration ${label(migration)} is not the one that this database was made with (${label(found)}). An applied migration is never edited: put the file back and add a new one.`;
    throw new MigrationError('file_changed', message);
  }
  const done = new Set(applied.map((migration) => migration.number));
  const last = Math.max(0, ...done);
  const todo = known.filter((migration) => !done.has(migration.number));
  const late = todo.find((migration) => migration.number < last);
  if (late !== undefined) {
    const message = `The migration ${label(late)} never ran on this database though later ones did. Give it a number after ${last}.`;
    throw new MigrationError('out_of_order', message);
  }
  return todo;
}

/** The migrations of the database, oldest first. */
export async function appliedMigrations(client: pg.ClientBase): Promise<readonly AppliedMigration[]> {
  return (await readHistory(client)).applied;
}

export const isNeverMigrated = async ({ pool }: Database): Promise<boolean> =>
  (await readHistory(pool)).applied.length === 0;

/** Throws a MigrationError if a start would refuse a database with these migrations. */
export function refuseOtherSchema(applied: readonly AppliedMigration[]): void {
  pending(readMigrations(), applied);
}

/** What `migrate` would run, without running it. Throws the same MigrationErrors. */
export async function missingMigrations(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  return pending(readMigrations(folder), (await readHistory(database.pool)).applied).map(label);
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.text);
    await client.query('INSERT INTO migrations (number, name, sha256) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(
      'failed',
      `The migration ${label(migration)} failed and was rolled back: ${reason}`,
      error,
    );
  }
}

/** The job library's version determines its schema; its own installer is safe to run again. */
function jobsVersion(): string {
  const entry = fileURLToPath(import.meta.resolve('graphile-worker'));
  const described = JSON.parse(readFileSync(join(dirname(dirname(entry)), 'package.json'), 'utf8')) as {
    version: string;
  };
  return `graphile-worker ${described.version}`;
}

async function installJobs(pool: pg.Pool, version: string): Promise<void> {
  // Loaded only when needed, so that a start without migrations stays fast.
  const { Logger, runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  await pool.query(`COMMENT ON SCHEMA graphile_worker IS '${version.replaceAll("'", "''")}'`);
}

// Any constant: the lock is on the database, because a table may not exist yet.
const migrationLock = 7_041_994_001;

async function refuseTooOld(database: Database): Promise<void> {
  const refusal = tooOld(await findServerFacts(database));
  if (refusal !== undefined) throw new Error(refusal);
}

/**
 * Applies missing migrations under a lock on the database, and installs the job library's tables; one select if none is missing.
 * Needs two connections of the pool. Throws MigrationError.
 */
export async function migrate(
  database: Database,
  log: Log,
  folder: string = migrationsFolder,
): Promise<{ applied: string[] }> {
  await refuseTooOld(database);
  const known = readMigrations(folder);
  const jobs = jobsVersion();
  const done = (history: History) => pending(known, history.applied).length === 0 && history.jobs === jobs;
  if (done(await readHistory(database.pool))) return { applied: [] };

  return alone(database, async (client) => {
    const history = await readHistory(client);
    const todo = pending(known, history.applied);
    await client.query(`CREATE TABLE IF NOT EXISTS migrations (
      number integer PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON TABLE migrations IS 'The migrations that ran, each with the checksum of its file.'`);
    if (history.jobs !== jobs) await installJobs(database.pool, jobs);
    for (const migration of todo) {
      await apply(client, migration);
      log.info('migration applied', { migration: label(migration) });
    }
    await describeNewTables(client);
    return { applied: todo.map(label) };
  });
}

/** Runs `work` on a connection of its own, while no other process migrates. */
async function alone<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    // A power cut may undo the last migrations, which are then applied again; later commits are flushed after them.
    await client.query('SET synchronous_commit = off');
    return await work(client);
  } finally {
    // Closing the session releases the lock in every case.
    client.release(true);
  }
}

/** An error of the connection in PROBITY_DATABASE_OWNER_URL, so that its explanation names that setting. */
export class OwnerConnectionError extends Error {
  override readonly name = 'OwnerConnectionError';

  constructor(cause: unknown) {
    super('the owner of the tables cannot be connected', { cause });
  }
}

async function databaseOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ place: string }>(
    `SELECT oid || ' since ' || pg_postmaster_start_time() AS place FROM pg_database WHERE datname = current_database()`,
  );
  return rows[0]!.place;
}

/** Throws what to do if the owner cannot be connected, or is connected to another database than the program. */
export async function requireOwner(owner: Database, program: Database): Promise<void> {
  const theirs = await databaseOf(owner).catch((error: unknown) => {
    throw new OwnerConnectionError(error);
  });
  if (theirs === (await databaseOf(program))) return;
  throw new Error(
    'PROBITY_DATABASE_OWNER_URL leads to another database than DATABASE_URL. Name the same server and database in both.',
  );
}

async function roleOf({ pool }: Database): Promise<string> {
  return (await pool.query<{ role: string }>('SELECT current_user AS role')).rows[0]!.role;
}

/** Whether nothing is to be migrated, and nothing to be granted to the role of this pool. */
export async function isCurrentFor(database: Database): Promise<boolean> {
  const { applied, jobs, grants } = await readHistory(database.pool);
  const isMigrated = pending(readMigrations(), applied).length === 0 && jobs === jobsVersion();
  return isMigrated && grants === grantsVersion(await roleOf(database));
}

/**
 * The same for a program whose role does not own the tables: the owner migrates and grants, and is connected only if something
 * is missing. @param openOwner opens a pool of two connections
 */
export async function migrateAs(
  openOwner: () => Database,
  program: Database,
  log: Log,
): Promise<{ applied: string[] }> {
  await refuseTooOld(program);
  if (await isCurrentFor(program)) return { applied: [] };

  const owner = openOwner();
  try {
    await requireOwner(owner, program);
    const migrated = await migrate(owner, log);
    const role = await roleOf(program);
    await alone(owner, (client) => grantTo(client, role));
    return migrated;
  } finally {
    await owner.close();
  }
}
