// Deliveries in interface v2 with running workers: pages of attempts, resending, tests, the doctor.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Static } from '../../../src/api/shared/schemas.ts';
import type { AttemptReply } from '../../../src/api/v2/attempts.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';
import { answer, inTurn, startWebhookReceiver, verifiesStandardWebhook } from '../../support/webhook-receiver.ts';
import { allowLoopback } from './operation-samples.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import { advance, makeCheck } from './v2-samples.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { ...allowLoopback, PROBITY_WEBHOOK_CA: receiver.caFile, PROBITY_MAIL_URL: 'smtp://127.0.0.1:1' },
});
const client = v2Client(probity);

type Attempt = Static<typeof AttemptReply>;
interface Registered {
  readonly id: string;
  readonly token: string;
}

const { body: webhook } = await client.post<Registered>('/webhooks', { url: receiver.url });
const attempts = (query = '') => client.get<{ attempts: Attempt[] }>(`/webhooks/${webhook.id}/attempts${query}`);

async function eventually<T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (const until = performance.now() + 90_000; performance.now() < until; ) {
    const found = await look();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to that');
}

test('lists the attempts of an endpoint in pages with a link to the next, and filters them by outcome', async () => {
  receiver.behave(inTurn(answer(500), answer(200)));
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  const all = await eventually(attempts, ({ body }) => body.attempts.length === 5);
  assert.equal(all.headers['x-total-count'], '5');
  const outcomes = all.body.attempts.map(({ outcome }) => outcome);
  assert.deepEqual(outcomes.toSorted(), ['acknowledged', 'acknowledged', 'acknowledged', 'acknowledged', 'failed']);
  const [failed] = (await attempts('?outcome=FAILED')).body.attempts;
  assert.match(failed!.explanation, /^The endpoint failed\. Check its log/);
  assert.deepEqual([failed!.status, failed!.manual, failed!.number], [500, false, 1]);
  assert.ok(failed!.next_attempt_at! > failed!.started_at);
  const first = await attempts('?outcome=acknowledged&per_page=3');
  assert.equal(first.headers['x-total-count'], '4');
  assert.match(String(first.headers.link), /outcome=acknowledged&per_page=3&page=2>; rel="next"/);
  const second = await attempts('?outcome=acknowledged&per_page=3&page=2');
  assert.deepEqual([first.body.attempts.length, second.body.attempts.length], [3, 1]);
  const sequences = all.body.attempts.map(({ sequence }) => sequence);
  assert.deepEqual(sequences.toSorted(), [1, 2, 3, 4, 5]);
  const { body: story } = await client.get<{ webhooks: { outcome: string; attempts: Attempt[] }[] }>(
    `/events/${failed!.event_id}`,
  );
  assert.deepEqual([story.webhooks[0]!.outcome, story.webhooks[0]!.attempts], ['retrying', [failed]]);
  assert.equal(
    (await v2Client(probity, 'live').get<{ attempts: [] }>(`/webhooks/${webhook.id}/attempts`)).body.attempts.length,
    0,
  );
});

test('a failed delivery is resent by its event and acknowledged', async () => {
  const [failed] = (await attempts('?outcome=failed')).body.attempts;
  const resent = await client.post(`/webhooks/${webhook.id}/resend`, { event_id: failed!.event_id });
  assert.deepEqual(resent.body, { resent: 1, has_more: false, last_event_id: failed!.event_id });
  const [newest] = (await eventually(attempts, ({ body }) => body.attempts.length === 6)).body.attempts;
  assert.deepEqual(
    [newest!.delivery_id, newest!.manual, newest!.number, newest!.outcome],
    [failed!.delivery_id, true, 2, 'acknowledged'],
  );
  const cases: readonly (readonly [object, string])[] = [
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-03-04' }, 'from'],
    [{ event_id: 'x' }, 'event_id'],
    [{ after: 'x' }, 'after'],
    [{ event_id: webhook.id }, 'event_id'],
    [{ delivery_id: failed!.event_id! }, 'delivery_id'],
    [{ failed: 'perhaps' }, 'failed'],
    [{ failed: false }, 'event_id'],
  ];
  for (const [given, field] of cases) {
    assertRefused(await client.post(`/webhooks/${webhook.id}/resend`, given), 422, 'validation_error', [field]);
  }
});

test('a test is answered with its attempt, and repeated by key', async () => {
  const { body, status } = await client.post<{ delivery_id: string; attempt?: Attempt }>(
    `/webhooks/${webhook.id}/test`,
  );
  assert.equal(status, 201);
  assert.deepEqual([body.attempt!.outcome, body.attempt!.event_type], ['acknowledged', 'webhook.test']);
  const request = receiver.requests.at(-1)!;
  assert.equal(request.headers['webhook-id'], body.delivery_id);
  assert.ok(verifiesStandardWebhook(request, webhook.token));
  const keyed = await client.post<{ attempt?: Attempt }>(`/webhooks/${webhook.id}/test`, undefined, {
    headers: { 'idempotency-key': 'once' },
  });
  assert.equal(keyed.body.attempt, undefined);
});

test('the doctor reports what it found at each step', async () => {
  const { body } = await client.post<{ status: string; findings: { subject: string; status: string }[] }>(
    `/webhooks/${webhook.id}/doctor`,
  );
  assert.equal(body.status, 'ok');
  assert.deepEqual(
    body.findings.map(({ subject }) => subject),
    [
      'webhook',
      'deliveries',
      'dns',
      'address',
      'connection',
      'certificate',
      'acknowledgement',
      'redirects',
      'signature',
      'clock',
    ],
  );
});

test('a secret rotated under an id in capital letters signs deliveries, and the audit trail names the webhook by its usual id', async () => {
  const path = `/webhooks/${webhook.id.toUpperCase()}`;
  const rotated = await client.post<Registered>(`${path}/rotate`, { overlap_hours: 0 });
  const { body } = await client.post<{ attempt?: Attempt }>(`${path}/test`);
  assert.equal(body.attempt?.outcome, 'acknowledged');
  assert.ok(verifiesStandardWebhook(receiver.requests.at(-1)!, rotated.body.token));
  const [told] = await probity.database.rows<{ resourceId: string }>(sql`
    select resource_id as "resourceId" from events where type = 'webhook.changed' order by id desc`);
  assert.equal(told!.resourceId, webhook.id);
});
