import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, rawSql } from '../../src/platform/db/database.ts';
import { run } from './kills.ts';

test('two kills under load lose nothing and leave nothing half there', async (t) => {
  const { ok, figure, lines } = await run({ size: 2, inHaste: true });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});

/** Answers go out before the log of changes is on disk, and nothing else writes it out meanwhile. */
async function acknowledgeTooEarly(database: Database): Promise<void> {
  await database.run(rawSql('alter database probity set synchronous_commit = off'));
  await database.run(rawSql(`alter system set wal_writer_delay = '10s'`));
  await database.run(rawSql('alter system set wal_writer_flush_after = 100000'));
  // A page that is written out takes the log before it along.
  await database.run(rawSql('alter system set bgwriter_lru_maxpages = 0'));
  await database.run(rawSql('select pg_reload_conf()'));
  await database.run(
    rawSql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`),
  );
}

test('a planted fault is found: an answer before its commit is durable', async () => {
  const { ok, figure, lines } = await run({ size: 1, inHaste: true, plant: acknowledgeTooEarly });
  assert.ok(!ok, [figure, ...lines].join('\n'));
  assert.ok(
    lines.some((line) => /^(applicant|check) [0-9a-f-]+$/.test(line)),
    lines.join('\n'),
  );
});
