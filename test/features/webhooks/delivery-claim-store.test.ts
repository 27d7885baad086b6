import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  claimDeliveriesToGiveUp,
  firstEndpoint,
} from '../../../src/features/webhooks/delivery-claim-store.ts';
import {
  type DeliveryRecord,
  recordDeliveries,
  releaseDeliveries,
  storeBodies,
} from '../../../src/features/webhooks/delivery-store.ts';
import {
  probeEndpointNow,
  readDeliveryMetrics,
  updateHealth,
} from '../../../src/features/webhooks/endpoint-health-store.ts';
import { updateWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { upTo, within } from '../../support/limited-loops.ts';
import { recordOf, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const minute = 60_000;
const hour = 60 * minute;

// A claim covers all accounts: no other test may leave due deliveries.
beforeEach(async () => void (await database.run(sql`delete from webhooks`)));

await world.knowWorkers('worker', 'dead', 'other', 'a', 'b', 'c');

const claim = async (given: Partial<Claim> = {}) =>
  (
    await claimDeliveries(database, {
      worker: 'worker',
      after: firstEndpoint,
      atMost: 500,
      atMostPerEndpoint: 500,
      limits: new Map(),
      ...given,
    })
  ).deliveries;

async function endpoint(given = {}, url = 'https://8.8.8.8/hook') {
  const { webhook } = await world.register(url, given);
  return webhook.id;
}

/** Stores events of one check, one after the other. */
async function eventsOf(checkId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await storeEvents(ctx, world.callerOf('live'), [{ type: 'check.completed', resourceId: checkId, checkId }]);
  }
}

async function events(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await world.event();
}

function record(delivery: ClaimedDelivery, status: DeliveryRecord['status'], dueInMs = 0, worker = 'worker') {
  const dueAt = status === 'due' ? new Date(Date.now() + dueInMs) : null;
  const reason = status === 'exhausted' ? 'attempts_used' : null;
  return recordDeliveries(database, worker, [
    { ...recordOf(delivery, 500), status, dueAt, reason, number: delivery.attempts + 1 },
  ]);
}

const sequences = (deliveries: readonly ClaimedDelivery[]) => deliveries.map(({ sequence }) => sequence);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Records so many failures of the endpoint in a row. */
function fail({ accountId, webhookId }: ClaimedDelivery, times: number, probe = false) {
  const at = new Date();
  const outcome = { accountId, webhookId, acknowledged: false, startedAt: at, endedAt: at, probe, random: 0.5 };
  return updateHealth(database, Array<typeof outcome>(times).fill(outcome));
}

test('numbers the deliveries of each webhook in order, and repeats the number in a resend', async () => {
  await Promise.all([endpoint(), world.register('https://8.8.4.4/hook')]);
  await events(3);
  const claimed = await claim();
  const byWebhook = Map.groupBy(claimed, ({ webhookId }) => webhookId);
  assert.equal(byWebhook.size, 2);
  for (const own of byWebhook.values()) assert.deepEqual(sequences(own), [1, 2, 3]);
  for (const delivery of claimed) await record(delivery, 'due');
  await events(1);
  const again = Map.groupBy(await claim(), ({ webhookId }) => webhookId);
  for (const own of again.values()) assert.deepEqual(sequences(own), [1, 2, 3, 4]);
});

test('simultaneous claims of several workers leave no gap in the numbers and claim no delivery twice', async () => {
  await endpoint();
  for (let n = 0; n < 4; n++) await world.events(50, world.callerOf('live'));
  const workers = Array.from({ length: 6 }, () => randomUUID());
  await world.knowWorkers(...workers);
  const claimed: ClaimedDelivery[] = [];
  // One of the simultaneous claims locks the endpoint and the others may skip it: at least 7 deliveries are claimed in a round.
  for (const _ of upTo(200, 'an empty claim')) {
    const round = (await Promise.all(workers.map((worker) => claim({ worker, atMostPerEndpoint: 7 })))).flat();
    claimed.push(...round);
    if (round.length === 0) break;
  }
  assert.equal(new Set(claimed.map(({ id }) => id)).size, 200);
  assert.deepEqual(
    sequences(claimed).toSorted((a, b) => a! - b!),
    numbers(1, 200),
  );
});

test('stores each body exactly, whatever its length, and never replaces it', async () => {
  await endpoint();
  await events(4);
  const claimed = await claim();
  const kept = ['{"price":"£5"}', '', '{"mood":"😀"}', `{"long":"${'x'.repeat(5000)}"}`].map((text) =>
    Buffer.from(text),
  );
  await storeBodies(
    database,
    'worker',
    claimed.map(({ accountId, id }, n) => ({ accountId, id, body: kept[n]! })),
  );
  await storeBodies(database, 'worker', [{ ...claimed[0]!, body: Buffer.from('other') }]);
  await releaseDeliveries(database, 'worker', claimed);
  assert.deepEqual(
    (await claim()).map(({ body }) => body),
    kept,
  );
});

test('an unwanted delivery gets no number', async () => {
  const id = await endpoint();
  await events(1);
  await updateWebhook(ctx, world.callerOf('live'), id, { enabled: false });
  const [unwanted] = await claim();
  assert.deepEqual([unwanted!.wanted, unwanted!.sequence], [false, null]);
  await record(unwanted!, 'exhausted');
  await updateWebhook(ctx, world.callerOf('live'), id, { enabled: true });
  await events(1);
  assert.deepEqual(sequences(await claim()), [1]);
});

test('a delivery that waits for its retry is given up when it is due while its webhook is disabled, and not before', async () => {
  const id = await endpoint();
  const enable = (enabled: boolean) => updateWebhook(ctx, world.callerOf('live'), id, { enabled });
  await events(1);
  for (const isEnabledInTime of [true, false]) {
    const [delivery] = await claim();
    assert.equal(delivery!.wanted, true);
    await record(delivery!, 'due', hour);
    await enable(false);
    assert.deepEqual(await claim(), []);
    if (isEnabledInTime) await enable(true);
    await world.passTime(hour);
  }
  const [unwanted] = await claim();
  assert.equal(unwanted!.wanted, false);
});

test('an ordered webhook gets the notifications of one check one after the other, and those of other checks meanwhile', async () => {
  await endpoint({ ordered: true });
  const [one, other] = [randomUUID(), randomUUID()];
  await eventsOf(one, 3);
  await eventsOf(other, 1);
  const checks = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ checkId }) => checkId).sort();
  const first = await claim();
  assert.deepEqual(checks(first), [one, other].sort());
  assert.deepEqual(await claim(), []);
  const earliest = first.find(({ checkId }) => checkId === one)!;
  // It is retried in an hour, and so are those behind it: none is due meanwhile.
  await record(earliest, 'due', hour);
  assert.deepEqual(await claim(), []);
  const due = async () => {
    const rows = await database.rows<{ ms: number }>(sql`
      select extract(epoch from due_at - now()) * 1000 as ms from webhook_deliveries
      where account_id = ${earliest.accountId} and ordered_check_id = ${one}`);
    return rows.map(({ ms }) => Math.round(ms / minute));
  };
  assert.deepEqual(await due(), [60, 60, 60]);
  // An event that is stored meanwhile also waits for the retry, and is not late.
  await eventsOf(one, 1);
  assert.deepEqual(await claim(), []);
  assert.deepEqual(await due(), [60, 60, 60, 60]);
  await world.passTime(hour);
  const [again] = await claim();
  assert.equal(again!.id, earliest.id);
  await record(again!, 'exhausted');
  for (let left = 3; left > 0; left--) {
    const [next, ...more] = await claim();
    assert.deepEqual([next!.checkId, more], [one, []]);
    await record(next!, 'delivered');
  }
});

test('a webhook with a rate limit gets no more, however many workers claim, and gets everything in the end', async () => {
  await endpoint({ maxPerSecond: 20 });
  await world.events(30, world.callerOf('live'));
  const startedAt = performance.now();
  let count = 0;
  for await (const _ of within(60_000, 'everything is claimed')) {
    if (count >= 30) break;
    const claims = await Promise.all([claim({ worker: 'a' }), claim({ worker: 'b' }), claim({ worker: 'c' })]);
    count += claims.flat().length;
    const seconds = (performance.now() - startedAt) / 1000;
    assert.ok(count <= 20 * seconds + 20 * 0.2 + 2, `${count} after ${seconds} s`);
  }
});

test('after ten failures in a row nothing is sent to an endpoint for a while, and then one delivery at a time', async () => {
  await endpoint();
  await events(5);
  const [first] = await claim({ atMostPerEndpoint: 1 });
  await record(first!, 'due', hour);
  await fail(first!, 10);
  assert.deepEqual(await claim(), []);
  await world.passTime(11_000);
  const tries = await Promise.all(['a', 'b', 'c'].map((worker) => claim({ worker })));
  const probes = tries.flat();
  assert.deepEqual(
    probes.map(({ probe, failures }) => [probe, failures]),
    [[true, 10]],
  );
  await fail(probes[0]!, 1, true);
  assert.deepEqual(await claim(), []);
  assert.equal((await readDeliveryMetrics(database)).openBreakers, 1);
  // Deliveries that wait for a paused endpoint are not late.
  const late = await database.row<{ count: number }>(sql`
    select count(*)::integer as count from webhook_deliveries_waiting where webhook_id = ${first!.webhookId} and due_at <= now()`);
  assert.equal(late?.count, 0);
  await probeEndpointNow(database, first!.accountId, first!.webhookId);
  const [next, ...more] = await claim();
  assert.deepEqual([next!.probe, more], [true, []]);
  const at = new Date();
  const { accountId, webhookId } = next!;
  const outcome = { accountId, webhookId, acknowledged: true, startedAt: at, endedAt: at, probe: true, random: 0.5 };
  await updateHealth(database, [outcome]);
  assert.equal((await claim()).length, 2, 'everything else goes out');
});

test('a claim skips an endpoint that another claim has locked, and the next claim starts after it', async () => {
  const ids = [await endpoint(), await endpoint({}, 'https://8.8.8.8/other')].sort();
  await events(10);
  await database.transaction(async (tx) => {
    await tx.run(sql`update webhook_health set pauses = pauses where webhook_id = ${ids[0]!}`);
    const places = { worker: 'worker', atMost: 10, atMostPerEndpoint: 10, limits: new Map<string, number>() };
    const first = await claimDeliveries(database, { ...places, after: firstEndpoint });
    assert.deepEqual([first.deliveries, first.examined, first.skippedLocked], [[], 10, true]);
    assert.equal(first.last.webhookId, ids[0]);
    const next = await claimDeliveries(database, { ...places, after: first.last });
    assert.deepEqual(
      [new Set(next.deliveries.map(({ webhookId }) => webhookId)), next.skippedLocked],
      [new Set([ids[1]!]), false],
    );
  });
});

test('a claim that may not claim, because its clock or its worker is not accepted, reports nothing as skipped', async () => {
  await endpoint();
  await events(1);
  const places = { after: firstEndpoint, atMost: 10, atMostPerEndpoint: 10, limits: new Map<string, number>() };
  const expectedNow = new Date(Date.now() - hour);
  for (const claimant of [{ worker: 'worker', expectedNow }, { worker: 'nobody' }]) {
    const { deliveries, skippedLocked } = await claimDeliveries(database, { ...places, ...claimant });
    assert.deepEqual([deliveries, skippedLocked], [[], false]);
  }
});

test('attempts at an endpoint whose health row is locked are returned, and those at other endpoints are applied', async () => {
  const [held, free] = [await endpoint(), await endpoint({}, 'https://8.8.8.8/other')];
  const { accountId } = world.callerOf('live');
  const at = new Date();
  const of = (webhookId: string) =>
    ({ accountId, webhookId, acknowledged: false, startedAt: at, endedAt: at, probe: false, random: 0.5 }) as const;
  const outcomes = [of(held), of(free), of(held)];
  const failures = async () =>
    (
      await database.rows<{ failures: number }>(sql`
        select consecutive_failures as failures from webhook_health where webhook_id = any (${[held, free]}::uuid[])
        order by webhook_id <> ${held}`)
    ).map((row) => row.failures);
  await database.transaction(async (tx) => {
    await tx.run(sql`update webhook_health set pauses = pauses where webhook_id = ${held}`);
    assert.deepEqual(await updateHealth(database, outcomes), [of(held), of(held)]);
  });
  assert.deepEqual(await failures(), [0, 1]);
  assert.deepEqual(await updateHealth(database, [of(held), of(held)]), []);
  assert.deepEqual(await failures(), [2, 1]);
});

test('a delivery that was unwanted when it was leased, and is wanted when it is read, is released and not sent past breaker and rate limit', async () => {
  const id = await endpoint({ maxPerSecond: 1 });
  await events(3);
  await updateWebhook(ctx, world.callerOf('live'), id, { enabled: false });
  const db = {
    ...database,
    rows: (async (statement) => {
      const found = await database.rows<{ leases?: unknown }>(statement);
      if (found.some(({ leases }) => leases != null))
        await updateWebhook(ctx, world.callerOf('live'), id, { enabled: true });
      return found;
    }) as typeof database.rows,
  };
  const claimed = await claimDeliveriesToGiveUp(db, { worker: 'worker', atMost: 100 });
  assert.deepEqual([claimed.deliveries, claimed.unread.length], [[], 3]);
  await releaseDeliveries(database, 'worker', claimed.unread);
});

test('the rate limit holds while an endpoint is probed', async () => {
  const id = await endpoint({ maxPerSecond: 1 });
  await events(5);
  assert.equal((await claim()).length, 1);
  await database.run(
    sql`update webhook_health set consecutive_failures = 10, pauses = 1, open_until = now() where webhook_id = ${id}`,
  );
  assert.deepEqual(await claim(), []);
});

test('a failing endpoint is probed with an earlier failure once one is due again', async () => {
  await endpoint();
  await events(4);
  const [first, second] = await claim({ atMostPerEndpoint: 2 });
  await record(first!, 'due', minute);
  await record(second!, 'due', minute + 1000);
  await fail(first!, 10);
  await world.passTime(20_000);
  const [fresh] = await claim();
  assert.deepEqual([fresh?.attempts, fresh?.probe], [0, true], 'what failed is not due yet');
  await releaseDeliveries(database, 'worker', [fresh!]);
  await world.passTime(minute);
  assert.deepEqual(
    (await claim()).map(({ id, attempts }) => [id, attempts]),
    [[first!.id, 1]],
  );
});

test('a delivery behind an open breaker is given up when its window is over, with its number', async () => {
  await endpoint();
  await events(3);
  const [first] = await claim({ atMostPerEndpoint: 1 });
  await record(first!, 'due', 11 * hour);
  await fail(first!, 10);
  const old = { worker: 'worker', atMost: 100 };
  assert.deepEqual((await claimDeliveriesToGiveUp(database, old)).deliveries, []);
  await world.passTime(12 * hour);
  await fail(first!, 1, true);
  assert.deepEqual(await claim(), []);
  const { deliveries: over } = await claimDeliveriesToGiveUp(database, old);
  assert.deepEqual(sequences(over), [1, 2, 3]);
  const open = await database.row<{ open: boolean }>(sql`
    select open_until > now() + interval '10 seconds' as open from webhook_health where webhook_id = ${first!.webhookId}`);
  assert.equal(open?.open, true, 'the endpoint is tried no sooner and no later for it');
});

test('a claim says that it takes over an ended lease, and does not say so for a released one', async () => {
  const id = await endpoint();
  await events(2);
  const claimed = await claim({ worker: 'dead' });
  assert.deepEqual(await claim(), []);
  await releaseDeliveries(database, 'dead', [claimed[0]!]);
  const [back] = await claim();
  assert.deepEqual([back!.id, back!.takenOver], [claimed[0]!.id, false]);
  await world.passTime(61_000);
  const later = await claim({ worker: 'other' });
  assert.deepEqual(
    later.map(({ takenOver, sequence }) => [takenOver, sequence]),
    [
      [true, 1],
      [true, 2],
    ],
  );
  // The other worker was only slow: what it records now changes nothing.
  await record(claimed[1]!, 'delivered', 0, 'dead');
  assert.ok((await world.deliveries(id)).every(({ status, attempts }) => status === 'due' && attempts === 0));
});

test('a claim goes from endpoint to endpoint, and reads nothing of an endpoint without capacity', async () => {
  const ids = (await Promise.all([1, 2, 3].map((n) => world.register(`https://8.8.8.8/${n}`)))).map(
    ({ webhook }) => webhook.id,
  );
  await events(4);
  const limits = new Map([[ids[0]!, 0]]);
  const some = await claim({ atMostPerEndpoint: 2, limits });
  const counts = ids.map((id) => some.filter(({ webhookId }) => webhookId === id).length);
  assert.deepEqual(counts, [0, 2, 2]);
});

test('deliveries that are too old do not use up the rate limit, and new ones do not wait behind them', async () => {
  await endpoint({ maxPerSecond: 1 });
  await world.events(50, world.callerOf('live'));
  await world.passTime(12 * hour);
  // Some are claimed with those to be sent, one at a time, without using up the rate limit.
  for (let n = 0; n < 3; n++) await record((await claim())[0]!, 'exhausted');
  await events(1);
  const { deliveries: over } = await claimDeliveriesToGiveUp(database, { worker: 'worker', atMost: 100 });
  assert.equal(over.length, 47, 'although its endpoint does well');
  const [fresh, ...more] = await claim();
  assert.deepEqual([fresh!.sequence, more], [51, []]);
  assert.deepEqual(await claim(), [], 'the rate holds for what is sent');
});

test('giving up old and unwanted deliveries does not read the backlog of a paused endpoint', async () => {
  const id = await endpoint({ environments: ['live'] });
  await world.events(5000, world.callerOf('live'));
  await database.run(sql`
    update webhook_deliveries set created_at = created_at - interval '12 hours'
    where id in (select id from webhook_deliveries where webhook_id = ${id} limit 3)`);
  await database.run(sql`
    update webhook_health set open_until = now() + interval '1 minute' where webhook_id = ${id}`);
  await database.run(sql`analyze webhook_deliveries`);
  await database.transaction(async (tx) => {
    // The planner may scan this small table once it has statistics; it would not scan a large one.
    await tx.run(sql`set local enable_seqscan = off`);
    const rowsRead = async () => {
      const read = await tx.row<{ rows: number }>(sql`
        select sum(pg_stat_get_xact_tuples_returned(c.oid))::integer as rows from pg_class c
        where c.relname = 'webhook_deliveries'
          or c.oid in (select indexrelid from pg_index where indrelid = 'webhook_deliveries'::regclass)`);
      return read!.rows;
    };
    const before = await rowsRead();
    assert.equal((await claimDeliveriesToGiveUp(tx, { worker: 'worker', atMost: 20 })).deliveries.length, 3);
    assert.ok((await rowsRead()) - before < 200, `${(await rowsRead()) - before} rows`);
  });
});

test('a clock that was set back delays no endpoint: an impossible pause or slot is ignored', async () => {
  const [plain, paced] = [await endpoint(), (await world.register('https://8.8.4.4/', { maxPerSecond: 1 })).webhook.id];
  await events(3);
  const leap = () =>
    database.run(sql`
      update webhook_health set next_slot_at = now() + interval '1 hour',
        open_until = case when webhook_id = ${plain} then now() + interval '1 hour' end`);
  await leap();
  assert.ok((await readDeliveryMetrics(database)).oldestDueSeconds > 0, 'it could go out');
  const claimed = await claim();
  assert.deepEqual(
    claimed.map(({ webhookId, probe }) => [webhookId, probe]).sort(),
    [
      [plain, true],
      [paced, false],
    ].sort(),
  );
  assert.deepEqual(await claim(), [], 'what is noted now holds again');
});

test('manual attempts come before the backlog of a paused endpoint', async () => {
  const id = await endpoint();
  await events(5);
  const [last] = await database.rows<{ id: string }>(sql`
    update webhook_deliveries set manual = true, due_at = now()
    where id = (select max(id::text)::uuid from webhook_deliveries where webhook_id = ${id}) returning id`);
  await database.run(sql`update webhook_health set open_until = now() where webhook_id = ${id}`);
  const [probe, ...more] = await claim();
  assert.deepEqual([probe!.id, probe!.manual, more], [last!.id, true, []]);
});
