import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { createDeliveryRecorder } from '../../../src/features/webhooks/delivery-recorder.ts';
import type { DeliveryRecord } from '../../../src/features/webhooks/delivery-store.ts';
import { webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;

test('a record that cannot be written holds up no other: it is written without its attempt, or dropped', async () => {
  const { webhook } = await world.register('https://127.0.0.1:9/poison');
  await world.events(3, world.callerOf('live'));
  const worker = 'recorder';
  const claim = { worker, after: firstEndpoint, atMost: 10, atMostPerEndpoint: 10, limits: new Map<string, number>() };
  const [overflowing, nameless, sound] = await claimDeliveries(database, claim);
  const said: string[] = [];
  const log = { ...ctx.log, error: (message: string) => void said.push(message) };
  let told = 0;
  const recorder = createDeliveryRecorder({ db: database, log }, worker, (records) => {
    told += records.length;
  });
  const answered = { startedAt: new Date(), dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 5 };
  const attempt = { ...answered, number: 1, status: 200, reason: null, answer: null };
  const record = {
    accountId: world.callerOf('live').accountId,
    status: 'delivered',
    dueAt: null,
    reason: null,
    attempt,
  } as const;
  const records: DeliveryRecord[] = [
    { ...record, id: overflowing!.id, attempt: { ...attempt, totalMs: 2 ** 31 } },
    { ...record, id: nameless!.id, accountId: 'of nobody' },
    { ...record, id: sound!.id },
  ];
  for (const each of records) recorder.add(each);
  await recorder.finish(10_000);
  assert.deepEqual([recorder.waiting, recorder.isBehind, told], [0, false, 3]);
  assert.deepEqual(said, ['attempt not recorded', 'attempt not recorded', 'delivery not recorded']);
  const left = new Map((await world.deliveries(webhook.id)).map((row) => [row.id, [row.status, row.attempts]]));
  assert.deepEqual(
    [overflowing, nameless, sound].map((delivery) => left.get(delivery!.id)),
    [
      ['delivered', 0],
      ['due', 0],
      ['delivered', 1],
    ],
  );
});
