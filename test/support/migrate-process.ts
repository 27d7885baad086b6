// A process that runs the migrations of a folder; tests start several at once.
import type pg from 'pg';
import { openDatabase } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrations.ts';
import { createLog } from '../../src/platform/log.ts';

const [, , connection = '{}', folder] = process.argv;
const database = openDatabase({
  connection: JSON.parse(connection) as pg.PoolConfig,
  poolSize: 2,
  onIdleError: () => {},
});
const { applied } = await migrate(database, createLog('silent'), folder);
await database.close();
process.stdout.write(JSON.stringify(applied));
