import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { giveBackUnheld } from '../../../src/features/webhooks/delivery-store.ts';
import { createWorkerLife } from '../../../src/features/webhooks/worker-life.ts';
import { bury, forgetWorker } from '../../../src/features/webhooks/worker-life-store.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { answer } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;

// A claim is of all accounts: nothing of another test is due, and nobody of another one is dead.
beforeEach(async () => {
  await database.run(sql`delete from webhooks`);
  await database.run(sql`delete from delivery_workers`);
});

const claimBy = async (worker: string, db: Db = database) => {
  const places = { after: firstEndpoint, atMost: 100, atMostPerEndpoint: 100, limits: new Map<string, number>() };
  return (await claimDeliveries(db, { worker, ...places })).deliveries;
};

/** A worker that says that it lives, and buries who does not, whenever it is told to. */
function openWorker(db: Db = database) {
  const worker = randomUUID();
  const told = { ended: 0 };
  const life = createWorkerLife({ ...ctx, db }, worker, () => {
    told.ended += 1;
  });
  async function look(): Promise<void> {
    await life.look();
    await life.buryDead();
  }
  return { ...life, look, worker, told };
}

type Looker = ReturnType<typeof openWorker>;

/** So often that one who says nothing is surely dead. */
async function lookWell({ look }: Looker, beside: () => Promise<void> = async () => undefined): Promise<void> {
  for (let looks = 0; looks < 25; looks += 1) {
    await beside();
    await look();
  }
}

const isKnown = async ({ worker }: Looker) =>
  (await database.row(sql`select from delivery_workers where id = ${worker}`)) !== undefined;

/** One delivery that `holder` has claimed, and so nobody else may have. */
async function heldBy(holder: Looker) {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event();
  await holder.look();
  const [held] = await claimBy(holder.worker);
  assert.ok(held);
  return { held, webhook, receiver };
}

test('who says that it lives keeps what it holds; what one holds who does not is free after twenty looks', async () => {
  const [one, other] = [openWorker(), openWorker()];
  const { held } = await heldBy(one);
  await lookWell(other, one.look);
  assert.equal(other.told.ended, 0);
  assert.deepEqual(await claimBy(other.worker), []);
  // From here on the first one is silent.
  for (let looks = 0; looks < 19; looks += 1) await other.look();
  assert.equal(other.told.ended, 0);
  await lookWell(other);
  assert.equal(other.told.ended, 1);
  assert.equal(await isKnown(one), false);
  const [again] = await claimBy(other.worker);
  assert.deepEqual([again?.id, again?.takenOver], [held.id, true]);
});

test('looks that the database did not answer count for nothing', async () => {
  let isAway = false;
  const rows = ((statement) =>
    isAway ? Promise.reject(new Error('away')) : database.rows(statement)) as typeof database.rows;
  const [dead, looker] = [openWorker(), openWorker({ ...database, rows })];
  await heldBy(dead);
  for (let looks = 0; looks < 19; looks += 1) await looker.look();
  isAway = true;
  await assert.rejects(looker.look());
  isAway = false;
  for (let looks = 0; looks < 19; looks += 1) await looker.look();
  assert.equal(looker.told.ended, 0);
  await lookWell(looker);
  assert.equal(looker.told.ended, 1);
});

test('one who speaks between the last look and the burial is not buried', async () => {
  const one = openWorker();
  const { held } = await heldBy(one);
  const { beats } = (await database.row<{ beats: number }>(
    sql`select beats from delivery_workers where id = ${one.worker}`,
  ))!;
  await one.look();
  assert.equal(await bury(database, [{ id: one.worker, beats }]), 0);
  assert.ok(await isKnown(one));
  assert.deepEqual(await claimBy(one.worker), []);
  assert.equal(await bury(database, [{ id: one.worker, beats: beats + 1 }]), 1);
  assert.deepEqual(await claimBy(one.worker), [], 'and who is buried claims nothing');
  await one.look();
  assert.deepEqual(
    (await claimBy(one.worker)).map(({ id }) => id),
    [held.id],
    'until it speaks again',
  );
});

test('one whose claim the database is still at is left to a later burial, which nobody waits for', async () => {
  const one = openWorker();
  const receiver = await world.receiver();
  await world.register(receiver.url);
  await world.event();
  await one.look();
  const { beats } = (await database.row<{ beats: number }>(
    sql`select beats from delivery_workers where id = ${one.worker}`,
  ))!;
  const dead = [{ id: one.worker, beats }];
  await database.transaction(async (tx) => {
    assert.equal((await claimBy(one.worker, tx)).length, 1);
    assert.equal(await bury(database, dead), 0);
  });
  assert.equal(await bury(database, dead), 1);
});

test('a worker that stops lives until what it sent is recorded, and is then forgotten', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 1500 }) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event();
  await receiver.received(1);
  const holder = () =>
    database.row<{ id: string; beats: number }>(sql`
      select w.id, w.beats from delivery_workers w join webhook_deliveries d on d.leased_by = w.id
      where d.webhook_id = ${webhook.id}`);
  const stopping = worker.stop();
  const before = (await holder())!;
  await eventually(holder, (after) => after === undefined || after.beats > before.beats);
  await stopping;
  const [delivery] = await world.deliveries(webhook.id);
  assert.equal(delivery?.status, 'delivered');
  assert.equal(await database.row(sql`select from delivery_workers where id = ${before.id}`), undefined);
});

test('what was leased by us without our knowing is given back, what we hold or have just claimed is not', async () => {
  const one = openWorker();
  const { held, webhook } = await heldBy(one);
  assert.equal(await giveBackUnheld(database, one.worker, []), 0, 'a claim that we have yet to hear of');
  await world.passTime(6000);
  assert.equal(await giveBackUnheld(database, one.worker, [held.id]), 0);
  assert.equal(await giveBackUnheld(database, randomUUID(), []), 0);
  assert.equal(await giveBackUnheld(database, one.worker, []), 1);
  assert.deepEqual(
    (await world.deliveries(webhook.id)).map(({ leased }) => leased),
    [false],
  );
  await forgetWorker(database, one.worker);
});

test('a claim whose answer was lost is sent within seconds, by the worker that made it', async () => {
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
