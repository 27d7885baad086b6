import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { ctx, database, account } = probity;

test('a change that notifies waits for a webhook that is being deleted, and goes through without it', async () => {
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
