// The databases of tests: separate, migrated, and removed afterwards, in whichever process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/platform/db/database.ts';
import { migrate } from '../../../src/platform/db/migrations.ts';
import { createLog } from '../../../src/platform/log.ts';
import { testDatabase } from '../../support/database.ts';

test('each has every migration and no data of the others', async () => {
  const made = await Promise.all([testDatabase(), testDatabase(), testDatabase()]);
  assert.equal(new Set(made.map(({ name }) => name)).size, 3);
  await made[0]!.database.run(sql`CREATE TABLE mine ()`);
  const [found] = await made[1]!.database.rows(sql`SELECT to_regclass('mine') AS mine`);
  assert.deepEqual(found, { mine: null });
  for (const { database } of made) assert.deepEqual(await migrate(database, createLog('silent')), { applied: [] });
});

test('a dropped database is gone although a connection is open', async () => {
  const kept = await testDatabase();
  const dropped = await testDatabase();
  const { default: pg } = await import('pg');
  const straggler = new pg.Client(dropped.connection);
  straggler.on('error', () => {});
  await straggler.connect();
  await dropped.drop();
  const found = await kept.database.rows(sql`SELECT FROM pg_database WHERE datname = ${dropped.name}`);
  assert.equal(found.length, 0);
  await straggler.end().catch(() => {});
});
