import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  failedKinds,
  type ResendFilter,
  resendFailed,
  resendNotifications,
} from '../../../src/features/webhooks/resend-actions.ts';
import { updateWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { answer, inTurn } from '../../support/webhook-receiver.ts';
import { eventually, webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const live = () => world.callerOf('live');

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly manual: boolean;
  readonly planned: boolean;
}

const rowsOf = (webhookId: string) =>
  database.rows<Row>(sql`
    select id, event_id, status, manual, planned_at is not null as planned from webhook_deliveries
    where webhook_id = ${webhookId} order by created_at, id`);

/** An endpoint with notifications in these states, an hour apart, the last one now. */
async function endpoint(...ends: ('delivered' | 'exhausted' | 'due')[]) {
  const { webhook } = await world.register(`https://127.0.0.1:9/${randomUUID()}`);
  for (const status of ends) {
    await database.run(sql`
      update webhook_deliveries set created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour'
      where webhook_id = ${webhook.id}`);
    await world.event('check.completed');
    await database.run(sql`
      update webhook_deliveries set status = ${status}, finished_at = case when ${status} <> 'due' then now() end,
        reason = case when ${status} = 'exhausted' then 'attempts_used' end, attempts = 5
      where webhook_id = ${webhook.id} and attempts = 0`);
  }
  return { id: webhook.id, rows: await rowsOf(webhook.id) };
}

const resend = (webhookId: string, filter: ResendFilter, caller = live()) =>
  resendNotifications(ctx, caller, webhookId, filter);

/** Which of the endpoint's notifications are due for a manual attempt. */
const dueByHand = async (webhookId: string) =>
  (await rowsOf(webhookId)).map(({ status, manual }) => status === 'due' && manual);

const refuses = (work: Promise<unknown>, ...fields: string[]) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual(Object.keys(error.fields), fields);
    return true;
  });

test('resends one notification by its event or by its own id, whatever its outcome', async () => {
  const { id, rows } = await endpoint('delivered', 'exhausted', 'due');
  assert.deepEqual(await resend(id, { eventId: rows[0]!.event_id }), {
    count: 1,
    lastEventId: rows[0]!.event_id,
    hasMore: false,
  });
  assert.deepEqual(await dueByHand(id), [true, false, false]);
  await resend(id, { deliveryId: rows[1]!.id });
  await resend(id, { deliveryId: rows[2]!.id });
  const after = await rowsOf(id);
  assert.deepEqual(
    after.map(({ manual, planned }) => [manual, planned]),
    [
      [true, false],
      [true, false],
      // If the manual attempt fails, the planned automatic attempt still follows.
      [true, true],
    ],
  );
  assert.deepEqual(
    after.map((row) => row.id),
    rows.map((row) => row.id),
  );
  // It is due for a manual attempt already.
  assert.equal((await resend(id, { eventId: rows[0]!.event_id })).count, 0);
});

test('resends a range by time, after an event, and only failed ones', async () => {
  const cases: readonly (readonly [(rows: readonly Row[]) => ResendFilter, boolean[]])[] = [
    [() => ({ failed: failedKinds }), [false, true, false, true]],
    [() => ({ from: new Date(Date.now() - 2.5 * 3_600_000) }), [false, true, true, true]],
    [() => ({ to: new Date(Date.now() - 1.5 * 3_600_000) }), [true, true, false, false]],
    [(rows) => ({ after: rows[1]!.event_id }), [false, false, true, true]],
    [(rows) => ({ after: rows[1]!.event_id, failed: failedKinds }), [false, false, false, true]],
  ];
  for (const [filter, expected] of cases) {
    const { id, rows } = await endpoint('delivered', 'exhausted', 'delivered', 'exhausted');
    const { count, lastEventId } = await resend(id, filter(rows));
    assert.deepEqual(await dueByHand(id), expected);
    assert.equal(count, expected.filter(Boolean).length);
    assert.equal(lastEventId, rows[expected.lastIndexOf(true)]!.event_id);
  }
});

test('resends notifications that wait for a retry with those given up, and keeps the planned retry', async () => {
  const { id, rows } = await endpoint('delivered', 'exhausted', 'due', 'due', 'due');
  // The last one was never sent, and is about to be.
  await database.run(sql`update webhook_deliveries set attempts = 0 where id = ${rows[4]!.id}`);
  const from = new Date(Date.now() - 1.5 * 3_600_000);
  assert.equal((await resend(id, { failed: failedKinds, from })).count, 1);
  assert.deepEqual(await dueByHand(id), [false, false, false, true, false]);
  assert.equal((await resend(id, { failed: failedKinds })).count, 2);
  const after = await rowsOf(id);
  assert.deepEqual(
    after.map(({ manual, planned }) => [manual, planned]),
    [
      [false, false],
      [true, false],
      [true, true],
      [true, true],
      [false, false],
    ],
  );
  assert.equal((await resend(id, { failed: failedKinds })).count, 0);
});

test('a hundred simultaneous requests make each failed notification due once', async () => {
  const { id, rows } = await endpoint('due', 'exhausted', 'due');
  const answers = await Promise.all(Array.from({ length: 100 }, () => resend(id, { failed: failedKinds })));
  assert.equal(
    answers.reduce((sum, { count }) => sum + count, 0),
    rows.length,
  );
  assert.deepEqual(await dueByHand(id), [true, true, true]);
});

test('after a short outage waiting notifications are sent at once, in the order of each check if the webhook is ordered', async () => {
  const receiver = await world.receiver({ behave: inTurn(answer(500), answer(200)) });
  const { webhook } = await world.register(receiver.url, { ordered: true });
  const checkId = randomUUID();
  for (const type of ['check.started', 'check.completed'] as const) {
    await world.storeEventsOf([checkId], live(), type);
  }
  const worker = world.startWorker();
  const attempts = () => world.deliveries(webhook.id);
  await eventually(attempts, ([first]) => first?.attempts === 1 && !first.leased);
  assert.equal((await resend(webhook.id, { failed: failedKinds })).count, 1);
  const requests = await receiver.received(3);
  assert.deepEqual(
    requests.map(({ headers }) => headers['webhook-sequence']),
    ['1', '1', '2'],
  );
  await eventually(attempts, (rows) => rows.every(({ status }) => status === 'delivered'));
  await worker.stop();
});

test('a notification that is being sent is not resent', async () => {
  const { id } = await endpoint('due');
  await database.run(sql`
    update webhook_deliveries set leased_by = 'w', leased_until = now() + interval '1 minute' where webhook_id = ${id}`);
  assert.equal((await resend(id, { from: new Date(0) })).count, 0);
});

test('a notification with a thousand attempts is not resent', async () => {
  const { id, rows } = await endpoint('exhausted', 'exhausted');
  await database.run(sql`update webhook_deliveries set attempts = 1000 where id = ${rows[0]!.id}`);
  assert.equal((await resend(id, { deliveryId: rows[0]!.id })).count, 0);
  assert.equal((await resend(id, { failed: failedKinds })).count, 1);
  assert.deepEqual(await dueByHand(id), [false, true]);
});

test('refuses a request that names nothing, an unknown notification, or a webhook that would not get it', async () => {
  const { id, rows } = await endpoint('exhausted');
  const other = await endpoint('exhausted');
  await refuses(resend(id, {}), 'event_id');
  await refuses(resend(id, { eventId: randomUUID() }), 'event_id');
  await refuses(resend(id, { deliveryId: other.rows[0]!.id }), 'delivery_id');
  await refuses(resend(id, { after: randomUUID() }), 'after');
  await refuses(resend(id, { from: new Date(2), to: new Date(1) }), 'to');
  // The other environment has no notification, and another account has no such webhook.
  await refuses(resend(id, { eventId: rows[0]!.event_id }, world.callerOf('test')), 'event_id');
  await refuses(resend(id, { failed: failedKinds }, world.callerOf('live', randomUUID())));
  await updateWebhook(ctx, live(), id, { enabled: false });
  await refuses(resend(id, { failed: failedKinds }), 'webhook');
  assert.ok((await dueByHand(id)).every((due) => !due));
});

test('one call resends everything that was given up in an outage, except to webhooks that no longer want it', async () => {
  const { accountId } = live();
  const kinds = ['exhausted'] as const;
  const [one, silent] = [await endpoint('exhausted', 'delivered', 'exhausted'), await endpoint('exhausted')];
  await updateWebhook(ctx, live(), silent.id, { enabled: false });
  // An event goes to every webhook of its account, so the second endpoint's event is also due at the first.
  const from = new Date(Date.now() - 90 * 60_000);
  const results = await resendFailed(ctx, { kinds, accountId, from });
  assert.deepEqual(
    results.map(({ webhookId, resent, left, leftBecause }) => [webhookId, resent, left, leftBecause]).sort(),
    [
      [one.id, 1, 0, null],
      [silent.id, 0, 1, 'the webhook is disabled: enable it first'],
    ].sort(),
  );
  assert.deepEqual((await resendFailed(ctx, { kinds, accountId, from, webhookId: one.id })).length, 0);
  const all = await resendFailed(ctx, { kinds, accountId, from: new Date(0), to: from });
  assert.deepEqual(
    all.map(({ webhookId, resent }) => [webhookId, resent]),
    [[one.id, 1]],
  );
});

test('the operator resends waiting notifications alone, or together with those given up', async () => {
  const { id } = await endpoint('exhausted', 'due');
  const { accountId } = live();
  const all = { kinds: failedKinds, accountId, webhookId: id, from: new Date(0) };
  assert.deepEqual(
    (await resendFailed(ctx, { ...all, kinds: ['waiting'] })).map(({ resent }) => resent),
    [1],
  );
  assert.deepEqual(
    (await resendFailed(ctx, all)).map(({ resent }) => resent),
    [1],
  );
  assert.deepEqual(await resendFailed(ctx, all), []);
});

test('the audit trail records who resent how many notifications', async () => {
  const { id } = await endpoint('exhausted', 'exhausted');
  await resend(id, { failed: failedKinds });
  const row = await database.row<{ detail: object; actor: string }>(sql`
    select detail, actor from events where resource_id = ${id} and type = 'webhook.resent'`);
  assert.deepEqual(row, { detail: { count: 2 }, actor: 'system' });
});
