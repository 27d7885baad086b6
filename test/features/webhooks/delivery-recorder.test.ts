import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { createDeliveryRecorder } from '../../../src/features/webhooks/delivery-recorder.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { eventually, recordOf, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
await world.knowWorkers('recorder');

test('a record that cannot be written delays no other: it is written without its attempt, or dropped', async () => {
  const { webhook } = await world.register('https://127.0.0.1:9/poison');
  await world.events(3, world.callerOf('live'));
  const worker = 'recorder';
  const claim = { worker, after: firstEndpoint, atMost: 10, atMostPerEndpoint: 10, limits: new Map<string, number>() };
  const [overflowing, nameless, sound] = (await claimDeliveries(database, claim)).deliveries;
  const said: string[] = [];
  const log = { ...ctx.log, error: (message: string) => void said.push(message) };
  let told = 0;
  const recorder = createDeliveryRecorder({ db: database, log }, worker, (records) => {
    told += records.length;
  });
  const record = recordOf(sound!);
  const records: DeliveryRecord[] = [
    { ...record, id: overflowing!.id, attempt: { ...record.attempt, totalMs: 2 ** 31 } },
    { ...record, id: nameless!.id, accountId: 'of nobody' },
    record,
  ];
  for (const each of records) recorder.add(each);
  await recorder.finish(10_000);
  assert.deepEqual([recorder.waiting, recorder.isBehind, told], [0, false, 3]);
  assert.deepEqual(said, ['attempt not recorded', 'attempt not recorded', 'delivery not recorded']);
  const left = new Map((await world.deliveries(webhook.id)).map((row) => [row.id, [row.status, row.attempts]]));
  assert.deepEqual(
    [overflowing, nameless, sound].map((delivery) => left.get(delivery!.id)),
    [
      ['delivered', 1],
      ['due', 0],
      ['delivered', 1],
    ],
  );
});

test('giving up stops while records cannot be written', async () => {
  await database.run(sql`delete from webhooks`);
  const { webhook } = await world.register('https://127.0.0.1:9/away');
  await world.events(3000, world.callerOf('live'));
  await world.passTime(12 * 3_600_000);
  const failing = {
    ...database,
    row: ((statement) =>
      statement.text.includes('webhook_attempts')
        ? Promise.reject(new Error('away'))
        : database.row(statement)) as typeof database.row,
  };
  const worker = world.startWorker({}, { db: failing });
  const leased = async () => (await world.deliveries(webhook.id)).filter((row) => row.leased).length;
  // When it gives up the next time.
  await eventually(leased, (count) => count > 0);
  // Long enough for all of it.
  await sleep(1500);
  const claimed = await leased();
  assert.ok(claimed <= 2000, `${claimed} claimed`);
  await worker.stop();
  await database.run(sql`delete from webhooks`);
});

test('an attempt at an endpoint whose health row is locked is applied once it is unlocked, even if no other attempt follows', async () => {
  const { webhook } = await world.register('https://127.0.0.1:9/held');
  await world.events(1, world.callerOf('live'));
  const worker = 'recorder';
  const claim = { worker, after: firstEndpoint, atMost: 10, atMostPerEndpoint: 10, limits: new Map<string, number>() };
  const { deliveries } = await claimDeliveries(database, claim);
  const { accountId, id, createdAt, webhookId } = deliveries.find((delivery) => delivery.webhookId === webhook.id)!;
  const recorder = createDeliveryRecorder(ctx, worker, () => undefined);
  const at = new Date();
  await database.transaction(async (tx) => {
    await tx.run(sql`update webhook_health set pauses = pauses where webhook_id = ${webhookId}`);
    const given = {
      accountId,
      id,
      createdAt,
      status: 'due',
      dueAt: at,
      reason: null,
      number: null,
      attempt: null,
    } as const;
    const about = { accountId, webhookId, startedAt: at, endedAt: at, probe: false, random: 0.5 };
    recorder.add(given, { ...about, acknowledged: false });
    await sleep(300);
  });
  await recorder.finish(5000);
  const health = await database.row<{ failures: number }>(sql`
    select consecutive_failures as failures from webhook_health where webhook_id = ${webhookId}`);
  assert.equal(health?.failures, 1);
});
