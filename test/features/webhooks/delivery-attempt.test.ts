import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type EventName, eventTypes } from '../../../src/features/events/event-types.ts';
import { authorisationTokenHash } from '../../../src/features/webhooks/order-webhook-rules.ts';
import { newWebhookSecret, sealAuthorisationHash } from '../../../src/features/webhooks/webhook-secrets.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { answer, inTurn } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const minute = 60_000;

const settled = (webhookId: string, attempts: number) =>
  eventually(
    () => world.deliveries(webhookId),
    (rows) => rows.length > 0 && rows.every((row) => row.attempts === attempts && !row.leased),
  );

/** Registers a v1 webhook for these events of ours. */
async function registerV1(url: string, events: readonly EventName[], token: string | null) {
  const { accountId } = world.callerOf('live');
  const id = ctx.newId();
  const key = await ctx.keys.forAccount(accountId);
  const secret = newWebhookSecret(key, id);
  const hash = token === null ? null : sealAuthorisationHash(key, id, authorisationTokenHash(token));
  await database.run(sql`
    insert into webhooks (account_id, id, interface, url, environments, live_confirmed, events, sealed_secret,
      sealed_authorisation_hash, created_at)
    values (${accountId}, ${id}, 'v1', ${url}, '{live}', true, ${events}, ${secret.sealed}, ${hash}, now())`);
  return { id, secret: secret.text };
}

test('a delivery has the same sequence number in every attempt', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(500), answer(204)) });
  const { webhook } = await world.register(receiver.url);
  const worker = world.startWorker();
  await world.event();
  await settled(webhook.id, 1);
  await world.passTime(2 * minute);
  await settled(webhook.id, 2);
  await world.event();
  const requests = await receiver.received(3);
  await worker.stop();
  assert.deepEqual(
    requests.map(({ headers }) => headers['webhook-sequence']),
    ['1', '1', '2'],
  );
});

test('a v1 webhook gets v1 events in the v1 format, with the hash of its token and the standard headers', async () => {
  const receiver = await world.receiver();
  const { secret } = await registerV1(receiver.url, ['check.completed', 'check.identity_confirmed'], 'any text');
  const worker = world.startWorker();
  await world.event('check.started');
  const checkId = await world.event('check.completed');
  const [completed] = await receiver.received(1);
  await world.event('check.identity_confirmed');
  const [, confirmed] = await receiver.received(2);
  await worker.stop();
  assert.deepEqual(JSON.parse(completed!.body.toString()), {
    OrderId: null,
    EventType: 'OrderComplete',
    Order: `https://probity.example/portal/checks/${checkId}`,
  });
  assert.equal(JSON.parse(confirmed!.body.toString()).EventType, 'IdentityConfirmed');
  assert.equal(completed!.headers['x-signature'], authorisationTokenHash('any text'));
  new Webhook(secret).verify(completed!.body, completed!.headers);
});

test('a v1 webhook without a token sends no X-Signature', async () => {
  const receiver = await world.receiver();
  await registerV1(receiver.url, ['report.completed'], null);
  const worker = world.startWorker();
  await world.event('report.completed');
  const [request] = await receiver.received(1);
  await worker.stop();
  assert.equal(request!.headers['x-signature'], undefined);
  assert.ok(request!.headers['webhook-signature']);
});

test('a v2 webhook for all events gets every event that notifies, except events that only v1 has', async () => {
  const { webhook } = await world.register('https://8.8.8.8/hook');
  const types = Object.keys(eventTypes) as EventName[];
  for (const type of types) await world.event(type);
  const found = await database.rows<{ type: string }>(sql`
    select e.type from webhook_deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
    where d.webhook_id = ${webhook.id} order by d.id`);
  assert.deepEqual(
    found.map(({ type }) => type),
    types.filter((type) => eventTypes[type].notifies && !('only' in eventTypes[type])),
  );
});
