// Events in interface v2: every event that notifies, once, in one order, with the history of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from '../../../src/api/shared/schemas.ts';
import type { AttemptReply } from '../../../src/api/v2/attempts.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { sealEverything } from '../../support/events.ts';
import { upTo } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { allowLoopback } from './operation-samples.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import { advance, makeCheck } from './v2-samples.ts';

const probity = await startProbity({ settings: allowLoopback });
const { database } = probity;

interface Listed {
  readonly id: string;
  readonly created_at: string;
  readonly payload: {
    readonly resource_type: string;
    readonly action: string;
    readonly object: { readonly id: string };
  };
}
interface Story extends Listed {
  readonly webhooks: readonly {
    readonly webhook_id: string;
    readonly outcome: string;
    readonly explanation: string;
    readonly delivery_id: string | null;
    readonly attempts: readonly Static<typeof AttemptReply>[];
    readonly next_attempt_at: string | null;
  }[];
}

/** A client of a new account, which has no other events. */
const newClient = async () => {
  const { keys } = await makeAccount(probity.ctx);
  return { client: v2Client(probity, 'test', keys.test), live: v2Client(probity, 'live', keys.live) };
};
type Client = Awaited<ReturnType<typeof newClient>>['client'];

async function allEvents(client: Client, limit = 500): Promise<Listed[]> {
  const events: Listed[] = [];
  for (const _ of upTo(1000, 'the last page of events')) {
    const after = events.at(-1)?.id;
    const path = `/events?limit=${limit}${after === undefined ? '' : `&after=${after}`}`;
    const { body } = await client.get<{ events: Listed[]; has_more: boolean }>(path);
    events.push(...body.events);
    if (!body.has_more) break;
    assert.equal(body.events.length, limit);
  }
  return events;
}

const story = async (client: Client, id: string) => (await client.get<Story>(`/events/${id}`)).body;
const outcomeAt = async (client: Client, id: string, webhookId: string) =>
  (await story(client, id)).webhooks.find((one) => one.webhook_id === webhookId)?.outcome;

let urls = 0;
const register = async (client: Client, more: object = {}) => {
  const answer = await client.post<{ id: string }>('/webhooks', { url: `https://127.0.0.1:9/${++urls}`, ...more });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.id;
};

test('lists every notifying change once and in order, whatever the page size', async () => {
  const { client, live } = await newClient();
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  await sealEverything(database, probity.ctx.integrity);
  const events = await allEvents(client);
  assert.deepEqual(
    events.map(({ payload }) => payload.action),
    ['check.form_opened', 'check.form_completed', 'check.started', 'report.completed', 'check.completed'],
  );
  assert.deepEqual(await allEvents(client, 1), events);
  assert.deepEqual(await allEvents(client, 3), events);
  assert.deepEqual(await allEvents(live), []);
  for (const { payload } of events) {
    const { object, resource_type: type } = payload;
    assert.equal(object.id, type === 'check' ? check.id : check.reports[0]!.id);
  }
});

test('an unsealed event is known, but nothing comes after it yet', async () => {
  const { client } = await newClient();
  const check = await makeCheck(client);
  await advance(client, check.id);
  const unsealed = await database.row<{ id: string }>(sql`
    select id from events where check_id = ${check.id} and notifies order by id limit 1`);
  // Read before the sealer runs: a notification may arrive before its event is sealed.
  const answer = await client.get<{ events: Listed[] }>(`/events?after=${unsealed!.id}`);
  assert.deepEqual(answer.body.events, []);
});

test('refuses `after` unless it is an event of this account and environment', async () => {
  const { client, live } = await newClient();
  const { client: stranger } = await newClient();
  await advance(client, (await makeCheck(client)).id);
  await sealEverything(database, probity.ctx.integrity);
  const [event] = await allEvents(client);
  for (const other of [live, stranger]) {
    assertRefused(await other.get(`/events?after=${event!.id}`), 422, 'validation_error', ['after']);
    assertRefused(await other.get(`/events/${event!.id}`), 404, 'resource_not_found');
  }
  for (const query of ['after=x', 'limit=0', 'limit=501', 'limit=many']) {
    assertRefused(await client.get(`/events?${query}`), 422, 'validation_error', [query.split('=')[0]!]);
  }
});

test('the payload equals the one of the notification', async () => {
  const { client } = await newClient();
  await register(client);
  await advance(client, (await makeCheck(client)).id);
  await sealEverything(database, probity.ctx.integrity);
  const [event] = await allEvents(client);
  assert.deepEqual(Object.keys(event!), ['id', 'created_at', 'payload']);
  assert.deepEqual(Object.keys(event!.payload.object), ['id', 'status', 'completed_at', 'href']);
});

test('the history says for every webhook whether it was notified, or why not, by its state at that time', async () => {
  const { client, live } = await newClient();
  const wanting = await register(client);
  const disabled = await register(client, { enabled: false });
  const elsewhere = await register(live, { environments: ['live'] });
  const choosy = await register(client, { events: ['report.withdrawn'] });
  await advance(client, (await makeCheck(client)).id);
  const later = await register(client);
  // Later changes do not alter the history.
  await client.put(`/webhooks/${disabled}`, { enabled: true });
  await client.put(`/webhooks/${choosy}`, { events: [] });
  await sealEverything(database, probity.ctx.integrity);
  const [event] = await allEvents(client);
  const outcomes = { [wanting]: 'due', [disabled]: 'disabled', [elsewhere]: 'other_environment' };
  const { webhooks } = await story(client, event!.id);
  assert.deepEqual(Object.fromEntries(webhooks.map(({ webhook_id, outcome }) => [webhook_id, outcome])), {
    ...outcomes,
    [choosy]: 'not_subscribed',
    [later]: 'registered_later',
  });
  assert.ok(webhooks.every(({ explanation }) => explanation.length > 10));
});

test('the history follows a delivery to its end', async () => {
  const { client } = await newClient();
  const webhook = await register(client, { environments: ['sandbox'] });
  await advance(client, (await makeCheck(client)).id);
  await sealEverything(database, probity.ctx.integrity);
  const [event] = await allEvents(client);
  const steps: readonly (readonly [string, string])[] = [
    ['due', "status = 'due'"],
    ['sending', "leased_by = 'w', leased_until = now() + interval '1 minute'"],
    ['retrying', 'attempts = 1, leased_by = null, leased_until = null'],
    ['window_over', "status = 'exhausted', reason = 'window_over', finished_at = now()"],
    ['delivered', "status = 'delivered', reason = null"],
  ];
  for (const [outcome, change] of steps) {
    await database.pool.query(`update webhook_deliveries set ${change} where webhook_id = '${webhook}'`);
    assert.equal(await outcomeAt(client, event!.id, webhook), outcome);
  }
  await database.run(sql`
    update webhook_deliveries set status = 'due', finished_at = null where webhook_id = ${webhook}`);
  await database.run(sql`
    update webhook_deliveries d set ordered_check_id = e.check_id from events e
    where e.id = d.event_id and d.webhook_id = ${webhook}`);
  const [first, second] = await allEvents(client);
  assert.deepEqual(
    [await outcomeAt(client, first!.id, webhook), await outcomeAt(client, second!.id, webhook)],
    ['retrying', 'behind_earlier'],
  );
  await database.run(sql`
    update webhook_health set open_until = now() + interval '5 minutes' where webhook_id = ${webhook}`);
  assert.equal(await outcomeAt(client, event!.id, webhook), 'paused');
});
