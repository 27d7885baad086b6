// Security events reach each destination in order and without gaps, whatever fails on the way.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checkForwarding } from '../../../src/cli/doctor-forwarding.ts';
import { readSettings } from '../../../src/config.ts';
import type { Ctx } from '../../../src/context.ts';
import { startForwarding } from '../../../src/features/forwarding/forwarding-actions.ts';
import { findEventsToSend, type Position } from '../../../src/features/forwarding/forwarding-store.ts';
import { recordSecurityEvent } from '../../../src/features/security-events/security-event-actions.ts';
import { outgoingOptions } from '../../../src/main.ts';
import { createCountedBatches } from '../../../src/platform/db/counted-batches.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import { testDatabase } from '../../support/database.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startSyslogServer } from '../../support/syslog-server.ts';
import { answer, startWebhookReceiver } from '../../support/webhook-receiver.ts';

const { database } = await testDatabase();
const log = createLog('silent');
const syslog = await startSyslogServer();
const receiver = await startWebhookReceiver();
const fromWebhook: string[] = [];
const keeps = (status: number) =>
  receiver.behave((request, socket, index) => {
    const { records } = JSON.parse(request.body.toString()) as { records: { detail: { number: string } }[] };
    fromWebhook.push(...records.map(({ detail }) => detail.number));
    answer(status)(request, socket, index);
  });
const { settings } = readSettings({
  PROBITY_SECURITY_EVENTS_TO: `syslog://127.0.0.1:${syslog.port},${receiver.url}/events`,
  PROBITY_FORWARDING_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
  PROBITY_WEBHOOK_CA: receiver.caFile,
});
const outgoing = createOutgoing(outgoingOptions(settings!));
let ids = 0;
const ctx = {
  db: database,
  now: () => new Date(),
  newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  batches: createCountedBatches({ db: database, log }),
  log,
  settings,
  outgoing,
} as Partial<Ctx> as Ctx;
after(async () => {
  outgoing.close();
  await Promise.all([syslog.close(), receiver.close()]);
});

const record = (number: string, on: Ctx = ctx) =>
  recordSecurityEvent(on, { type: 'key.exposed', address: '192.0.2.1', detail: { number } });
const fromSyslog = () =>
  syslog.messages.map(({ text }) => (JSON.parse(text) as { detail: { number: string } }).detail.number);
/** Waits for other test files' transactions too, which hold events back. */
const untilBothHave = async (numbers: readonly string[]) => {
  await eventually(
    async () => [fromSyslog().length, fromWebhook.length],
    (counts) => counts.every((count) => count >= numbers.length),
    30_000,
  );
  assert.deepEqual(fromSyslog(), numbers);
  assert.deepEqual(fromWebhook, numbers);
};

test('events of before and of after the start are sent once, in the order in which they were stored', async () => {
  keeps(204);
  await record('a');
  await record('b');
  const forwarding = startForwarding(ctx);
  await record('c');
  await untilBothHave(['a', 'b', 'c']);
  await forwarding.stop();
  await record('d');
  const again = startForwarding(ctx);
  await untilBothHave(['a', 'b', 'c', 'd']);
  await again.stop();
  const [first] = syslog.messages;
  const { id, ...event } = JSON.parse(first!.text) as Record<string, unknown>;
  assert.equal(first!.messageId, 'key.exposed');
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.deepEqual(event, {
    type: 'key.exposed',
    means: 'Sent an API key over plain HTTP',
    occurred_at: first!.at,
    count: 1,
    account_id: null,
    environment: null,
    actor: null,
    on_behalf_of: null,
    key_id: null,
    session_id: null,
    address: '192.0.2.1',
    detail: { number: 'a' },
  });
});

test('a destination that fails gets the same events again, while the other one goes on', async () => {
  syslog.isBroken = true;
  const forwarding = startForwarding(ctx);
  await record('e');
  await record('f');
  await eventually(
    async () => fromWebhook.length,
    (count) => count === 6,
    30_000,
  );
  assert.deepEqual(fromSyslog(), ['a', 'b', 'c', 'd']);
  syslog.isBroken = false;
  await untilBothHave(['a', 'b', 'c', 'd', 'e', 'f']);
  const asked = receiver.requestCount();
  receiver.behave((...given) => answer(receiver.requestCount() === asked + 1 ? 302 : 204)(...given));
  await record('g');
  await eventually(
    async () => receiver.requestCount() - asked,
    (count) => count === 2,
    30_000,
  );
  await forwarding.stop();
  const bodies = receiver.requests.slice(asked).map(({ body }) => body.toString());
  assert.deepEqual(new Set(bodies).size, 1);
});

test('the doctor names a destination that has waited for its events for long', async () => {
  const target = { securityEventsTo: settings!.securityEventsTo };
  assert.equal((await checkForwarding(database, target)).state, 'ok');
  const earlier = { ...ctx, now: () => new Date(Date.now() - 3_600_000) };
  await record('late', earlier);
  await ctx.batches.write();
  const { state, message } = await checkForwarding(database, target);
  assert.equal(state, 'warning');
  assert.match(message, /destination 1 since .*, destination 2 since /);
  assert.doesNotMatch(message, /127\.0\.0\.1/);
});

test('no event is overtaken by one that was stored later but committed earlier', async () => {
  const { position } = (await database.row<{ position: Position }>(sql`
    select jsonb_build_object('xid', max(xid)::text, 'eventId', max(id::text)) as position from security_events`))!;
  const waiting = async () => {
    const events = await findEventsToSend(database, position, 10);
    return events.map(({ detail }) => detail.number);
  };
  await database.transaction(async (db) => {
    await record('early', { ...ctx, db });
    await record('late');
    assert.deepEqual(await waiting(), []);
  });
  await eventually(waiting, (numbers) => numbers.length === 2);
  assert.deepEqual(await waiting(), ['early', 'late']);
});
