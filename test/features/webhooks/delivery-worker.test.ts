import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { claimDeliveries, firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import {
  answer,
  hang,
  inTurn,
  type ReceivedRequest,
  verifiesStandardWebhook,
  verifiesXSignature,
} from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const minute = 60_000;
const hour = 60 * minute;

async function claimNow(worker: string) {
  await world.knowWorkers(worker);
  const places = { after: firstEndpoint, atMost: 100, atMostPerEndpoint: 100, limits: new Map<string, number>() };
  return (await claimDeliveries(database, { worker, ...places })).deliveries;
}

/** Resolves when every delivery of the webhook is finished or waits for its retry. */
const settled = (webhookId: string, attempts: number) =>
  eventually(
    () => world.deliveries(webhookId),
    (rows) => rows.length > 0 && rows.every((row) => row.attempts === attempts && !row.leased),
  );

const idOf = (request: ReceivedRequest) => request.headers['webhook-id'];

test('delivers within a second of the event, with the interface’s payload and both signatures', async () => {
  const receiver = await world.receiver();
  const { webhook, token } = await world.register(receiver.url);
  const worker = world.startWorker({ pollMs: 60_000 });
  await sleep(300);
  const startedAt = performance.now();
  const checkId = await world.event('check.completed');
  const [request] = await receiver.received(1);
  // It would poll only a minute later.
  assert.ok(performance.now() - startedAt < 50_000);
  const { payload } = JSON.parse(request!.body.toString());
  assert.deepEqual(
    { ...payload, object: { ...payload.object, href: '', completed_at: '' } },
    {
      resource_type: 'check',
      action: 'check.completed',
      object: { id: checkId, status: 'complete', completed_at: '', href: '' },
    },
  );
  assert.match(payload.object.completed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.match(
    payload.object.href,
    new RegExp(`^https://probity.example/vftapi/v2/applicants/[0-9a-f-]{36}/checks/${checkId}$`),
  );
  assert.equal(request!.headers['content-type'], 'application/json');
  assert.ok(verifiesXSignature(request!, token!));
  assert.ok(verifiesStandardWebhook(request!, token!));
  new Webhook(token!).verify(request!.body, request!.headers);
  const [delivery] = await settled(webhook.id, 1);
  assert.equal(delivery!.status, 'delivered');
  assert.deepEqual(await world.attempts(delivery!.id), [{ number: 1, status: 200, reason: null }]);
  await worker.stop();
});

test('a client library written for Onfido accepts the notification', async () => {
  const receiver = await world.receiver();
  const { webhook, token } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event('check.started');
  const [request] = await receiver.received(1);
  const { handleEvent } = createRequire(import.meta.url)('@tradle/onfido-api/lib/webhooks')({ token: 'key' });
  const stream = Object.assign(new PassThrough(), { headers: request!.headers });
  stream.end(request!.body);
  assert.equal((await handleEvent(stream, token)).action, 'check.started');
  await settled(webhook.id, 1);
  await worker.stop();
});

test('a resend repeats the same id and bytes with a new timestamp, until it is acknowledged', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(500, { body: 'broken' }), answer(302), answer(204)) });
  const { webhook, token } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event('check.completed');
  await settled(webhook.id, 1);
  await world.passTime(2 * minute);
  await settled(webhook.id, 2);
  await world.passTime(20 * minute);
  const [delivery] = await settled(webhook.id, 3);
  assert.equal(delivery!.status, 'delivered');
  const [first, second, third] = receiver.requests;
  assert.deepEqual([idOf(second!), idOf(third!)], [idOf(first!), idOf(first!)]);
  assert.ok(second!.body.equals(first!.body) && third!.body.equals(first!.body));
  assert.notEqual(first!.headers['webhook-timestamp'], third!.headers['webhook-timestamp']);
  assert.ok(verifiesXSignature(third!, token!) && verifiesStandardWebhook(third!, token!, ctx.now()));
  assert.deepEqual(await world.attempts(delivery!.id), [
    { number: 1, status: 500, reason: 'not_acknowledged' },
    { number: 2, status: 302, reason: 'not_acknowledged' },
    { number: 3, status: 204, reason: null },
  ]);
  await worker.stop();
});

test('gives up after five attempts', async () => {
  const receiver = await world.receiver({ behave: answer(503) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event('check.completed');
  for (const [index, wait] of [0, 2 * minute, 20 * minute, 3 * hour, 8.5 * hour].entries()) {
    await world.passTime(wait);
    await settled(webhook.id, index + 1);
  }
  await world.passTime(24 * hour);
  await sleep(200);
  assert.equal(receiver.requests.length, 5);
  const [delivery] = await world.deliveries(webhook.id);
  assert.equal(delivery!.status, 'exhausted');
  await worker.stop();
});

test('sends nothing after the window of twelve hours', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event('check.completed');
  await world.passTime(12 * hour);
  const told: string[] = [];
  const ignore = () => undefined;
  const exhausted = (reason: string) => told.push(reason);
  const observer = { attempted: ignore, delivered: ignore, exhausted, waiting: ignore, tookOver: ignore };
  const worker = world.startWorker({ observer });
  await eventually(
    () => world.deliveries(webhook.id),
    ([row]) => row?.status === 'exhausted',
  );
  assert.deepEqual(told, ['window_over']);
  assert.equal(receiver.requests.length, 0);
  await worker.stop();
});

test('a disabled webhook gets nothing, not even what was due before', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event('check.completed');
  await updateWebhook(ctx, world.callerOf('live'), webhook.id, { enabled: false });
  await world.event('check.completed');
  const worker = world.startWorker();
  await eventually(
    () => world.deliveries(webhook.id),
    (rows) => rows.every((row) => row.status === 'exhausted'),
  );
  assert.equal((await world.deliveries(webhook.id)).length, 1);
  assert.equal(receiver.requests.length, 0);
  await worker.stop();
});

test('a webhook gets events of its environments only', async () => {
  const [liveOnly, sandboxOnly, both] = await Promise.all([world.receiver(), world.receiver(), world.receiver()]);
  await world.register(liveOnly.url, { environments: ['live'] });
  await world.register(sandboxOnly.url, { environments: ['sandbox'] });
  await world.register(both.url);
  const worker = world.startWorker();
  const liveCheck = await world.event('check.completed', world.callerOf('live'));
  const testCheck = await world.event('check.completed', world.callerOf('test'));
  await both.received(2);
  const checks = (requests: readonly ReceivedRequest[]) =>
    requests.map((request) => JSON.parse(request.body.toString()).payload.object.id).sort();
  assert.deepEqual(checks(both.requests), [liveCheck, testCheck].sort());
  assert.deepEqual(checks(await liveOnly.received(1)), [liveCheck]);
  assert.deepEqual(checks(await sandboxOnly.received(1)), [testCheck]);
  const href = JSON.parse(sandboxOnly.requests[0]!.body.toString()).payload.object.href;
  assert.match(href, /^https:\/\/probity.example\/vft-staging\/v2\//);
  await worker.stop();
});

test('live notifications that a test key asked for wait until a live key confirms them', async () => {
  const receiver = await world.receiver();
  await world.register(receiver.url, {}, world.callerOf('test'));
  const worker = world.startWorker();
  await world.event('check.completed', world.callerOf('live'));
  await world.event('check.completed', world.callerOf('test'));
  await receiver.received(1);
  await world.register(receiver.url, {}, world.callerOf('live'));
  await world.event('check.completed', world.callerOf('live'));
  await receiver.received(2);
  const bases = receiver.requests.map(
    (request) => JSON.parse(request.body.toString()).payload.object.href.split('/')[3],
  );
  assert.deepEqual(bases, ['vft-staging', 'vftapi']);
  await worker.stop();
});

test('a webhook that names events gets those, one that names none gets all, and neither gets events that do not notify', async () => {
  const [some, all] = await Promise.all([world.receiver(), world.receiver()]);
  await world.register(some.url, { events: ['check.started', 'check.completed'] });
  await world.register(all.url);
  const worker = world.startWorker();
  for (const type of ['check.created', 'check.started', 'check.on_hold', 'check.completed'] as const)
    await world.event(type);
  const actions = (requests: readonly ReceivedRequest[]) =>
    requests.map((request) => JSON.parse(request.body.toString()).payload.action).sort();
  assert.deepEqual(actions(await all.received(3)), ['check.completed', 'check.on_hold', 'check.started']);
  assert.deepEqual(actions(await some.received(2)), ['check.completed', 'check.started']);
  await worker.stop();
});

test('another account is not notified', async () => {
  const receiver = await world.receiver();
  await world.register(receiver.url);
  const { id } = await createAccount(ctx, 'system', { name: 'Others' });
  const worker = world.startWorker();
  await world.event('check.completed', world.callerOf('live', id));
  await world.event('check.completed');
  await receiver.received(1);
  await sleep(100);
  assert.equal(receiver.requests.length, 1);
  await worker.stop();
});

test('while a secret is rotated, X-Signature uses the old one and webhook-signature both', async () => {
  const receiver = await world.receiver();
  const { webhook, token: old } = await world.register(receiver.url);
  const { token } = await rotateWebhookSecret(ctx, world.callerOf('live'), webhook.id, { overlapHours: 2 });
  const worker = world.startWorker();
  await world.event('check.completed');
  const [during] = await receiver.received(1);
  assert.ok(verifiesXSignature(during!, old!));
  const now = ctx.now();
  assert.ok(verifiesStandardWebhook(during!, old!, now) && verifiesStandardWebhook(during!, token, now));
  await world.passTime(2 * hour);
  await world.event('check.completed');
  const [, later] = await receiver.received(2);
  assert.ok(verifiesXSignature(later!, token) && verifiesStandardWebhook(later!, token, ctx.now()));
  assert.ok(!verifiesXSignature(later!, old!) && !verifiesStandardWebhook(later!, old!, ctx.now()));
  await worker.stop();
});

test('what a crashed worker had claimed is delivered by another worker when its lease ends', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  await world.event('check.completed');
  const claimed = await claimNow(randomUUID());
  assert.equal(claimed.length, 1);
  let takenOver = 0;
  const ignore = () => undefined;
  const observer = {
    attempted: ignore,
    delivered: ignore,
    exhausted: ignore,
    waiting: ignore,
    tookOver: (count: number) => (takenOver += count),
  };
  const worker = world.startWorker({ observer });
  await sleep(200);
  assert.equal(receiver.requests.length, 0, 'the lease still holds');
  await world.passTime(2 * minute);
  await receiver.received(1);
  assert.equal(takenOver, 1);
  const [delivery] = await settled(webhook.id, 1);
  assert.equal(delivery!.status, 'delivered');
  await worker.stop();
});

test('a running call is not repeated when the clock of the database jumps', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 500 }) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event();
  await receiver.received(1);
  await world.passTime(hour);
  const [delivery] = await settled(webhook.id, 1);
  await worker.stop();
  assert.deepEqual([delivery!.status, receiver.requests.length], ['delivered', 1]);
});

test('two claims never lease the same delivery', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  for (let count = 0; count < 40; count++) await world.event('check.completed');
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimNow(randomUUID())));
  const ids = claims.flat().map((delivery) => delivery.id);
  assert.equal(new Set(ids).size, ids.length);
  await deleteWebhook(ctx, world.callerOf('live'), webhook.id);
});

test('two workers on one database deliver everything once', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  const workers = [world.startWorker(), world.startWorker()];
  for (let count = 0; count < 100; count++) await world.event('check.completed');
  await receiver.received(100);
  await settled(webhook.id, 1);
  assert.equal(new Set(receiver.requests.map(idOf)).size, 100);
  assert.equal(receiver.requests.length, 100);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('a hanging endpoint does not delay the others', async () => {
  const [hanging, prompt] = await Promise.all([world.receiver({ behave: hang }), world.receiver()]);
  const { webhook } = await world.register(hanging.url);
  const { webhook: other } = await world.register(prompt.url);
  for (let count = 0; count < 50; count++) await world.event('check.completed');
  const worker = world.startWorker();
  await prompt.received(50);
  assert.ok(hanging.requests.length <= 4, `${hanging.requests.length} calls at once`);
  await settled(other.id, 1);
  await Promise.all([worker.stop(), hanging.close()]);
  await deleteWebhook(ctx, world.callerOf('live'), webhook.id);
});

test('a stop waits for running calls, records them, and releases the rest', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 300 }) });
  const { webhook } = await world.register(receiver.url);
  for (let count = 0; count < 30; count++) await world.event('check.completed');
  const worker = world.startWorker();
  await receiver.received(2);
  await worker.stop();
  const rows = await world.deliveries(webhook.id);
  assert.ok(
    rows.every((row) => !row.leased),
    'nothing is claimed',
  );
  const delivered = rows.filter((row) => row.status === 'delivered');
  assert.equal(delivered.length, receiver.requests.length, 'everything that was sent is recorded');
  assert.ok(rows.length > delivered.length, 'something was left');
  const next = world.startWorker();
  await receiver.received(30);
  await settled(webhook.id, 1);
  assert.equal(new Set(receiver.requests.map(idOf)).size, 30);
  assert.equal(receiver.requests.length, 30, 'nothing was sent twice');
  await next.stop();
});

test('an attempt is recorded once the database is back, and is not repeated', async () => {
  const receiver = await world.receiver();
  const { webhook } = await world.register(receiver.url);
  let broken = true;
  const failing = {
    ...database,
    row: ((statement) =>
      broken && statement.text.includes('webhook_attempts')
        ? Promise.reject(new Error('away'))
        : database.row(statement)) as typeof database.row,
  };
  const worker = world.startWorker({}, { db: failing });
  await world.event('check.completed');
  await receiver.received(1);
  await sleep(300);
  assert.deepEqual(
    (await world.deliveries(webhook.id)).map((row) => row.attempts),
    [0],
  );
  broken = false;
  await settled(webhook.id, 1);
  assert.equal(receiver.requests.length, 1);
  await worker.stop();
});

test('released deliveries are sent as soon as their endpoint answers again', async () => {
  let answered = 0;
  const receiver = await world.receiver({
    // First fast, so that many deliveries are claimed for it; then silent for so long that its queue is released.
    behave: (...given) => answer(200, { afterMs: ++answered > 20 && answered < 40 ? 1300 : 0 })(...given),
  });
  const { webhook } = await world.register(receiver.url);
  const slowlyTold = {
    ...database,
    async run(statement: Parameters<typeof database.run>[0]) {
      const count = await database.run(statement);
      if (statement.text.includes('set leased_by = null')) await sleep(3000);
      return count;
    },
  };
  const worker = world.startWorker({}, { db: slowlyTold });
  for (let count = 0; count < 100; count++) await world.event('check.completed');
  await receiver.received(100);
  await settled(webhook.id, 1);
  assert.equal(new Set(receiver.requests.map(idOf)).size, receiver.requests.length);
  await worker.stop();
});

test('no transaction is open while a receiver is called', async () => {
  const receiver = await world.receiver({ behave: answer(200, { afterMs: 3000 }) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event('check.completed');
  await receiver.received(1);
  // The worker claims meanwhile, in statements of a millisecond: between two of them no transaction may be open.
  const held = () =>
    database.row<{ count: number }>(sql`
      select count(*)::integer as count from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and l.pid <> pg_backend_pid() and a.backend_type = 'client backend'
        and (l.relation = 'webhook_deliveries'::regclass or a.state like 'idle in transaction%')`);
  await eventually(held, (row) => row?.count === 0, 2500);
  assert.deepEqual(
    (await world.deliveries(webhook.id)).map((row) => row.attempts),
    [0],
    'the call is still under way',
  );
  await settled(webhook.id, 1);
  await worker.stop();
});

test('no due delivery is left over', async () => {
  const worker = world.startWorker();
  const left = () =>
    database.row<{ count: number }>(sql`
      select count(*)::integer as count from webhook_deliveries
      where status = 'due' and due_at < now() - interval '60 seconds'`);
  await eventually(left, (row) => row?.count === 0);
  await worker.stop();
});
