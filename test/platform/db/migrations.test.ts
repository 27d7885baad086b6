// Migrations run forward only, once, by one process, and refuse a history that does not match.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from '../../../src/platform/db/database.ts';
import { type MigrationProblem, migrate, readMigrations } from '../../../src/platform/db/migrations.ts';
import { createLog } from '../../../src/platform/log.ts';
import { emptyDatabase, testDatabase } from '../../support/database.ts';

const home = mkdtempSync(join(tmpdir(), 'probity-migrations-'));
after(() => rmSync(home, { recursive: true, force: true }));
const log = createLog('silent');

let folders = 0;
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(home, String(++folders));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const first = { '0001-rooms-have-doors.sql': 'CREATE TABLE doors (id integer PRIMARY KEY);' };
const both = {
  ...first,
  '0004-doors-have-keys.sql': 'CREATE TABLE keys (door_id integer REFERENCES doors); CREATE INDEX ON keys (door_id);',
};

const refusal = (code: MigrationProblem, says: RegExp) => ({ name: 'MigrationError', code, message: says });

test('applies missing migrations in the order of their numbers, and nothing more', async () => {
  const { database } = await emptyDatabase();
  assert.deepEqual(await migrate(database, log, folderWith(first)), { applied: ['0001-rooms-have-doors'] });
  assert.deepEqual(await migrate(database, log, folderWith(both)), { applied: ['0004-doors-have-keys'] });
  assert.deepEqual(await migrate(database, log, folderWith(both)), { applied: [] });
  const [stored] = await database.rows(
    sql`SELECT number, name, length(sha256) AS digits FROM migrations ORDER BY number`,
  );
  assert.deepEqual(stored, { number: 1, name: 'rooms-have-doors', digits: 64 });
});

test('installs the tables of the job library in the same step', async () => {
  const { database } = await emptyDatabase();
  await migrate(database, log, folderWith({ '0001-jobs-are-there.sql': `SELECT graphile_worker.add_job('greet');` }));
  const [job] = await database.rows<{ task_identifier: string }>(sql`SELECT task_identifier FROM graphile_worker.jobs`);
  assert.equal(job?.task_identifier, 'greet');
});

test('takes no lock when nothing is missing', async () => {
  const { database } = await testDatabase();
  const other = await database.pool.connect();
  await other.query('BEGIN; LOCK TABLE migrations IN ROW EXCLUSIVE MODE; SELECT pg_advisory_lock(7041994001)');
  assert.deepEqual(await migrate(database, log), { applied: [] });
  other.release(true);
});

test('four processes at once apply each migration exactly once', async () => {
  const { database, connection } = await emptyDatabase();
  const slow = { ...both, '0005-doors-are-painted.sql': 'SELECT pg_sleep(0.2); ALTER TABLE doors ADD colour text;' };
  const program = fileURLToPath(new URL('../../support/migrate-process.ts', import.meta.url));
  const args = [program, JSON.stringify(connection), folderWith(slow)];
  const answers = await Promise.all([1, 2, 3, 4].map(() => promisify(execFile)(process.execPath, args)));
  const applied = answers.map(({ stdout }) => (JSON.parse(stdout) as string[]).length);
  assert.deepEqual(applied.sort(), [0, 0, 0, 3]);
  assert.equal((await database.rows(sql`SELECT FROM migrations`)).length, 3);
});

test('refuses a database that is newer than the program', async () => {
  const { database } = await emptyDatabase();
  await migrate(database, log, folderWith(both));
  await assert.rejects(
    migrate(database, log, folderWith(first)),
    refusal('database_newer', /newer than this program.*0004-doors-have-keys/),
  );
});

test('refuses when an applied migration was edited or renamed', async () => {
  const { database } = await emptyDatabase();
  await migrate(database, log, folderWith(first));
  const edited = { '0001-rooms-have-doors.sql': 'CREATE TABLE doors (id bigint PRIMARY KEY);' };
  await assert.rejects(migrate(database, log, folderWith(edited)), refusal('file_changed', /0001-rooms-have-doors/));
  const renamed = { '0001-houses-have-doors.sql': first['0001-rooms-have-doors.sql'] };
  await assert.rejects(migrate(database, log, folderWith(renamed)), refusal('file_changed', /0001-houses-have-doors/));
});

test('refuses a migration with a lower number than one that ran', async () => {
  const { database } = await emptyDatabase();
  await migrate(database, log, folderWith(both));
  const late = { ...both, '0002-windows-open.sql': 'SELECT 1;' };
  await assert.rejects(migrate(database, log, folderWith(late)), refusal('out_of_order', /0002-windows-open.*after 4/));
});

test('rolls back a failing migration completely, keeps those before it, and names it', async () => {
  const { database } = await emptyDatabase();
  const failing = { ...first, '0002-doors-break.sql': 'CREATE TABLE hinges (); ALTER TABLE nowhere ADD colour text;' };
  await assert.rejects(migrate(database, log, folderWith(failing)), refusal('failed', /0002-doors-break.*nowhere/));
  const [tables] = await database.rows(
    sql`SELECT to_regclass('doors') IS NOT NULL AS doors, to_regclass('hinges') IS NOT NULL AS hinges`,
  );
  assert.deepEqual(tables, { doors: true, hinges: false });
  const mended = { ...first, '0002-doors-break.sql': 'CREATE TABLE hinges ();' };
  assert.deepEqual(await migrate(database, log, folderWith(mended)), { applied: ['0002-doors-break'] });
});

test('refuses a file that is not named by a number and words, and a number used twice', () => {
  assert.throws(() => readMigrations(folderWith({ '1-doors.sql': '' })), refusal('badly_named', /1-doors\.sql/));
  const twice = { '0001-a-b.sql': '', '0001-a-c.sql': '' };
  assert.throws(() => readMigrations(folderWith(twice)), refusal('badly_named', /0001-a-b\.sql and 0001-a-c\.sql/));
});
