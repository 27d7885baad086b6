import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { recordDeliveries } from '../../../src/features/webhooks/delivery-store.ts';
import { recordOf, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { database } = world;
await world.knowWorkers('slow');

test('a worker that leased a delivery again after its own lease had ended records only one of the two attempts', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event('check.completed');
  const limits = new Map<string, number>();
  const claim = { worker: 'slow', after: firstEndpoint, atMost: 10, atMostPerEndpoint: 10, limits };
  const {
    deliveries: [delivery],
  } = await claimDeliveries(database, claim);
  await world.passTime(61_000);
  assert.equal((await claimDeliveries(database, claim)).deliveries.length, 1);
  const delivered = recordOf(delivery!);
  await recordDeliveries(database, 'slow', [delivered, delivered]);
  await recordDeliveries(database, 'slow', [delivered]);
  assert.deepEqual(await world.attempts(delivery!.id), [{ number: 1, status: 200, reason: null }]);
  assert.deepEqual(
    (await world.deliveries(webhook.id)).map(({ status, attempts }) => ({ status, attempts })),
    [{ status: 'delivered', attempts: 1 }],
  );
});
