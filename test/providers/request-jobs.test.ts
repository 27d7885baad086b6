// A live report goes to its provider and back by the program's own jobs, without any call of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectProvider } from '../../src/features/provider-requests/connection-actions.ts';
import { until } from '../support/limited-loops.ts';
import { openProviderWorld, speakAs } from './provider-world.ts';

const world = await openProviderWorld(1, { workers: true });

test('a report is asked for when its candidate submits, and completes with the answer', async () => {
  const given = {
    name: 'address_house',
    url: world.receiver.url.replace(/\/hook$/, ''),
    types: ['identity'],
    countries: [],
    facts: ['first_name'],
    personDecides: false,
    timeoutMs: 5000,
    answersWithinHours: 1,
    callsPerMinute: 60,
    costPence: 0,
  };
  await connectProvider(world.ctx, 'system', world.caller.accountId, given, []);
  await world.choose([given.name]);
  const outcome = { result: 'clear', notes: 'Found.' };
  speakAs(world.receiver, () => ({ status: 200, body: JSON.stringify({ status: 'complete', outcome }) }));
  const target = await world.report();
  await until(async () => (await world.statusOf(target)).status === 'complete');
  assert.equal(world.receiver.requestCount(), 1);
  assert.equal((await world.statusOf(target)).findings.notes, 'Found.');
});

test('a withdrawn report is cancelled at its provider by the jobs, too', async () => {
  speakAs(world.receiver, ({ path }) =>
    path.endsWith('/cancel') ? { status: 204 } : { status: 202, body: '{"status":"accepted"}' },
  );
  const target = await world.report();
  const lastOutcome = async () => (await world.exchanges(target)).at(-1)?.outcome;
  await until(async () => (await lastOutcome()) === 'Accepted');
  await world.move(target, { move: 'withdraw' });
  await until(async () => (await lastOutcome()) === 'Cancelled');
});
