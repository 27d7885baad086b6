import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rawSql } from '../../src/platform/db/database.ts';
import { countNoSandboxRequests } from '../support/probity.ts';
import { race, startPair } from './races.ts';

const pair = await startPair();
after(() => pair.stop());

test('of a hundred requests at once over two processes one has its effect', async () => {
  const { ok, figure, lines } = await race(pair, 1);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('planted faults are found: without the indexes that decide, and without the count of requests', async () => {
  await pair.database.run(rawSql('drop index one_ongoing_check_per_applicant'));
  await pair.database.run(rawSql('alter table idempotency_keys drop constraint idempotency_keys_pkey'));
  await countNoSandboxRequests(pair.database);
  const { ok, lines } = await race(pair, 1);
  assert.equal(ok, false);
  const found = lines.slice(1).map((line) => line.split(':')[0]);
  assert.deepEqual(found, [
    'create check on one applicant',
    'create applicant under one Idempotency-Key',
    'create check under one Idempotency-Key',
    'the sandbox’s limit',
  ]);
});
