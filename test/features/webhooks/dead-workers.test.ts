import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findUnlockedWorkers, signsOfLife } from '../../../src/features/webhooks/dead-worker-store.ts';
import { createReaper } from '../../../src/features/webhooks/dead-workers.ts';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { hearNotifications } from '../../../src/platform/db/notifications.ts';
import { answer } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;

/** As a worker's process is seen from outside: a session, until it is ended, and what it has claimed. */
async function openWorker() {
  const worker = randomUUID();
  const { connection } = world;
  const heard = hearNotifications({ connection, log: ctx.log, channels: {}, first: signsOfLife(worker) });
  const find = () => database.row(sql`select from delivery_workers where id = ${worker}`);
  await eventually(find, (row) => row !== undefined);
  const limits = new Map<string, number>();
  const places = { after: firstEndpoint, atMost: 100, atMostPerEndpoint: 100 };
  return {
    worker,
    claim: () => claimDeliveries(database, { worker, ...places, limits }),
    /** The connection breaks; the process, if it lives, makes another. */
    async loseSession(): Promise<void> {
      await database.run(sql`
        select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and granted
          and (classid::bigint << 32 | objid::bigint) = hashtextextended('delivery worker ' || ${worker}::text, 0)`);
    },
    die: () => heard.stop(),
  };
}

/** Looks as often as it takes to be sure. */
async function lookWell(look: () => Promise<void>): Promise<void> {
  for (let looks = 0; looks < 4; looks += 1) await look();
}

const isUnlocked = async (worker: string) => (await findUnlockedWorkers(database, '')).includes(worker);

test('what a dead worker held is free after four looks, and never before', async () => {
  const receiver = await world.receiver();
  await world.register(receiver.url);
  await world.event();
  const dead = await openWorker();
  const [held] = await dead.claim();
  assert.ok(held);
  let ended = 0;
  const look = createReaper(ctx, randomUUID(), () => {
    ended += 1;
  });
  await lookWell(look);
  await lookWell(look);
  assert.deepEqual(await dead.claim(), [], 'who lives keeps what it holds');
  await dead.die();
  await eventually(() => isUnlocked(dead.worker), Boolean);
  await look();
  await look();
  await look();
  assert.equal(ended, 0);
  await look();
  assert.equal(ended, 1);
  const next = await openWorker();
  const [again] = await next.claim();
  assert.deepEqual([again?.id, again?.takenOver], [held.id, true]);
  assert.equal(await database.row(sql`select from delivery_workers where id = ${dead.worker}`), undefined);
  await next.die();
});

test('a worker whose session broke and came back is not taken for dead', async () => {
  const alive = await openWorker();
  const look = createReaper(ctx, randomUUID(), () => undefined);
  await alive.loseSession();
  await look();
  await look();
  await look();
  await eventually(
    () => isUnlocked(alive.worker),
    (unlocked) => !unlocked,
  );
  await lookWell(look);
  assert.ok(await database.row(sql`select from delivery_workers where id = ${alive.worker}`), 'it is still known');
  await alive.die();
});

test('looks that the database did not answer count for nothing', async () => {
  const dead = await openWorker();
  await dead.die();
  await eventually(() => isUnlocked(dead.worker), Boolean);
  let isAway = false;
  let ended = 0;
  const db = {
    ...database,
    rows: ((statement) =>
      isAway ? Promise.reject(new Error('away')) : database.rows(statement)) as typeof database.rows,
  };
  const look = createReaper({ ...ctx, db }, randomUUID(), () => {
    ended += 1;
  });
  await look();
  await look();
  await look();
  isAway = true;
  await assert.rejects(look());
  isAway = false;
  await look();
  assert.equal(ended, 0);
  await look();
  await look();
  await look();
  assert.equal(ended, 1);
});

test('a worker that stops is alive until what it sent is recorded', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 700 }) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event();
  await receiver.received(1);
  const [row] = await database.rows<{ worker: string }>(
    sql`select leased_by as worker from webhook_deliveries where webhook_id = ${webhook.id}`,
  );
  const stopping = worker.stop();
  await sleep(200);
  assert.equal(await isUnlocked(row!.worker), false);
  await stopping;
  const [delivery] = await world.deliveries(webhook.id);
  assert.equal(delivery?.status, 'delivered');
  await eventually(() => isUnlocked(row!.worker), Boolean);
});

test('what a worker held whose process was killed is delivered within seconds', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event();
  const dead = await openWorker();
  assert.equal((await dead.claim()).length, 1);
  await dead.die();
  const worker = world.startWorker();
  await eventually(
    () => world.deliveries(webhook.id),
    ([delivery]) => delivery?.status === 'delivered',
  );
  await worker.stop();
});
