// The operations of webhooks in interface v1: create, change, list, delete, and the history of deliveries.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { notificationFormat } from '../../../src/api/v1/notification-format.ts';
import { notificationFormat as notificationFormatV2 } from '../../../src/api/v2/notification-format.ts';
import { startDeliveryWorker } from '../../../src/features/webhooks/delivery-worker.ts';
import { pruneDeletedWebhooks } from '../../../src/features/webhooks/history-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, type V1Client, v1Client } from './v1-client.ts';
import { candidateEntry } from './v1-samples.ts';

const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });
const client = v1Client(probity);
const live = v1Client(probity, 'live');
const path = '/webhooks/webhook';

interface Webhook {
  readonly webhookKey: string;
  readonly events: readonly { readonly eventType: string; readonly eventSubscribed: boolean }[];
  readonly authorisationToken: string;
  readonly callbackUri: string;
  readonly signingSecret?: string;
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const subscribe = (...names: string[]) => names.map((eventType) => ({ eventType, eventSubscribed: true }));
const subscribed = ({ events }: Webhook) =>
  events.filter(({ eventSubscribed }) => eventSubscribed).map(({ eventType }) => eventType);

async function create(more: object = {}, by: V1Client = client): Promise<Webhook> {
  const given = { callbackUri: 'https://127.0.0.1:9/orders', events: subscribe('OrderComplete'), ...more };
  const answer = await by.post<Webhook>(path, given);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

test("creates a webhook with the client's key, and answers its secret once", async () => {
  const webhookKey = randomUUID().toUpperCase();
  const made = await create({
    webhookKey,
    authorisationToken: 'a secret',
    events: subscribe('OrderComplete', 'CheckComplete'),
  });
  const { signingSecret, ...rest } = made;
  assert.match(signingSecret ?? '', /^whsec_/);
  assert.deepEqual([rest.webhookKey, rest.authorisationToken], [webhookKey.toLowerCase(), sha1('a secret')]);
  assert.deepEqual(subscribed(made), ['OrderComplete', 'CheckComplete']);
  assert.deepEqual((await client.get(`${path}/${webhookKey}`)).body, rest);
  assert.deepEqual((await client.get<Webhook[]>(`${path}/list`)).body[0], rest);
  const taken = { webhookKey, callbackUri: 'https://127.0.0.1:9/x', events: subscribe('OrderComplete') };
  assertRefused(await client.post(path, taken), 409, 'already_taken', ['webhookKey']);
  assertRefused(await live.post(path, taken), 409, 'already_taken', ['webhookKey']);
});

test('warns in the answer if the name of the URL does not resolve', async () => {
  const callbackUri = 'https://nowhere.invalid/orders';
  const noted = (await create({ callbackUri })) as Webhook & { note?: string };
  assert.match(noted.note ?? '', /does not resolve now/);
  const { webhookKey, events } = noted;
  const change = async (to: string) =>
    (await client.send<Webhook & { note?: string }>('PUT', path, { json: { webhookKey, callbackUri: to, events } }))
      .body;
  assert.match((await change(callbackUri)).note ?? '', /does not resolve now/);
  assert.equal('note' in (await change('https://127.0.0.1:9/orders')), false);
  assert.equal('note' in (await create()), false);
});

test('a webhook without a token has none; property names are read in any case', async () => {
  const made = await client.post<Webhook>(path, {
    CallbackUri: 'https://127.0.0.1:9/orders',
    Events: [{ EventType: 'ordercomplete', EventSubscribed: 'true' }],
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.authorisationToken, '');
  assert.deepEqual(subscribed(made.body), ['OrderComplete']);
});

test('a token may be any text, and the same as that of another webhook', async () => {
  for (const authorisationToken of ['x'.repeat(1001), 'ß'.repeat(65_536), ' a ']) {
    assert.equal((await create({ authorisationToken })).authorisationToken, sha1(authorisationToken));
  }
  const body = {
    callbackUri: 'https://127.0.0.1:9/x',
    authorisationToken: 'x'.repeat(65_537),
    events: subscribe('OrderComplete'),
  };
  assertRefused(await client.post(path, body), 400, 'invalid_fields', ['authorisationToken']);
});

test('refuses an invalid webhook, field by field', async () => {
  const callbackUri = 'https://127.0.0.1:9/orders';
  const refused: readonly (readonly [object, string[]])[] = [
    [{}, ['callbackUri', 'events']],
    [{ callbackUri: 'http://127.0.0.1:9/', events: subscribe('OrderComplete') }, ['callbackUri']],
    [{ callbackUri: 'https://127.0\n.0.1:9/', events: subscribe('OrderComplete') }, ['callbackUri']],
    [{ callbackUri, events: subscribe('OrderLost') }, ['events[0].eventType']],
    [{ callbackUri, events: [{ eventType: 'OrderComplete' }] }, ['events[0].eventSubscribed']],
    [{ callbackUri, events: [{ eventType: 'OrderComplete', eventSubscribed: false }] }, ['events']],
    [{ callbackUri, events: subscribe('OrderComplete', 'OrderComplete') }, ['events[1].eventType']],
    [{ callbackUri, webhookKey: 'mine', events: subscribe('OrderComplete') }, ['webhookKey']],
    [{ callbackUri: 'http://127.0.0.1:9/', events: subscribe('Nope') }, ['callbackUri', 'events[0].eventType']],
    [{ callbackUri: 'nope', webhookKey: 'x' }, ['callbackUri', 'events', 'webhookKey']],
    [{ callbackUri: 'nope', webhookKey: 'x', events: [] }, ['callbackUri', 'events', 'webhookKey']],
    [
      { callbackUri: 7, events: [null, ...subscribe('OrderComplete', 'OrderComplete')] },
      ['callbackUri', 'events[2].eventType'],
    ],
  ];
  for (const [body, fields] of refused) assertRefused(await client.post(path, body), 400, 'invalid_fields', fields);
});

test('a change may add events but not drop them, and keeps a token that is omitted or repeated as its hash', async () => {
  const made = await create({ authorisationToken: 'first', events: subscribe('OrderComplete', 'OrderCancelled') });
  const { webhookKey } = made;
  const change = async (more: object) =>
    client.send<Webhook>('PUT', path, {
      json: { webhookKey, callbackUri: made.callbackUri, events: made.events, ...more },
    });
  assert.equal((await change({})).body.authorisationToken, sha1('first'));
  assert.equal(
    (await change({ authorisationToken: sha1('first').toUpperCase() })).body.authorisationToken,
    sha1('first'),
  );
  const moved = await change({ authorisationToken: 'second', callbackUri: 'https://127.0.0.1:9/elsewhere' });
  assert.deepEqual(
    [moved.body.authorisationToken, moved.body.callbackUri],
    [sha1('second'), 'https://127.0.0.1:9/elsewhere'],
  );
  const more = await change({ events: subscribe('OrderComplete', 'OrderCancelled', 'IdentityConfirmed') });
  assert.deepEqual(subscribed(more.body), ['OrderComplete', 'OrderCancelled', 'IdentityConfirmed']);
  for (const events of [
    subscribe('OrderComplete', 'OrderCancelled'),
    [...subscribe('OrderComplete', 'OrderCancelled'), { eventType: 'IdentityConfirmed', eventSubscribed: false }],
  ]) {
    const dropped = await change({ events });
    assertRefused(dropped, 400, 'invalid_fields', ['events']);
    assert.match(dropped.text, /must keep IdentityConfirmed/);
  }
  const wrong = await change({ callbackUri: 'nope', events: [{ eventType: 'Nope', eventSubscribed: true }] });
  assertRefused(wrong, 400, 'invalid_fields', ['callbackUri', 'events[0].eventType']);
  const nobodys = { webhookKey: randomUUID(), callbackUri: made.callbackUri, events: made.events };
  assertRefused(await client.send('PUT', path, { json: nobodys }), 404, 'not_found');
});

test('deletes a webhook by its key, in each of the three places of the key', async () => {
  const ways = [
    (key: string) => client.send('DELETE', `${path}?webhookKey=${key}`),
    (key: string) => client.send('DELETE', `${path}?WebhookKey=${key.toUpperCase()}`),
    (key: string) => client.send('DELETE', path, { json: { webhookKey: key } }),
    (key: string) => client.send('DELETE', path, { json: { WebhookKey: key } }),
    (key: string) => client.send('DELETE', path, { json: key }),
  ];
  for (const remove of ways) {
    const { webhookKey } = await create();
    assert.equal((await remove(webhookKey)).status, 204);
    assertRefused(await remove(webhookKey), 404, 'not_found');
    assertRefused(await client.get(`${path}/${webhookKey}`), 404, 'not_found');
  }
  assertRefused(await client.send('DELETE', path), 400, 'invalid_fields', ['webhookKey']);
  assertRefused(await client.send('DELETE', `${path}?webhookKey=mine`), 404, 'not_found');
});

test('webhooks of live and test data are separate', async () => {
  const { webhookKey } = await create();
  assertRefused(await live.get(`${path}/${webhookKey}`), 404, 'not_found');
  assertRefused(await live.send('DELETE', `${path}?webhookKey=${webhookKey}`), 404, 'not_found');
  const listed = (await live.get<Webhook[]>(`${path}/list`)).body.map((one) => one.webhookKey);
  assert.ok(!listed.includes(webhookKey));
});

test('the history has a row per delivery, newest first, with the token as its hash', async () => {
  const callbackUri = 'https://127.0.0.1:9/history';
  const { webhookKey } = await create(
    { callbackUri, authorisationToken: 'past', events: subscribe('OrderCancelled', 'CheckCancelled') },
    live,
  );
  const [one, two] = [await candidateEntry(live), await candidateEntry(live)];
  for (const { Id } of [one, two]) await live.post(`/orders/${Id}/cancel`);
  const { body } = await live.get<Record<string, unknown>[]>(`${path}/history`);
  const rows = body.map(({ webhookSentDate, ...row }) => {
    assert.match(String(webhookSentDate), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    return row;
  });
  const row = (orderId: number, eventType: string) => ({
    orderId,
    eventType,
    callbackUri,
    authorisationToken: sha1('past'),
  });
  assert.deepEqual(
    rows.toSorted(
      (a, b) => Number(b.orderId) - Number(a.orderId) || String(a.eventType).localeCompare(String(b.eventType)),
    ),
    [two, one].flatMap(({ Id }) => [row(Id, 'CheckCancelled'), row(Id, 'OrderCancelled')]),
  );
  assert.deepEqual(new Set(rows.slice(0, 2).map(({ orderId }) => orderId)), new Set([two.Id]));
  await live.send('DELETE', `${path}?webhookKey=${webhookKey}`);
  assert.equal(await pruneDeletedWebhooks(probity.ctx), 0);
  assert.deepEqual((await live.get(`${path}/history`)).body, body);
  const same = { webhookKey, callbackUri, events: subscribe('OrderComplete') };
  assertRefused(await client.post(path, same), 409, 'already_taken', ['webhookKey']);
  assert.deepEqual((await live.get(`${path}/history`)).body, body, 'a test key reaches nothing live');
  // After the retention period the history goes, and the webhook with it.
  await probity.database.run(sql`delete from webhook_deliveries where webhook_id = ${webhookKey}`);
  assert.equal(await pruneDeletedWebhooks(probity.ctx), 0);
  assert.deepEqual(await probity.database.rows(sql`select from webhooks where id = ${webhookKey}`), []);
});

test('the history shows the URL and the token of the time, whatever the webhook has become', async (t) => {
  const callbackUri = 'https://127.0.0.1:9/before';
  const events = subscribe('OrderCancelled');
  const { webhookKey } = await create({ callbackUri, authorisationToken: 'old', events }, live);
  const cancelled = async () => {
    const { Id } = await candidateEntry(live);
    await live.post(`/orders/${Id}/cancel`);
    return Id;
  };
  const sent = await cancelled();
  const base = 'https://probity.example';
  const formats = { v1: notificationFormat(base), v2: notificationFormatV2(base) };
  const worker = startDeliveryWorker(probity.ctx, { formats, pollMs: 50 });
  t.after(() => worker.stop());
  const attempts = () =>
    probity.database
      .rows(sql`select from webhook_attempts where webhook_id = ${webhookKey}`)
      .then((rows) => rows.length);
  await eventually(attempts, (count) => count === 1);
  await worker.stop();
  const now = { webhookKey, callbackUri: 'https://127.0.0.1:9/after', authorisationToken: 'new', events };
  assert.equal((await live.send('PUT', path, { json: now })).status, 200);
  const waiting = await cancelled();
  const { body } = await live.get<Record<string, unknown>[]>(`${path}/history`);
  assert.deepEqual(
    body.map((row) => [row.orderId, row.callbackUri, row.authorisationToken]),
    [
      [waiting, now.callbackUri, sha1('new')],
      [sent, callbackUri, sha1('old')],
    ],
  );
});

test('refuses a body that is not an object, and a key that is not text', async () => {
  const path = '/webhooks/webhook';
  for (const body of [
    'text',
    5,
    true,
    null,
    [],
    [{}],
    { webhookKey: 5 },
    { webhookKey: {} },
    { callbackUri: 5, events: 'x' },
  ]) {
    for (const method of ['POST', 'PUT'] as const) {
      const { status } = await client.send(method, path, { json: body });
      // A malformed key is not found.
      assert.ok(status === 400 || (status === 404 && method === 'PUT'), `${method} ${JSON.stringify(body)}: ${status}`);
    }
  }
});
