// Races between a claim, its call and its record, made certain by delays.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { recordDeliveries } from '../../../src/features/webhooks/delivery-store.ts';
import { startDeliveryWorker } from '../../../src/features/webhooks/delivery-worker.ts';
import { resendNotifications } from '../../../src/features/webhooks/resend-actions.ts';
import { removeWebhook } from '../../../src/features/webhooks/webhook-deletion-store.ts';
import { type Db, type Sql, sql } from '../../../src/platform/db/database.ts';
import type { AccountKeys } from '../../../src/platform/encryption/account-keys.ts';
import { answer } from '../../support/webhook-receiver.ts';
import { eventually, recordOf, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { database } = world;
const hour = 3_600_000;

type Statement = Parameters<typeof database.run>[0];

const ended = (webhookId: string, attempts: number) =>
  eventually(
    () => world.deliveries(webhookId),
    (rows) => rows.length > 0 && rows.every((row) => row.attempts === attempts && row.status !== 'due' && !row.leased),
    10_000,
  );

test('no attempt starts after the window of twelve hours, however late its call comes after the claim', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event();
  await world.passTime(12 * hour - 11_500);
  const slow = {
    ...database,
    async run(statement: Statement) {
      if (statement.text.includes('set body =')) await sleep(2000);
      return database.run(statement);
    },
  };
  const worker = world.startWorker({}, { db: slow });
  const [delivery] = await ended(webhook.id, 0);
  assert.deepEqual([delivery!.status, receiver.requests.length], ['exhausted', 0]);
  await worker.stop();
});

test('a delivery that was claimed again before it was recorded, because the clock jumped, is not sent again', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 3000 }) });
  const { webhook } = await world.register(receiver.url);
  let claims = 0;
  const late = {
    ...database,
    async rows(statement: Statement) {
      const found = await database.rows<{ leases?: unknown }>(statement);
      // The second claim is committed, and its result arrives after that of the record.
      if (found.some(({ leases }) => leases != null) && ++claims === 2) {
        await ended(webhook.id, 1);
        await sleep(200);
      }
      return found;
    },
  } as typeof database;
  const worker = world.startWorker({}, { db: late });
  await world.event();
  await receiver.received(1);
  await world.passTime(hour);
  await eventually(
    () => Promise.resolve(claims),
    (count) => count === 2,
  );
  await ended(webhook.id, 1);
  await sleep(500);
  await worker.stop();
  assert.equal(receiver.requests.length, 1);
});

test('a later notification of a check is sent as soon as the earlier one is recorded, without waiting for the next poll', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url, { ordered: true });
  const checkId = randomUUID();
  const slow = {
    ...database,
    async row(statement: Statement) {
      if (statement.text.includes('insert into webhook_attempts')) await sleep(200);
      return database.row(statement);
    },
  } as typeof database;
  const types = ['check.created', 'check.started', 'check.completed'] as const;
  for (const type of types) await world.storeEventsOf([checkId], world.callerOf('live'), type);
  const { ctx } = world;
  const formats = { v1: () => assert.fail(), v2: () => Buffer.from('{}') };
  // Without a connection the worker is not notified of new deliveries either.
  const worker = startDeliveryWorker({ ...ctx, db: slow }, { formats, pollMs: 60_000 });
  world.onClose(() => worker.stop());
  await ended(webhook.id, 1);
  assert.equal(receiver.requests.length, (await world.deliveries(webhook.id)).length);
  await worker.stop();
});

test('a notification whose body cannot be written delays no other, and does not end the process', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  let written = 0;
  const worker = world.startWorker({
    formats: {
      v1: () => assert.fail(),
      v2: () => {
        written += 1;
        if (written === 1) throw new Error('cannot be written');
        return Buffer.from('{}');
      },
    },
  });
  await world.event();
  await world.event();
  await receiver.received(1);
  await worker.stop();
  assert.equal(receiver.requests.length, 1);
  // Its lease must end first.
  await world.passTime(hour);
  const next = world.startWorker();
  await ended(webhook.id, 1);
  await next.stop();
});

test('a worker that is stopping starts no more calls, and releases what it has claimed', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  let storing = false;
  const slow = {
    ...database,
    async run(statement: Statement) {
      const isBodies = statement.text.includes('set body =');
      storing ||= isBodies;
      if (isBodies) await sleep(500);
      return database.run(statement);
    },
  };
  const worker = world.startWorker({}, { db: slow });
  await world.event();
  await eventually(
    () => Promise.resolve(storing),
    (begun) => begun,
  );
  await worker.stop();
  const [delivery] = await world.deliveries(webhook.id);
  assert.deepEqual([delivery!.status, delivery!.leased, receiver.requests.length], ['due', false, 0]);
  const next = world.startWorker();
  await ended(webhook.id, 1);
  await next.stop();
});

test('a worker that is suspended while its claim is answered blocks no other, and other workers take over what it had claimed', async (t) => {
  const receiver = await world.receiver();
  const crowd = await world.receiver();
  const others = world.callerOf('live', await world.newAccount());
  await world.register(receiver.url);
  for (let n = 0; n < 50; n += 1) await world.register(`${crowd.url}/${n}`, {}, others);
  await world.events(20, others);
  const frozen = randomUUID();
  await world.knowWorkers(frozen);
  const client = new pg.Client(world.connection);
  client.on('error', () => undefined);
  await client.connect();
  // The answer is not read, as by a process that is suspended.
  (client as unknown as { connection: { stream: { pause(): void } } }).connection.stream.pause();
  const rows = async ({ text, values }: Sql) => (await client.query(text, [...values])).rows;
  const claim = { worker: frozen, after: firstEndpoint, atMost: 500, atMostPerEndpoint: 10, limits: new Map() };
  claimDeliveries({ rows } as unknown as Db, claim).catch(() => undefined);
  const leased = () =>
    database.row<{ count: number }>(sql`select count(*) from webhook_deliveries where leased_by = ${frozen}`);
  await eventually(leased, (found) => found?.count === 500);
  const worker = world.startWorker();
  t.after(() => worker.stop());
  await world.event();
  await receiver.received(1);
  await crowd.received(500);
  await database.run(sql`update webhook_deliveries set leased_until = now() where leased_by = ${frozen}`);
  await crowd.received(1000);
  await worker.stop();
  assert.equal(new Set(crowd.requests.map(({ headers }) => headers['webhook-id'])).size, 1000);
  client.end().catch(() => undefined);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
});

test('an endpoint whose health row is locked delays no other, and is notified once it is unlocked', async () => {
  const [held, free] = [await world.receiver(), await world.receiver()];
  const { webhook } = await world.register(held.url);
  await world.register(free.url);
  const worker = world.startWorker();
  await database.transaction(async (tx) => {
    await tx.run(sql`update webhook_health set pauses = pauses where webhook_id = ${webhook.id}`);
    await world.event();
    await free.received(1);
  });
  await held.received(1);
  await worker.stop();
});

/** Keys of which the first cannot be read, because the connection breaks. */
function breakOnce(): AccountKeys {
  let left = 1;
  const { keys } = world.ctx;
  return {
    ...keys,
    forAccount: (id) =>
      left-- > 0 ? Promise.reject(new Error('Connection terminated unexpectedly')) : keys.forAccount(id),
  };
}

for (const how of ['by itself', 'asked for by hand'] as const) {
  test(`a notification sent ${how} while its key cannot be read is sent as soon as it can, as its first attempt`, async () => {
    const receiver = await world.receiver();
    const { webhook } = await world.register(receiver.url);
    await world.event();
    if (how === 'asked for by hand') {
      await database.run(sql`
        update webhook_deliveries set status = 'exhausted', reason = 'window_over', finished_at = now()
        where webhook_id = ${webhook.id}`);
      await resendNotifications(world.ctx, world.callerOf('live'), webhook.id, { failed: ['exhausted'] });
    }
    const worker = world.startWorker({}, { keys: breakOnce() });
    await receiver.received(1);
    const [delivery] = await ended(webhook.id, 1);
    assert.deepEqual([delivery!.status, receiver.requests.length], ['delivered', 1]);
    await worker.stop();
  });
}

test('notifications are sent although the database takes seconds for each claim', async () => {
  const receiver = await world.receiver();
  await world.register(receiver.url);
  const slow = {
    ...database,
    async rows(statement: Statement) {
      const found = await database.rows<{ leases?: unknown }>(statement);
      if (found.some(({ leases }) => leases != null)) await sleep(5200);
      return found;
    },
  } as typeof database;
  const worker = world.startWorker({}, { db: slow });
  await world.event();
  await receiver.received(1);
  await worker.stop();
});

test('an attempt that is recorded while its webhook is being deleted is deleted with it', async () => {
  const { webhook } = await world.register('https://8.8.8.8/hook');
  await world.event();
  const worker = randomUUID();
  await world.knowWorkers(worker);
  const ask = { worker, after: firstEndpoint, atMost: 1000, atMostPerEndpoint: 1000, limits: new Map() };
  const { deliveries } = await claimDeliveries(database, ask);
  const delivery = deliveries.find(({ webhookId }) => webhookId === webhook.id)!;
  let deletion: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    assert.equal(await recordDeliveries(tx, worker, [recordOf(delivery)]), 1);
    deletion = removeWebhook(database, delivery.accountId, webhook.id);
    const waiting = () =>
      database.row<{ count: number }>(sql`
        select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    await eventually(waiting, (found) => found!.count > 0);
  });
  await deletion;
  const left = await database.rows(sql`select from webhook_attempts where delivery_id = ${delivery.id}`);
  assert.deepEqual([await world.deliveries(webhook.id), left], [[], []]);
});
