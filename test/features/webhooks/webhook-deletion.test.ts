import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import { pruneDeletedWebhooks } from '../../../src/features/webhooks/history-actions.ts';
import { createOrderWebhook, readOrderWebhook } from '../../../src/features/webhooks/order-webhook-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { ctx, database, account } = probity;

test('a status change waits for a webhook that is being deleted, and then succeeds without it', async () => {
  const key = account.keys.test;
  const url = 'https://hooks.example.com/gone';
  const registered = await probity.fetch('/vft-staging/v2/webhooks', { method: 'POST', key, json: { url } });
  const { id } = registered.json as { id: string };
  const caller = account.caller('test');
  const event = { type: 'check.started', resourceId: ctx.newId(), status: 'in_progress' } as const;
  let storing: Promise<void> | undefined;
  await database.transaction(async (db) => {
    await db.run(sql`delete from webhooks where account_id = ${caller.accountId} and id = ${id}`);
    storing = storeEvents(ctx, caller, [event]);
    await sleep(200);
  });
  await storing;
  const deliveries = await database.rows(sql`
    select from webhook_deliveries where account_id = ${caller.accountId} and webhook_id = ${id}`);
  const events = await database.rows(sql`
    select from events where account_id = ${caller.accountId} and resource_id = ${event.resourceId}`);
  assert.deepEqual([deliveries.length, events.length], [0, 1]);
});

test('a test of a webhook that is being deleted does not find it', async () => {
  const key = account.keys.test;
  const url = 'https://hooks.example.com/tested';
  const registered = await probity.fetch('/vft-staging/v2/webhooks', { method: 'POST', key, json: { url } });
  const { id } = registered.json as { id: string };
  const { accountId } = account.caller('test');
  const asked = await database.transaction(async (db) => {
    await db.run(sql`delete from webhooks where account_id = ${accountId} and id = ${id}`);
    const answer = probity.fetch(`/vft-staging/v2/webhooks/${id}/test`, {
      method: 'POST',
      key,
      json: { wait_seconds: 0 },
    });
    await sleep(200);
    return { answer };
  });
  assert.equal((await asked.answer).status, 404);
});

test('a webhook with very many deliveries is deleted at once without delaying status changes, and its deliveries are deleted in batches', async () => {
  const key = account.keys.test;
  const caller = account.caller('test');
  const { accountId } = caller;
  const url = 'https://hooks.example.com/very-many';
  const register = () => probity.fetch('/vft-staging/v2/webhooks', { method: 'POST', key, json: { url } });
  const { id } = (await register()).json as { id: string };
  const event = () => ({ type: 'check.started', resourceId: ctx.newId(), status: 'in_progress' }) as const;
  await storeEvents(ctx, caller, Array.from({ length: 2500 }, event));
  const left = async () =>
    (await database.rows(sql`select from webhook_deliveries where account_id = ${accountId} and webhook_id = ${id}`))
      .length;
  assert.equal(await left(), 2500);
  assert.equal((await probity.fetch(`/vft-staging/v2/webhooks/${id}`, { method: 'DELETE', key })).status, 204);
  assert.equal(await left(), 1500);
  assert.equal((await probity.fetch(`/vft-staging/v2/webhooks/${id}`, { key })).status, 404);
  assert.equal((await probity.fetch(`/vft-staging/v2/webhooks/${id}/attempts`, { key })).status, 404);
  const again = (await register()).json as { id: string };
  assert.notEqual(again.id, id);
  // The row is locked as by the pruning job at its end: storing an event must not wait for it.
  await database.transaction(async (db) => {
    await db.run(sql`select from webhooks where account_id = ${accountId} and id = ${id} for update`);
    await storeEvents(ctx, caller, [event()]);
  });
  assert.equal(await left(), 1500);
  assert.equal(await pruneDeletedWebhooks(ctx), 1500);
  const rows = await database.rows<{ id: string }>(sql`select id from webhooks where account_id = ${accountId}`);
  assert.deepEqual([await left(), rows.map((row) => row.id)], [0, [again.id]]);
});

test('the key of a deleted v1 webhook can be used again, however many deliveries it had', async () => {
  const caller = account.caller('live');
  const webhookKey = ctx.newId();
  const events = [{ eventType: 'OrderComplete', eventSubscribed: true }] as const;
  const given = { url: 'https://hooks.example.com/orders', events, token: undefined };
  await createOrderWebhook(ctx, caller, webhookKey, given);
  await database.run(sql`
    update webhooks set deleted_at = now(), enabled = false where account_id = ${caller.accountId} and id = ${webhookKey}`);
  await assert.rejects(readOrderWebhook(ctx, caller, webhookKey), { reason: 'not_found' });
  const { webhook } = await createOrderWebhook(ctx, caller, webhookKey, given);
  assert.equal((await readOrderWebhook(ctx, caller, webhookKey)).id, webhook.id);
});
