// The database's clock leaps: what waits is moved along, by one process, and nothing is claimed before that.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { createDeliveryClock } from '../../../src/features/webhooks/delivery-clock.ts';
import { moveWithClock, readDeliveryTime } from '../../../src/features/webhooks/delivery-clock-store.ts';
import { recordDeliveries } from '../../../src/features/webhooks/delivery-store.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
await world.knowWorkers('worker');
const hour = 3_600_000;
const leaps = [hour, -hour, 24 * hour, -24 * hour];

beforeEach(async () => {
  await database.run(sql`delete from webhooks`);
  await world.register('https://8.8.8.8/hook');
});

/** Seconds from now to when each was created and is due, in tens: between an event and the look at it may be seconds. */
const waiting = () =>
  database.rows<{ created: number; due: number }>(sql`
    select (round(extract(epoch from created_at - now()) / 10) * 10)::integer as created,
      (round(extract(epoch from due_at - now()) / 10) * 10)::integer as due
    from webhook_deliveries order by id`);

const lastLookWas = (agoMs: number) =>
  database.run(
    sql`update delivery_clock set looked_at = now() - make_interval(secs => ${agoMs / 1000}::double precision)`,
  );

const claim = async (expectedNow: Date | null) =>
  (
    await claimDeliveries(database, {
      worker: 'worker',
      after: firstEndpoint,
      atMost: 10,
      atMostPerEndpoint: 10,
      limits: new Map(),
      expectedNow,
    })
  ).deliveries;

for (const byMs of leaps) {
  test(`after a leap of ${byMs / hour} hours what waited is due after the same wait, and what came since stays`, async () => {
    const { now, leaptMs } = await readDeliveryTime(database);
    await world.event();
    await database.run(sql`update webhook_deliveries set due_at = now() + interval '3 hours'`);
    // Time that passes for all rows is what a leap looks like to them.
    await world.passTime(byMs);
    await world.event();
    const leap = { byMs, leaptMs, seen: new Date(now.getTime() - byMs) };
    assert.equal(await moveWithClock(database, leap), true);
    const after = [
      { created: 0, due: 3 * 3600 },
      { created: 0, due: 0 },
    ];
    assert.deepEqual(await waiting(), after);
    assert.equal(await moveWithClock(database, leap), false, 'another process saw the same leap');
    assert.deepEqual(await waiting(), after);
  });
}

test('nothing is claimed on a clock that has leapt, until one of the processes has moved what waits', async () => {
  let sleptMs = 0;
  const clocks = [1, 2].map(() => createDeliveryClock(ctx, () => performance.now() + sleptMs));
  const [one, other] = [clocks[0]!, clocks[1]!];
  assert.equal(one.expected(), null);
  for (const clock of clocks) await clock.look();
  await world.event();
  // The clock has leapt an hour forward: to the processes the machine ran for an hour less.
  await world.passTime(hour);
  await lastLookWas(hour);
  sleptMs -= hour;
  assert.deepEqual(await claim(one.expected()), []);
  await one.look();
  await other.look();
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
  for (const clock of clocks) await clock.look();
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
  assert.equal((await claim(other.expected())).length, 1);
});

test('a clock set right by seconds, and a look that took long, are no leap', async () => {
  let upMs = 0;
  let lookMs = 0;
  const clock = createDeliveryClock(ctx, () => {
    upMs += lookMs / 2;
    return performance.now() + upMs;
  });
  await clock.look();
  const { leaptMs } = await readDeliveryTime(database);
  upMs += 20_000;
  await clock.look();
  lookMs = 120_000;
  await clock.look();
  lookMs = 0;
  upMs -= 120_000;
  await clock.look();
  assert.equal((await readDeliveryTime(database)).leaptMs, leaptMs);
});

test('the resend of what was under way while the clock leapt is as far off as it was to be', async () => {
  await world.event();
  const [delivery] = await claim(null);
  const { accountId, id, createdAt, claimedAt } = delivery!;
  const { now, leaptMs } = await readDeliveryTime(database);
  await world.passTime(24 * hour);
  await moveWithClock(database, { byMs: 24 * hour, leaptMs, seen: new Date(now.getTime() - 24 * hour) });
  // What was claimed is on the clock before the leap.
  const before = (at: Date) => new Date(at.getTime() - 24 * hour);
  const retry = { status: 'due', reason: null, number: null, attempt: null } as const;
  const dueAt = new Date(before(claimedAt).getTime() + 60_000);
  await recordDeliveries(database, 'worker', [{ accountId, id, createdAt: before(createdAt), ...retry, dueAt }]);
  assert.deepEqual(await waiting(), [{ created: 0, due: 60 }]);
});

test('a machine that stood still while others were at work has seen no leap', async () => {
  let sleptMs = 0;
  const sleeper = createDeliveryClock(ctx, () => performance.now() - sleptMs);
  await sleeper.look();
  const { leaptMs } = await readDeliveryTime(database);
  await world.event();
  sleptMs = 13 * hour;
  await lastLookWas(5000);
  assert.deepEqual(await claim(sleeper.expected()), []);
  await sleeper.look();
  assert.equal((await readDeliveryTime(database)).leaptMs, leaptMs);
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
  assert.equal((await claim(sleeper.expected())).length, 1);
});

test('processes that disagree move what waits once, and go on', async () => {
  let sleptMs = 0;
  const one = createDeliveryClock(ctx, () => performance.now() - sleptMs);
  const other = createDeliveryClock(ctx, () => performance.now());
  for (const clock of [one, other]) await clock.look();
  const { leaptMs } = await readDeliveryTime(database);
  sleptMs = 40_000;
  await lastLookWas(60_000);
  for (let looks = 0; looks < 10; looks += 1) for (const clock of [one, other]) await clock.look();
  assert.ok(Math.abs((await readDeliveryTime(database)).leaptMs - leaptMs - 40_000) < 1000);
});

test('a clock that went back is told by the looks that lie ahead', async () => {
  let sleptMs = 0;
  const clock = createDeliveryClock(ctx, () => performance.now() - sleptMs);
  await clock.look();
  const { leaptMs } = await readDeliveryTime(database);
  sleptMs = -hour;
  await lastLookWas(1000);
  await clock.look();
  assert.equal((await readDeliveryTime(database)).leaptMs, leaptMs, 'this machine counts too much');
  sleptMs -= hour;
  await lastLookWas(-hour + 5000);
  await clock.look();
  assert.ok(Math.abs((await readDeliveryTime(database)).leaptMs - leaptMs + hour) < 1000);
});

test('processes at work keep a record that the clock went on', async () => {
  const clock = createDeliveryClock(ctx);
  await lastLookWas(hour);
  await clock.look();
  await clock.look();
  const { now, lookedAt } = await readDeliveryTime(database);
  assert.ok(now.getTime() - lookedAt.getTime() < 5000);
});
