// Manual deliveries through the shipped worker: tests of an endpoint, and resends.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { testFormat } from '../../../src/api/v2/notification-format.ts';
import { inTransaction } from '../../../src/context.ts';
import { listAttempts } from '../../../src/features/webhooks/attempt-actions.ts';
import { explainAttempt } from '../../../src/features/webhooks/attempt-explanations.ts';
import { examineEndpoint } from '../../../src/features/webhooks/endpoint-doctor.ts';
import { failedKinds, resendNotifications } from '../../../src/features/webhooks/resend-actions.ts';
import { sendTest } from '../../../src/features/webhooks/test-delivery-actions.ts';
import { rotateWebhookSecret, updateWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { answer, inTurn, verifiesStandardWebhook, verifiesXSignature } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const live = () => world.callerOf('live');
const format = testFormat('https://probity.example');
const send = (webhookId: string, waitSeconds = 10, caller = live()) =>
  sendTest(ctx, caller, { webhookId, waitSeconds, format });

test('a test is signed and sent like any notification, and its attempt is returned', async () => {
  const receiver = await world.receiver({ behave: answer(204) });
  const { webhook, token } = await world.register(receiver.url, { events: ['report.withdrawn'] });
  const worker = world.startWorker();
  const { deliveryId, attempt } = await send(webhook.id);
  const [request] = await receiver.received(1);
  assert.ok(verifiesXSignature(request!, token!) && verifiesStandardWebhook(request!, token!, ctx.now()));
  new Webhook(token!).verify(request!.body, request!.headers);
  const { payload } = JSON.parse(request!.body.toString());
  assert.deepEqual(payload, {
    resource_type: 'test',
    action: 'webhook.test',
    object: {
      id: deliveryId,
      status: 'test',
      completed_at: payload.object.completed_at,
      href: `https://probity.example/vftapi/v2/webhooks/${webhook.id}/attempts`,
    },
  });
  assert.equal(request!.headers['webhook-id'], deliveryId);
  assert.equal(request!.headers['webhook-sequence'], undefined);
  assert.equal(request!.headers['webhook-event-id'], undefined);
  assert.deepEqual([attempt!.status, attempt!.manual, attempt!.eventId, attempt!.number], [204, true, null, 1]);
  // A disabled webhook can be tested too, so that its owner can fix the endpoint first.
  await updateWebhook(ctx, live(), webhook.id, { enabled: false });
  assert.equal((await send(webhook.id)).attempt!.status, 204);
  await worker.stop();
});

test('a failed test is sent once, and gives the reason', async () => {
  const receiver = await world.receiver({ behave: answer(503) });
  const { webhook } = await world.register(receiver.url);
  const told: string[] = [];
  const observer = {
    attempted: (outcome: string) => told.push(outcome),
    delivered: () => told.push('delivered'),
    exhausted: (reason: string) => told.push(reason),
    waiting: () => undefined,
    tookOver: () => undefined,
  };
  const worker = world.startWorker({ observer });
  const { attempt, deliveryId } = await send(webhook.id);
  assert.deepEqual([attempt!.status, attempt!.reason, attempt!.nextAttemptAt], [503, 'not_acknowledged', null]);
  // It causes no alert.
  assert.deepEqual(told, []);
  await assert.rejects(resendNotifications(ctx, live(), webhook.id, { deliveryId }), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.match(error.fields.delivery_id![0]!, /is a test, which is not sent again: POST \S+\/test sends another/);
    return true;
  });
  const [row] = await world.deliveries(webhook.id);
  assert.deepEqual([row!.status, row!.attempts], ['exhausted', 1]);
  await worker.stop();
});

test('failed tests, of either environment, delay no notification', async () => {
  const isTest = ({ body }: { readonly body: Buffer }) => body.includes('webhook.test');
  const receiver = await world.receiver({
    behave: (request, socket, index) => answer(isTest(request) ? 400 : 200)(request, socket, index),
  });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  for (let n = 0; n < 12; n += 1)
    assert.equal((await send(webhook.id, 10, world.callerOf('test'))).attempt?.status, 400);
  await world.event();
  await eventually(
    () => Promise.resolve(receiver.requests.filter((request) => !isTest(request)).length),
    (count) => count === 1,
    5000,
  );
  await worker.stop();
});

test('a failed test does not count as the probe of a paused endpoint: waiting notifications are sent right after it', async () => {
  const isTest = ({ body }: { readonly body: Buffer }) => body.includes('webhook.test');
  const receiver = await world.receiver({
    behave: (request, socket, index) => answer(isTest(request) ? 404 : 200)(request, socket, index),
  });
  const { webhook } = await world.register(receiver.url);
  await database.run(sql`
    update webhook_health set consecutive_failures = 10, failing_since = now(), pauses = 1, open_until = now() + interval '1 minute'
    where webhook_id = ${webhook.id}`);
  for (let n = 0; n < 3; n += 1) await world.event();
  const worker = world.startWorker();
  assert.equal((await send(webhook.id)).attempt?.status, 404);
  await receiver.received(4);
  await worker.stop();
});

test('without a worker the call returns when its time is over, and in a transaction at once', async () => {
  const { webhook } = await world.register('https://127.0.0.1:9/hook');
  const startedAt = performance.now();
  const { deliveryId, attempt } = await send(webhook.id, 0.3);
  assert.ok(performance.now() - startedAt >= 250);
  assert.equal(attempt, null);
  assert.deepEqual(
    (await world.deliveries(webhook.id)).map(({ id }) => id),
    [deliveryId],
  );
  const inside = await inTransaction(ctx, (tx) =>
    sendTest(tx, live(), { webhookId: webhook.id, waitSeconds: 10, format }),
  );
  assert.equal(inside.attempt, null);
  await assert.rejects(
    send(webhook.id, 0, world.callerOf('live', randomUUID())),
    (error) => error instanceof Refusal && error.reason === 'not_found',
  );
});

test('a given-up notification is resent with the same id, bytes and number, and names its event', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(500), answer(500), answer(200)) });
  const { webhook, token } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event('check.completed');
  await receiver.received(1);
  await eventually(
    () => world.deliveries(webhook.id),
    ([row]) => row?.attempts === 1 && !row.leased,
  );
  await database.run(sql`
    update webhook_deliveries set status = 'exhausted', reason = 'window_over', finished_at = now(),
      created_at = created_at - interval '20 hours'
    where webhook_id = ${webhook.id}`);
  const resend = () => resendNotifications(ctx, live(), webhook.id, { failed: failedKinds });
  for (const status of ['exhausted', 'delivered']) {
    assert.equal((await resend()).count, 1);
    await eventually(
      () => world.deliveries(webhook.id),
      ([row]) => row?.status === status && !row.leased,
    );
  }
  const [first, second, third] = await receiver.received(3);
  for (const request of [second!, third!]) {
    assert.ok(request.body.equals(first!.body));
    for (const header of ['webhook-id', 'webhook-sequence', 'webhook-event-id']) {
      assert.ok(request.headers[header]);
      assert.equal(request.headers[header], first!.headers[header]);
    }
    assert.ok(verifiesXSignature(request, token!));
  }
  const event = await database.row<{ id: string }>(sql`
    select id from events where account_id = ${live().accountId} and notifies`);
  assert.equal(first!.headers['webhook-event-id'], event!.id);
  const asked = { webhookId: webhook.id, outcome: undefined, page: { page: 1, perPage: 10 } };
  const { attempts } = await listAttempts(ctx, live(), asked);
  assert.deepEqual(
    attempts.map(({ number, manual, sequence, status }) => [number, manual, sequence, status]),
    [
      [3, true, 1, 200],
      [2, true, 1, 500],
      [1, false, 1, 500],
    ],
  );
  await sleep(50);
  assert.equal(receiver.requests.length, 3);
  await worker.stop();
});

test('a delivered notification stays delivered when its resend fails, and is not listed as failed', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(200), answer(500)) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event();
  const settled = (attempts: number) =>
    eventually(
      () => world.deliveries(webhook.id),
      ([row]) => row?.attempts === attempts && !row.leased,
    );
  const [delivery] = await settled(1);
  await resendNotifications(ctx, live(), webhook.id, { deliveryId: delivery!.id });
  const [again] = await settled(2);
  assert.equal(again!.status, 'delivered');
  const times = await database.row<{ finishedAt: Date; resentAt: Date }>(sql`
    select d.finished_at as "finishedAt", a.started_at as "resentAt"
    from webhook_deliveries d join webhook_attempts a on a.account_id = d.account_id and a.delivery_id = d.id
    where d.id = ${delivery!.id} and a.number = 2`);
  assert.ok(times!.finishedAt < times!.resentAt, 'it is still said when it was delivered');
  assert.deepEqual(
    (await world.attempts(delivery!.id)).map(({ status }) => status),
    [200, 500],
  );
  assert.equal((await resendNotifications(ctx, live(), webhook.id, { failed: failedKinds })).count, 0);
  // The failure counts for the endpoint's health, which is updated after the record.
  await eventually(
    () =>
      database.row<{ failures: number }>(sql`
        select consecutive_failures as failures from webhook_health where webhook_id = ${webhook.id}`),
    (health) => health?.failures === 1,
  );
  await worker.stop();
});

test('if a secret is damaged nothing is sent, the attempt and the endpoint check say why, and a rotation fixes it', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await database.run(sql`update webhooks set sealed_secret = 'x' where id = ${webhook.id}`);
  const worker = world.startWorker();
  const { attempt } = await send(webhook.id);
  assert.deepEqual([attempt?.reason, attempt?.status, attempt?.totalMs], ['secret_unreadable', null, 0]);
  assert.match(explainAttempt(attempt!.reason, null), /^Nothing was sent: .* Rotate the secret/);
  const findings = await examineEndpoint(ctx, live(), webhook.id, format);
  assert.deepEqual(
    findings.map(({ subject, status }) => [subject, status]),
    [['signature', 'problem']],
  );
  assert.equal(receiver.requests.length, 0);
  const { token } = await rotateWebhookSecret(ctx, live(), webhook.id);
  assert.equal((await send(webhook.id)).attempt?.status, 200);
  assert.ok(verifiesStandardWebhook(receiver.requests[0]!, token));
  await worker.stop();
});
