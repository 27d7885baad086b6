import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { releaseUntracked } from '../../../src/features/webhooks/delivery-store.ts';
import { createWorkerHeartbeat } from '../../../src/features/webhooks/worker-heartbeat.ts';
import { reapWorkers, removeWorker } from '../../../src/features/webhooks/worker-heartbeat-store.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { answer } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;

// A claim covers all accounts and a worker watches all others: no other test may leave deliveries or workers.
beforeEach(async () => {
  await database.run(sql`delete from webhooks`);
  await database.run(sql`delete from delivery_workers`);
});

const claimBy = async (worker: string, db: Db = database) => {
  const places = { after: firstEndpoint, atMost: 100, atMostPerEndpoint: 100, limits: new Map<string, number>() };
  return (await claimDeliveries(db, { worker, ...places })).deliveries;
};

/** A worker that sends a heartbeat and reaps expired workers whenever the test says so. */
function openWorker(db: Db = database) {
  const worker = randomUUID();
  const reaped = { times: 0 };
  const heartbeat = createWorkerHeartbeat({ ...ctx, db }, { worker }, () => {
    reaped.times += 1;
  });
  async function beatAndReap(): Promise<void> {
    await heartbeat.beat();
    await heartbeat.reapExpired();
  }
  return { ...heartbeat, beatAndReap, worker, reaped };
}

type TestWorker = ReturnType<typeof openWorker>;

/** So many heartbeats that a silent worker has expired. */
async function outlast(
  { beatAndReap }: TestWorker,
  beside: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (let heartbeats = 0; heartbeats < 25; heartbeats += 1) {
    await beside();
    await beatAndReap();
  }
}

const isKnown = async ({ worker }: TestWorker) =>
  (await database.row(sql`select from delivery_workers where id = ${worker}`)) !== undefined;

/** One delivery that `holder` has leased, so that no other worker can claim it. */
async function leasedBy(holder: TestWorker) {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event();
  await holder.beatAndReap();
  const [leased] = await claimBy(holder.worker);
  assert.ok(leased);
  return { leased, webhook, receiver };
}

test('a worker that sends heartbeats keeps its leases; one that misses twenty loses them', async () => {
  const [one, other] = [openWorker(), openWorker()];
  const { leased } = await leasedBy(one);
  await outlast(other, one.beatAndReap);
  assert.equal(other.reaped.times, 0);
  assert.deepEqual(await claimBy(other.worker), []);
  // From here on the first worker is silent.
  for (let heartbeats = 0; heartbeats < 19; heartbeats += 1) await other.beatAndReap();
  assert.equal(other.reaped.times, 0);
  await outlast(other);
  assert.equal(other.reaped.times, 1);
  assert.equal(await isKnown(one), false);
  const [again] = await claimBy(other.worker);
  assert.deepEqual([again?.id, again?.takenOver], [leased.id, true]);
});

test('heartbeats that the database did not answer do not count as missed', async () => {
  let isAway = false;
  const rows = ((statement) =>
    isAway ? Promise.reject(new Error('away')) : database.rows(statement)) as typeof database.rows;
  const [crashed, watcher] = [openWorker(), openWorker({ ...database, rows })];
  await leasedBy(crashed);
  for (let heartbeats = 0; heartbeats < 19; heartbeats += 1) await watcher.beatAndReap();
  isAway = true;
  await assert.rejects(watcher.beatAndReap());
  isAway = false;
  for (let heartbeats = 0; heartbeats < 19; heartbeats += 1) await watcher.beatAndReap();
  assert.equal(watcher.reaped.times, 0);
  await outlast(watcher);
  assert.equal(watcher.reaped.times, 1);
});

test('a worker that sends a heartbeat after it was read is not reaped', async () => {
  const one = openWorker();
  const { leased } = await leasedBy(one);
  const { heartbeats } = (await database.row<{ heartbeats: number }>(
    sql`select heartbeats from delivery_workers where id = ${one.worker}`,
  ))!;
  await one.beatAndReap();
  assert.equal(await reapWorkers(database, [{ id: one.worker, heartbeats }]), 0);
  assert.ok(await isKnown(one));
  assert.deepEqual(await claimBy(one.worker), []);
  assert.equal(await reapWorkers(database, [{ id: one.worker, heartbeats: heartbeats + 1 }]), 1);
  assert.deepEqual(await claimBy(one.worker), [], 'a reaped worker claims nothing');
  await one.beatAndReap();
  assert.deepEqual(
    (await claimBy(one.worker)).map(({ id }) => id),
    [leased.id],
    'until its next heartbeat',
  );
});

test('a worker whose claim is still running is reaped later, and nobody waits for its claim', async () => {
  const one = openWorker();
  const receiver = await world.receiver();
  await world.register(receiver.url);
  await world.event();
  await one.beatAndReap();
  const { heartbeats } = (await database.row<{ heartbeats: number }>(
    sql`select heartbeats from delivery_workers where id = ${one.worker}`,
  ))!;
  const expired = [{ id: one.worker, heartbeats }];
  await database.transaction(async (tx) => {
    assert.equal((await claimBy(one.worker, tx)).length, 1);
    assert.equal(await reapWorkers(database, expired), 0);
  });
  assert.equal(await reapWorkers(database, expired), 1);
});

test('a stopping worker sends heartbeats until its calls are recorded, and is then removed', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 1500 }) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event();
  await receiver.received(1);
  const holder = () =>
    database.row<{ id: string; heartbeats: number }>(sql`
      select w.id, w.heartbeats from delivery_workers w join webhook_deliveries d on d.leased_by = w.id
      where d.webhook_id = ${webhook.id}`);
  const stopping = worker.stop();
  const before = (await holder())!;
  await eventually(holder, (after) => after === undefined || after.heartbeats > before.heartbeats);
  await stopping;
  const [delivery] = await world.deliveries(webhook.id);
  assert.equal(delivery?.status, 'delivered');
  assert.equal(await database.row(sql`select from delivery_workers where id = ${before.id}`), undefined);
});

test('leases that a worker does not track are released; tracked and new ones are not', async () => {
  const one = openWorker();
  const { leased, webhook } = await leasedBy(one);
  assert.equal(await releaseUntracked(database, one.worker, []), 0, 'too new: its claim may still be running');
  await world.passTime(6000);
  assert.equal(await releaseUntracked(database, one.worker, [leased.id]), 0);
  assert.equal(await releaseUntracked(database, randomUUID(), []), 0);
  assert.equal(await releaseUntracked(database, one.worker, []), 1);
  assert.deepEqual(
    (await world.deliveries(webhook.id)).map(({ leased }) => leased),
    [false],
  );
  await removeWorker(database, one.worker);
});

test('if the answer of a claim is lost, the same worker sends the delivery within seconds', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event();
  let lost = 0;
  const rows = (async (statement) => {
    const found = await database.rows<{ leases?: unknown }>(statement);
    if (lost > 0 || !found.some(({ leases }) => leases != null)) return found;
    lost += 1;
    throw new Error('the connection broke');
  }) as typeof database.rows;
  const worker = world.startWorker({}, { db: { ...database, rows } });
  await eventually(
    () => world.deliveries(webhook.id),
    ([delivery]) => delivery?.status === 'delivered',
  );
  assert.deepEqual([lost, receiver.requests.length], [1, 1]);
  await worker.stop();
});
