// A service that serves and works with as few connections to the database as the settings allow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v2Client } from '../../api/v2/v2-client.ts';
import { makeApplicant } from '../../api/v2/v2-samples.ts';
import { startProbity } from '../../support/probity.ts';

test('with the smallest pool a service that works as well answers many requests at once', async () => {
  const probity = await startProbity({ workers: true, settings: { PROBITY_DATABASE_POOL: '5' } });
  const client = v2Client(probity, 'test');
  const made = await Promise.all(Array.from({ length: 20 }, () => makeApplicant(client)));
  assert.equal(new Set(made.map(({ id }) => id)).size, 20);
});
