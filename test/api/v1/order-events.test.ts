// Webhooks are notified of the state in which an order ends (decisions, One model).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationFormat } from '../../../src/api/v1/notification-format.ts';
import { notificationFormat as notificationFormatV2 } from '../../../src/api/v2/notification-format.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { moveSandboxReport } from '../../../src/features/checks/sandbox-actions.ts';
import { startDeliveryWorker } from '../../../src/features/webhooks/delivery-worker.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { v1Client } from './v1-client.ts';
import { type AnsweredStatus, clientEntry } from './v1-samples.ts';

const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });
const { account, ctx, database } = probity;
const client = v1Client(probity);
const caller = account.caller('test');

type End = 'complete' | 'withdraw' | 'cancel';

/** How the order's checks end, the order's state then, and the event that its webhooks get. */
const table: readonly (readonly [ends: readonly [End, End], state: string, event: string])[] = [
  [['complete', 'complete'], 'Completed - Green', 'OrderComplete'],
  [['complete', 'withdraw'], 'Completed - Green', 'OrderComplete'],
  [['cancel', 'complete'], 'Completed - Green', 'OrderComplete'],
  [['withdraw', 'withdraw'], 'Withdrawn', 'OrderCancelled'],
  [['withdraw', 'cancel'], 'Withdrawn', 'OrderCancelled'],
  [['cancel', 'cancel'], 'Cancelled', 'OrderCancelled'],
];

const webhook = async (...names: string[]) => {
  const events = names.map((eventType) => ({ eventType, eventSubscribed: true }));
  const callbackUri = `https://127.0.0.1:9/${names.join('-')}`;
  assert.equal((await client.post('/webhooks/webhook', { callbackUri, events })).status, 201);
  return callbackUri;
};

test('the notification of an ended order names the state that the order shows', async (t) => {
  const [completed, cancelled, both] = [
    await webhook('OrderComplete'),
    await webhook('OrderCancelled'),
    await webhook('OrderComplete', 'OrderCancelled'),
  ];
  const expected: unknown[] = [];
  for (const [ends, state, event] of table) {
    const order = await clientEntry(client, { Checks: [{ CheckType: 'identity' }, { CheckType: 'identity' }] });
    for (const [index, end] of ends.entries()) {
      const target = { checkId: order.CheckId, reportId: order.Checks[index]!.Id };
      if (end === 'complete') await moveSandboxReport(ctx, caller, target, { move: end, asked: {} });
      else await moveReport(ctx, caller, target, { move: end });
    }
    const { orderStatus } = (await client.get<AnsweredStatus>(`/orders/${order.Id}/status`)).body;
    assert.equal(orderStatus, state, ends.join());
    const url = event === 'OrderComplete' ? completed : cancelled;
    expected.push(...[url, both].map((callbackUri) => [order.Id, event, callbackUri]));
  }
  const { body } = await client.get<Record<string, unknown>[]>('/webhooks/webhook/history');
  const told = body.map((row) => [row.orderId, row.eventType, row.callbackUri]);
  assert.deepEqual(told.map(String).sort(), expected.map(String).sort());

  const base = 'https://probity.example';
  const formats = { v1: notificationFormat(base), v2: notificationFormatV2(base) };
  const worker = startDeliveryWorker(ctx, { formats, pollMs: 50 });
  t.after(() => worker.stop());
  const bodies = () => database.rows<{ body: Buffer }>(sql`select body from webhook_deliveries where body is not null`);
  const sent = await eventually(bodies, (rows) => rows.length >= 3);
  for (const { body: bytes } of sent) {
    const { OrderId, EventType } = JSON.parse(bytes.toString('utf8')) as { OrderId: number; EventType: string };
    assert.ok(expected.some((row) => String(row).startsWith(`${OrderId},${EventType},`)));
  }
});
