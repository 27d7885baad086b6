import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rawSql } from '../../src/platform/db/database.ts';
import { countNoSandboxRequests } from '../support/probity.ts';
import { race, startPair } from './races.ts';

const pair = await startPair();
after(() => pair.stop());

test('of a hundred concurrent requests to two processes one takes effect', async () => {
  const { ok, figure, lines } = await race(pair, 1);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('planted faults are found: missing unique indexes, and a missing count of requests', async () => {
  await pair.database.run(rawSql('drop index one_ongoing_check_per_applicant'));
  await pair.database.run(rawSql('alter table idempotency_keys drop constraint idempotency_keys_pkey'));
  await countNoSandboxRequests(pair.database);
  const wanted = [
    'create applicant under one Idempotency-Key',
    'create check on one applicant',
    'create check under one Idempotency-Key',
    'the sandbox’s limit',
  ];
  const found = new Set<string | undefined>();
  // A race may need several tries to show its fault.
  for (let tries = 0; tries < 10 && found.size < wanted.length; tries++) {
    const { lines } = await race(
      pair,
      1,
      wanted.filter((name) => !found.has(name)),
    );
    for (const line of lines.slice(1)) found.add(line.split(':')[0]);
  }
  assert.deepEqual([...found].sort(), wanted);
});
