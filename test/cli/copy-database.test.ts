// `probity copy-database`: everything of one database comes into another, which is empty, and the audit trail stays valid.
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { commandLine } from '../support/command-line.ts';
import { emptyDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';

const PROBITY_DATA_DIR = await mkdtemp(join(tmpdir(), 'probity-copy-'));
const [source, target] = [urlOf((await emptyDatabase()).connection), urlOf((await emptyDatabase()).connection)];
const { run } = commandLine({ DATABASE_URL: source, PROBITY_DATA_DIR });
const there = commandLine({ DATABASE_URL: target, PROBITY_DATA_DIR });

test('everything is copied into an empty database, and new rows go on there', async () => {
  assert.equal((await run(['migrate'])).code, 0);
  assert.equal((await run(['accounts', 'create', '--name', 'Copied Care'])).code, 0);
  assert.equal((await run(['job-roles', 'create', '--role-title', 'Nurse', '--role-check-type', 'enhanced'])).code, 0);
  const using = new pg.Client(source);
  await using.connect();
  const refused = await run(['copy-database', '--to', target]);
  assert.deepEqual([refused.code, /Stop every process/.test(refused.err)], [1, true]);
  await using.end();

  const copied = await run(['copy-database', '--to', target]);
  assert.deepEqual([copied.code, copied.err], [0, '']);
  assert.match(copied.out, /^Copied \d+ rows of \d+ tables/);
  const listed = async (from: Pick<typeof there, 'run'>) => (await from.run(['accounts', 'list', '--json'])).out;
  assert.equal(await listed(there), await listed({ run }));
  assert.match((await there.run(['audit', 'verify'])).out, /^The audit trail is valid: /);
  assert.equal((await there.run(['accounts', 'create', '--name', 'New Care'])).code, 0);
  const second = await there.run([
    'job-roles',
    'create',
    '--account',
    'Copied Care',
    '--role-title',
    'Carer',
    '--role-check-type',
    'enhanced',
  ]);
  assert.deepEqual([second.code, second.err], [0, ''], 'the numbers go on');

  const again = await run(['copy-database', '--to', target]);
  assert.deepEqual([again.code, /nothing was copied/.test(again.err)], [1, true]);
});
