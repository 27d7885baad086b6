// Only starts, migrations and what creates make an installation: every other command refuses a place that has none, so
// that a lost mount or a mistyped setting never looks like a sound, empty service.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lackingDatabase } from '../../src/cli/installation.ts';
import { sql } from '../../src/platform/db/database.ts';
import { commandLine } from '../support/command-line.ts';
import { emptyDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';

const commands = [
  ['audit', 'verify'],
  ['accounts', 'list'],
  ['accounts', 'set', 'weekOff=yes'],
  ['jobs', 'list'],
  ['security-events', 'list', '--since', '2026-01-01'],
  ['applicants', 'erase', '--order', 'VF44'],
  ['sign-ins', 'invite', '--email', 'somebody@sample.example'],
  ['master-keys', 'rewrap'],
  ['demo', '--reset'],
];

test('a command on a data folder that is not there refuses, and makes nothing', async () => {
  const { folder, run } = commandLine({});
  const more = [
    ['evidence', 'public-key'],
    ['backup', join(folder, 'backup')],
    ['copy-database', '--to', 'postgres://nobody@localhost/nothing'],
  ];
  for (const args of [...commands, ...more]) {
    const { code, out, err } = await run(args);
    assert.deepEqual([code, out], [1, ''], args.join(' '));
    assert.match(err, /^There is no database in \S+\. Set PROBITY_DATA_DIR, or start the program\.\n$/, args.join(' '));
  }
  const doctor = await run(['doctor', '--json']);
  assert.match(doctor.out, /the embedded one; the first start makes it/);
  assert.equal(existsSync(join(folder, 'var')), false);
});

test('a command on an empty database refuses, and makes nothing', async () => {
  const { connection, database } = await emptyDatabase();
  const { folder, run } = commandLine({ DATABASE_URL: urlOf(connection) });
  for (const args of commands.filter(([name]) => name !== 'demo')) {
    const { code, out, err } = await run(args);
    assert.deepEqual([code, out], [1, ''], args.join(' '));
    assert.match(err, /^The database of DATABASE_URL is empty\. Name the right one, or start the program\.\n$/);
  }
  const tables = sql`select from pg_tables where schemaname = 'public'`;
  assert.equal((await database.rows(tables)).length, 0);
  assert.equal(existsSync(join(folder, 'var')), false);
});

test('who may not look into the data folder is not told that there is no database', {
  skip: process.getuid?.() !== 0,
}, (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-closed-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true });
  chmodSync(dataDir, 0o700);
  process.seteuid!(12_345);
  try {
    assert.throws(() => lackingDatabase({ databaseUrl: undefined, dataDir }), { code: 'EACCES' });
  } finally {
    process.seteuid!(0);
  }
});
