import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { watchLateDeliveries } from '../../../src/features/webhooks/late-deliveries.ts';
import { sql } from '../../../src/platform/db/database.ts';
import type { Log, LogFields } from '../../../src/platform/log.ts';
import { webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;

async function look() {
  const said: { message: string; fields: LogFields | undefined }[] = [];
  const nothing = () => undefined;
  const error: Log['error'] = (message, fields) => void said.push({ message, fields });
  let oldest = -1;
  await watchLateDeliveries({ ...ctx, log: { debug: nothing, info: nothing, warn: nothing, error } }, (figures) => {
    oldest = figures.oldestDueSeconds;
  });
  return { oldest, said };
}

test('the operator is told of deliveries that could be sent and wait for over a minute, and not of delayed ones', async () => {
  const { webhook } = await world.register('https://127.0.0.1:9/late');
  await world.event('check.completed');
  assert.deepEqual((await look()).said, []);
  await world.passTime(61_000);
  const late = await look();
  assert.ok(late.oldest > 60);
  assert.equal(late.said[0]!.message, 'deliveries wait too long');
  assert.ok(late.said[0]!.fields!.durationMs! > 60_000);
  await database.run(sql`
    update webhook_health set open_until = now() + interval '1 minute' where webhook_id = ${webhook.id}`);
  assert.deepEqual(await look(), { oldest: 0, said: [] });
});

test('a delivery that waits for an earlier one of its check is not late, although it was stored while that one failed', async () => {
  await database.run(sql`delete from webhooks`);
  const { webhook } = await world.register('https://127.0.0.1:9/ordered', { ordered: true });
  const checkId = randomUUID();
  for (const type of ['check.started', 'check.completed'] as const)
    await world.storeEventsOf([checkId], world.callerOf('live'), type);
  await world.passTime(61_000);
  assert.ok((await look()).oldest > 60, 'the earlier one can go out');
  await database.run(sql`
    update webhook_deliveries d set attempts = 1, due_at = now() + interval '3 hours'
    where webhook_id = ${webhook.id} and not exists (
      select from webhook_deliveries e where e.webhook_id = d.webhook_id and e.id < d.id)`);
  assert.deepEqual(await look(), { oldest: 0, said: [] });
});
