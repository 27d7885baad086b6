// A live report goes to its provider and back by the program's own jobs, without any call of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { housekeepingJobs } from '../../src/features/housekeeping/housekeeping-jobs.ts';
import { connectProvider, refuseAmbiguousNames } from '../../src/features/provider-requests/connection-actions.ts';
import { readProviderUse } from '../../src/features/provider-requests/exchange-actions.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
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
    asksCandidate: false,
    timeoutMs: 5000,
    answersWithinHours: 1,
    callsPerMinute: 60,
    costPence: 25,
  };
  await connectProvider(world.ctx, 'system', world.caller.accountId, given, []);
  await world.choose([given.name]);
  const outcome = { result: 'clear', notes: 'Found.' };
  speakAs(world.receiver, () => ({ status: 200, body: JSON.stringify({ status: 'complete', outcome }) }));
  const target = await world.report();
  await until(async () => (await world.statusOf(target)).status === 'complete');
  assert.equal(world.receiver.requestCount(), 1);
  assert.equal((await world.statusOf(target)).findings.notes, 'Found.');
  const useOf = await readProviderUse(world.ctx, world.caller.accountId);
  assert.deepEqual(useOf(given.name), { calls: 1, answers: 1, needsPerson: 0, failures: 0, paidPence: 25 });
  assert.equal(useOf('other_house').calls, 0);
});

test('an answer of Clear whose own part calls for attention waits for a person', async () => {
  const outcome = { result: 'clear', breakdown: { mortality: { result: 'consider' } } };
  speakAs(world.receiver, () => ({ status: 200, body: JSON.stringify({ status: 'complete', outcome }) }));
  const target = await world.report();
  await until(async () => (await world.statusOf(target)).status !== 'awaiting_data');
  const { status, result } = await world.statusOf(target);
  assert.deepEqual([status, result], ['awaiting_approval', 'clear']);
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

test('records of exchanges are deleted after the days of the setting, those of an open report are kept, and what they cost stays', async () => {
  const ctx = {
    ...world.ctx,
    now: () => new Date(Date.now() + (world.settings.providerExchangeDays + 1) * 86_400_000),
  };
  speakAs(world.receiver, () => ({ status: 202, body: '{"status":"accepted"}' }));
  const open = await world.report();
  const closed = await world.report();
  const isAccepted = async (target: typeof open) => (await world.exchanges(target)).length > 0;
  await until(async () => (await isAccepted(open)) && (await isAccepted(closed)));
  await world.move(closed, { move: 'withdraw' });
  await until(async () => (await world.exchanges(closed)).length > 1);
  await housekeepingJobs(world.ctx).prune({});
  assert.ok((await world.exchanges(closed)).length > 0);
  await housekeepingJobs(ctx).prune({});
  assert.deepEqual(await world.exchanges(closed), []);
  assert.ok((await world.exchanges(open)).length > 0);
  const costs = await world.ctx.db.rows(sql`
    select cost_pence, asked_on from provider_costs where report_id = ${closed.reportId}`);
  assert.deepEqual(costs, [{ cost_pence: 25, asked_on: ukDateOf(new Date()) }]);
});

test('the program does not start while a connected provider has the name of a built-in one', async () => {
  await refuseAmbiguousNames(world.ctx, ['other_house']);
  await assert.rejects(refuseAmbiguousNames(world.ctx, ['other_house', 'address_house']), /disconnect it/);
});

test('nobody outside is asked about a candidate who may be another person than was ordered', async () => {
  const ordered = { first_name: 'Robert', last_name: 'Original', dob: '1980-01-02' };
  const target = await world.report({}, undefined, null, null, ordered);
  await until(async () => (await world.exchanges(target)).length > 0);
  const [exchange] = await world.exchanges(target);
  assert.equal(
    exchange?.reason,
    'The candidate gave another name and date of birth than were ordered: a screener looks first.',
  );
  assert.equal(exchange.isSent, false);
  assert.equal((await world.statusOf(target)).provider, 'manual');
});
