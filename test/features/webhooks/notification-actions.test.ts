// Notifications of both interfaces, sent by the shipped worker, as a user of the portal sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFormat as testFormatV1 } from '../../../src/api/v1/notification-format.ts';
import { testFormat } from '../../../src/api/v2/notification-format.ts';
import type { Authority, OrderScope } from '../../../src/context.ts';
import { examineEndpoint } from '../../../src/features/webhooks/endpoint-doctor.ts';
import { listNotifications, readNotification } from '../../../src/features/webhooks/notification-actions.ts';
import { createOrderWebhook, deleteOrderWebhook } from '../../../src/features/webhooks/order-webhook-actions.ts';
import { failedKinds, resendNotifications } from '../../../src/features/webhooks/resend-actions.ts';
import { listSubscriptions, readSubscription } from '../../../src/features/webhooks/subscription-actions.ts';
import { sendTest } from '../../../src/features/webhooks/test-delivery-actions.ts';
import { rotateWebhookSecret } from '../../../src/features/webhooks/webhook-actions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { answer, inTurn, verifiesStandardWebhook } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const base = 'https://probity.example';
const subsidiaryId = '00000000-0000-7000-8000-000000000001';
const scopeOf = (environment: 'live' | 'test', of: string | null = null): OrderScope & Authority => ({
  ...world.callerOf(environment),
  subsidiaryIds: of === null ? null : [of],
});
const page = (perPage = 20, number = 1) => ({ page: { page: number, perPage } });
const orderComplete = [{ eventType: 'OrderComplete', eventSubscribed: true }] as const;
const orderWebhook = async (url: string, environment: 'live' | 'test' = 'live') =>
  createOrderWebhook(ctx, world.callerOf(environment), undefined, { url, events: orderComplete, token: 'let me in' });
const isNotFound = (error: unknown) => error instanceof Refusal && error.reason === 'not_found';

test('lists the notifications of a webhook newest first, in pages, and reads one with its attempts and body', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(503), answer(200)) });
  const { webhook } = await orderWebhook(receiver.url);
  const { webhook: other } = await world.register('https://127.0.0.1:9/other');
  const worker = world.startWorker();
  await world.event('check.completed');
  const list = async (more = page(), scope = scopeOf('live')) => listNotifications(ctx, scope, more);
  const own = (more = page()) => list({ webhookId: webhook.id, ...more } as typeof more);
  const { notifications } = await eventually(own, (found) => found.notifications[0]?.attempts === 1);
  const [first] = notifications;
  assert.deepEqual(
    [first!.type, first!.outcome, first!.url, first!.interface, first!.webhookIsDeleted],
    ['OrderComplete', 'retrying', receiver.url, 'v1', false],
  );
  assert.ok(first!.nextAttemptAt! > first!.createdAt);
  await resendNotifications(ctx, world.callerOf('live'), webhook.id, { deliveryId: first!.id }, 'v1');
  await receiver.received(2);
  const read = () => readNotification(ctx, scopeOf('live'), { webhookId: webhook.id, id: first!.id });
  const { made, payload } = await eventually(read, ({ outcome }) => outcome === 'delivered');
  assert.deepEqual(
    made.map(({ status, manual }) => [status, manual]),
    [
      [503, false],
      [200, true],
    ],
  );
  assert.equal(payload, receiver.requests[0]!.body.toString());

  await world.event('check.completed');
  await world.event('report.completed');
  await worker.stop();
  const pages = [await own(page(1)), await own(page(1, 2)), await own(page(1, 3))];
  assert.deepEqual(
    pages.map(({ notifications: some, hasMore }) => [some.length, hasMore]),
    [
      [1, true],
      [1, false],
      [0, false],
    ],
  );
  const types = (await list()).notifications.map(({ type }) => type);
  assert.deepEqual(types.toSorted(), [
    'OrderComplete',
    'OrderComplete',
    'check.completed',
    'check.completed',
    'report.completed',
  ]);
  const ofSubsidiary = await list(page(), scopeOf('live', subsidiaryId));
  assert.deepEqual([...new Set(ofSubsidiary.notifications.map(({ interface: of }) => of))], ['v1']);
  assert.deepEqual((await list(page(), scopeOf('test'))).notifications, []);

  await assert.rejects(readNotification(ctx, scopeOf('live'), { webhookId: other.id, id: first!.id }), isNotFound);
  await deleteOrderWebhook(ctx, world.callerOf('live'), webhook.id);
  await assert.rejects(read(), isNotFound);
  const deleted = (await list()).notifications.filter(({ webhookIsDeleted }) => webhookIsDeleted);
  assert.deepEqual(
    deleted.map(({ type }) => type),
    ['OrderComplete', 'OrderComplete'],
  );
  await database.run(
    sql`update webhook_deliveries set created_at = now() - interval '31 days' where webhook_id = ${webhook.id}`,
  );
  assert.equal((await list()).notifications.length, 3);
});

test('a v1 webhook can be tested, checked and given a new secret in its own environment only', async () => {
  const receiver = await world.receiver({ behave: answer(200) });
  const { webhook, signingSecret } = await orderWebhook(receiver.url, 'test');
  const worker = world.startWorker();
  const [own, foreign] = [world.callerOf('test'), world.callerOf('live')];
  const asked = { webhookId: webhook.id, waitSeconds: 10, format: testFormatV1(base) };
  const { deliveryId, attempt } = await sendTest(ctx, own, asked, 'v1');
  assert.equal(attempt!.status, 200);
  const [sent] = receiver.requests;
  assert.deepEqual(JSON.parse(sent!.body.toString()), {
    OrderId: 0,
    EventType: 'Test',
    Order: `${base}/portal/webhooks/${webhook.id}/notifications/${deliveryId}?environment=test`,
  });
  assert.ok(verifiesStandardWebhook(sent!, signingSecret, ctx.now()));
  assert.match(sent!.headers['x-signature']!, /^[0-9a-f]{40}$/);
  const findings = await examineEndpoint(ctx, own, webhook.id, asked.format, 'v1');
  assert.deepEqual(findings.map(({ subject }) => subject).includes('signature'), false);
  assert.equal(receiver.requests[1]!.headers['x-signature'], sent!.headers['x-signature']);
  const { token } = await rotateWebhookSecret(ctx, own, webhook.id, { overlapHours: 0 }, 'v1');
  await sendTest(ctx, own, asked, 'v1');
  assert.ok(verifiesStandardWebhook(receiver.requests[2]!, token, ctx.now()));
  await worker.stop();
  for (const refused of [
    () => sendTest(ctx, foreign, asked, 'v1'),
    () => examineEndpoint(ctx, foreign, webhook.id, asked.format, 'v1'),
    () => rotateWebhookSecret(ctx, foreign, webhook.id, {}, 'v1'),
    () => resendNotifications(ctx, foreign, webhook.id, { failed: failedKinds }, 'v1'),
    // Interface v2 does not find it.
    () => sendTest(ctx, own, { ...asked, format: testFormat(base) }),
    () => rotateWebhookSecret(ctx, own, webhook.id),
  ]) {
    await assert.rejects(refused(), isNotFound);
  }
});

test('only users who see the whole account see v2 webhooks', async () => {
  const { webhook: orders } = await orderWebhook('https://127.0.0.1:9/orders');
  const { webhook: checks } = await world.register('https://127.0.0.1:9/checks');
  const listed = async (scope: OrderScope & Authority) =>
    (await listSubscriptions(ctx, scope)).map(({ webhook }) => webhook.id);
  assert.deepEqual(await listed(scopeOf('live')), [orders.id, checks.id]);
  assert.deepEqual(await listed(scopeOf('test')), [checks.id]);
  assert.deepEqual(await listed(scopeOf('live', subsidiaryId)), [orders.id]);
  assert.equal((await readSubscription(ctx, scopeOf('live', subsidiaryId), orders.id)).interface, 'v1');
  assert.equal((await readSubscription(ctx, scopeOf('test'), checks.id)).interface, 'v2');
  await assert.rejects(readSubscription(ctx, scopeOf('live', subsidiaryId), checks.id), isNotFound);
  await assert.rejects(readSubscription(ctx, scopeOf('test'), orders.id), isNotFound);
});
