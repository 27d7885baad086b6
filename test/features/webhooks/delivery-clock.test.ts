// Jumps of the database's clock: one process shifts the waiting deliveries, and nothing is claimed before that.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { createDeliveryClock } from '../../../src/features/webhooks/delivery-clock.ts';
import { readDeliveryTime, shiftDeliveries } from '../../../src/features/webhooks/delivery-clock-store.ts';
import { recordDeliveries } from '../../../src/features/webhooks/delivery-store.ts';
import { type Db, type Sql, sql } from '../../../src/platform/db/database.ts';
import { until } from '../../support/limited-loops.ts';
import { webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
await world.knowWorkers('worker');
const hour = 3_600_000;
const jumps = [hour, -hour, 24 * hour, -24 * hour];

beforeEach(async () => {
  await database.run(sql`delete from webhooks`);
  await world.register('https://8.8.8.8/hook');
});

/** Seconds from now to each delivery's creation and due time, rounded to tens because the test itself takes seconds. */
const waiting = () =>
  database.rows<{ created: number; due: number }>(sql`
    select (round(extract(epoch from created_at - now()) / 10) * 10)::integer as created,
      (round(extract(epoch from due_at - now()) / 10) * 10)::integer as due
    from webhook_deliveries order by id`);

const lastCheckWas = (agoMs: number) =>
  database.run(
    sql`update delivery_clock set checked_at = now() - make_interval(secs => ${agoMs / 1000}::double precision)`,
  );

const claimOn = (db: Db, expectedNow: Date | null = null) =>
  claimDeliveries(db, {
    worker: 'worker',
    after: firstEndpoint,
    atMost: 10,
    atMostPerEndpoint: 10,
    limits: new Map(),
    expectedNow,
  });

const claim = async (expectedNow: Date | null) => (await claimOn(database, expectedNow)).deliveries;

for (const byMs of jumps) {
  test(`after a jump of ${byMs / hour} hours waiting deliveries are due after the same wait, and newer ones are not shifted`, async () => {
    const { now, jumpedMs } = await readDeliveryTime(database);
    await world.event();
    await database.run(sql`update webhook_deliveries set due_at = now() + interval '3 hours'`);
    // To the rows a jump looks as if time had passed for all of them.
    await world.passTime(byMs);
    await world.event();
    const jump = { byMs, jumpedMs, lastReadAt: new Date(now.getTime() - byMs) };
    assert.equal(await shiftDeliveries(database, jump), true);
    const after = [
      { created: 0, due: 3 * 3600 },
      { created: 0, due: 0 },
    ];
    assert.deepEqual(await waiting(), after);
    assert.equal(await shiftDeliveries(database, jump), false, 'another process has corrected the same jump');
    assert.deepEqual(await waiting(), after);
  });
}

const waitsForTable = sql`
  select from pg_locks where not granted and relation = 'webhook_deliveries'::regclass
    and database = (select oid from pg_database where datname = current_database())`;

test('a delivery whose transaction is still open when a jump is corrected is shifted too', async () => {
  await world.event();
  const { now, jumpedMs } = await readDeliveryTime(database);
  let correction: Promise<boolean> | undefined;
  await database.transaction(async (tx) => {
    // Others see no row of this transaction yet, of a day ago: the clock has jumped since.
    await tx.run(sql`create temporary table inserted on commit drop as select * from webhook_deliveries`);
    await tx.run(sql`delete from webhook_deliveries`);
    await tx.run(sql`
      update inserted set created_at = created_at - interval '1 day', due_at = due_at - interval '1 day'`);
    await tx.run(sql`insert into webhook_deliveries select * from inserted`);
    correction = shiftDeliveries(database, {
      byMs: 24 * hour,
      jumpedMs,
      lastReadAt: new Date(now.getTime() - 24 * hour),
    });
    await until(async () => (await database.row(waitsForTable)) !== undefined);
  });
  assert.equal(await correction, true);
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
});

test('a delivery is as old as its row, not as its transaction, which may have begun before a jump', async () => {
  const late = await database.transaction(async (tx) => {
    await tx.run(sql`select pg_sleep(0.05)`);
    await storeEvents({ ...ctx, db: tx }, world.callerOf('live'), [
      { type: 'check.completed', resourceId: randomUUID(), status: 'complete' },
    ]);
    return tx.row<{ created: boolean; due: boolean }>(sql`
      select created_at > now() + interval '50 ms' as created, due_at > now() + interval '50 ms' as due
      from webhook_deliveries`);
  });
  assert.deepEqual(late, { created: true, due: true });
});

test('after a jump nothing is claimed until one process has shifted the waiting deliveries', async () => {
  let sleptMs = 0;
  const clocks = [1, 2].map(() => createDeliveryClock(ctx, () => performance.now() + sleptMs));
  const [one, other] = [clocks[0]!, clocks[1]!];
  assert.equal(one.expected(), null);
  for (const clock of clocks) await clock.check();
  await world.event();
  // The clock jumps an hour forward: the processes see that the machine ran for an hour less.
  await world.passTime(hour);
  await lastCheckWas(hour);
  sleptMs -= hour;
  assert.deepEqual(await claim(one.expected()), []);
  await one.check();
  await other.check();
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
  for (const clock of clocks) await clock.check();
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
  assert.equal((await claim(other.expected())).length, 1);
});

test('a delivery is not judged by the clock of before a jump, and is claimed again', async () => {
  await world.event();
  let statements = 0;
  // As if the clock had gone back a day between the claim and the reading of what was claimed.
  const jumping = {
    ...database,
    rows: async <Row>(statement: Sql) => {
      const found = await database.rows<Row & { claimedAt: Date }>(statement);
      statements += 1;
      if (statements > 1) return found;
      return found.map((row) => ({ ...row, claimedAt: new Date(row.claimedAt.getTime() + 24 * hour) }));
    },
  };
  const { deliveries, unread } = await claimOn(jumping);
  assert.deepEqual(deliveries, []);
  assert.equal(unread.length, 1);
});

test('a clock adjusted by seconds, or a slow check, is no jump', async () => {
  let upMs = 0;
  let checkMs = 0;
  const clock = createDeliveryClock(ctx, () => {
    upMs += checkMs / 2;
    return performance.now() + upMs;
  });
  await clock.check();
  const { jumpedMs } = await readDeliveryTime(database);
  upMs += 20_000;
  await clock.check();
  checkMs = 120_000;
  await clock.check();
  checkMs = 0;
  upMs -= 120_000;
  await clock.check();
  assert.equal((await readDeliveryTime(database)).jumpedMs, jumpedMs);
});

test('the retry of a delivery that was being sent during a jump is due after the planned time', async () => {
  await world.event();
  const [delivery] = await claim(null);
  const { accountId, id, createdAt, claimedAt } = delivery!;
  const { now, jumpedMs } = await readDeliveryTime(database);
  await world.passTime(24 * hour);
  await shiftDeliveries(database, { byMs: 24 * hour, jumpedMs, lastReadAt: new Date(now.getTime() - 24 * hour) });
  // The claim was made on the clock before the jump.
  const before = (at: Date) => new Date(at.getTime() - 24 * hour);
  const retry = { status: 'due', reason: null, number: null, attempt: null } as const;
  const dueAt = new Date(before(claimedAt).getTime() + 60_000);
  await recordDeliveries(database, 'worker', [{ accountId, id, createdAt: before(createdAt), ...retry, dueAt }]);
  assert.deepEqual(await waiting(), [{ created: 0, due: 60 }]);
});

test('a suspended machine sees no jump if other processes ran meanwhile', async () => {
  let sleptMs = 0;
  const sleeper = createDeliveryClock(ctx, () => performance.now() - sleptMs);
  await sleeper.check();
  const { jumpedMs } = await readDeliveryTime(database);
  await world.event();
  sleptMs = 13 * hour;
  await lastCheckWas(5000);
  assert.deepEqual(await claim(sleeper.expected()), []);
  await sleeper.check();
  assert.equal((await readDeliveryTime(database)).jumpedMs, jumpedMs);
  assert.deepEqual(await waiting(), [{ created: 0, due: 0 }]);
  assert.equal((await claim(sleeper.expected())).length, 1);
});

test('processes that disagree shift the waiting deliveries once only', async () => {
  let sleptMs = 0;
  const one = createDeliveryClock(ctx, () => performance.now() - sleptMs);
  const other = createDeliveryClock(ctx, () => performance.now());
  for (const clock of [one, other]) await clock.check();
  const { jumpedMs } = await readDeliveryTime(database);
  sleptMs = 40_000;
  await lastCheckWas(60_000);
  for (let checks = 0; checks < 10; checks += 1) for (const clock of [one, other]) await clock.check();
  assert.ok(Math.abs((await readDeliveryTime(database)).jumpedMs - jumpedMs - 40_000) < 1000);
});

test('a clock that was set back is recognised by a recorded check in the future', async () => {
  let sleptMs = 0;
  const clock = createDeliveryClock(ctx, () => performance.now() - sleptMs);
  await clock.check();
  const { jumpedMs } = await readDeliveryTime(database);
  sleptMs = -hour;
  await lastCheckWas(1000);
  await clock.check();
  assert.equal((await readDeliveryTime(database)).jumpedMs, jumpedMs, 'the uptime of this machine is wrong');
  sleptMs -= hour;
  await lastCheckWas(-hour + 5000);
  await clock.check();
  assert.ok(Math.abs((await readDeliveryTime(database)).jumpedMs - jumpedMs + hour) < 1000);
});

test('running processes record that the clock went on', async () => {
  const clock = createDeliveryClock(ctx);
  await lastCheckWas(hour);
  await clock.check();
  await clock.check();
  const { now, checkedAt } = await readDeliveryTime(database);
  assert.ok(now.getTime() - checkedAt.getTime() < 5000);
});
