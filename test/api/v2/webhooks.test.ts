// Webhooks in interface v2: registration, updates, and which URLs are allowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { WebhookReply } from '../../../src/api/v2/webhooks.ts';
import { startProbity } from '../../support/probity.ts';
import { allowLoopback } from './operation-samples.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import { nobody } from './v2-samples.ts';

const probity = await startProbity({ settings: allowLoopback });
const client = v2Client(probity);
const live = v2Client(probity, 'live');

type Webhook = Static<typeof WebhookReply>;
type Registered = Webhook & { readonly token?: string; readonly note?: string };

let urls = 0;
const newUrl = () => `https://127.0.0.1:9/hooks/${++urls}`;

const six = [
  'report.completed',
  'report.withdrawn',
  'check.completed',
  'check.started',
  'check.form_opened',
  'check.form_completed',
];

async function register(more: object = {}): Promise<Registered> {
  const answer = await client.post<Registered>('/webhooks', { url: newUrl(), ...more });
  assert.equal(answer.status, 201, answer.text);
  return withoutNote(answer.body);
}

/** Every change with a test key carries a note about what waits for a live key. */
const withoutNote = <W extends Registered>({ note: _, ...webhook }: W) => webhook;

test('a new webhook is enabled in both environments for all events, and its secret is answered once', async () => {
  const { token, ...webhook } = await register();
  assert.match(String(token), /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.deepEqual(webhook, {
    id: webhook.id,
    url: webhook.url,
    enabled: true,
    environments: ['sandbox', 'live'],
    events: six,
    href: `/v2/webhooks/${webhook.id}`,
  });
  const read = await client.get(`/webhooks/${webhook.id}`);
  assert.deepEqual(read.body, webhook);
  assert.equal(read.text.includes('whsec_'), false);
  assert.equal((await client.get('/webhooks')).text.includes('whsec_'), false);
});

test('stores the given values, words in any case, also from a form', async () => {
  const given = { enabled: 'false', environments: ['SANDBOX'], events: ['Check.Completed', 'report.withdrawn'] };
  const kept = { enabled: false, environments: ['sandbox'], events: ['report.withdrawn', 'check.completed'] };
  const { id: _, url: _url, href: _href, token: _token, ...settings } = await register(given);
  assert.deepEqual(settings, kept);
  const form = `url=${newUrl()}&enabled=false&environments[]=sandbox&events[]=check.completed&events[]=report.withdrawn`;
  const { body } = await client.post<Registered>('/webhooks', undefined, { form });
  assert.deepEqual([body.enabled, body.environments, body.events], [kept.enabled, kept.environments, kept.events]);
});

test('registering a url again updates its webhook and answers no secret', async () => {
  const { token: _, ...first } = await register();
  const again = await client.post<Registered>('/webhooks', { url: first.url, enabled: false });
  assert.equal(again.status, 200);
  const note = 'Live notifications begin once a live key registers or updates it.';
  assert.deepEqual(again.body, { ...first, enabled: false, note });
});

test('equivalent spellings of a url are the same url', async () => {
  const { token: _, ...first } = await register();
  const { protocol, host, pathname } = new URL(first.url);
  for (const url of [
    `${protocol.toUpperCase()}//${host}${pathname}`,
    `${protocol}//${host.toUpperCase()}/./x/..${pathname}`,
    `${first.url}#notifications`,
  ]) {
    const again = await client.post<Registered>('/webhooks', { url });
    assert.deepEqual([again.status, again.body.id, again.body.token], [200, first.id, undefined], url);
  }
  const other = await register();
  assertRefused(await client.put(`/webhooks/${other.id}`, { url: `${first.url}#x` }), 422, 'validation_error', ['url']);
  assert.notEqual((await register({ url: `${first.url}?of=another` })).id, first.id);
});

test('keys of either environment see a webhook of their account', async () => {
  const { token: _, ...webhook } = await register();
  assert.deepEqual((await live.get(`/webhooks/${webhook.id}`)).body, webhook);
  const { body } = await live.get<{ webhooks: Webhook[] }>('/webhooks');
  assert.ok(body.webhooks.some(({ id }) => id === webhook.id));
});

test('an update changes the attributes that it names, and keeps the others', async () => {
  const { token: _, ...webhook } = await register({ events: ['check.completed'] });
  const put = async (given: object) =>
    withoutNote((await client.put<Registered>(`/webhooks/${webhook.id}`, given)).body);
  assert.deepEqual(await put({ enabled: false }), { ...webhook, enabled: false });
  assert.deepEqual(await put({}), { ...webhook, enabled: false });
  assert.deepEqual(await put({ environments: ['live'], enabled: true }), { ...webhook, environments: ['live'] });
  assert.deepEqual((await put({ events: [] })).events, six);
  await put({ events: ['check.completed'] });
  const url = newUrl();
  assert.deepEqual(await put({ url, environments: ['sandbox', 'live'] }), { ...webhook, url });
});

test('only webhooks with an order or a rate limit show it', async () => {
  const { token: _, ...plain } = await register();
  const given = { ordered: true, max_per_second: 10 };
  const put = async (more: object) => withoutNote((await client.put<Registered>(`/webhooks/${plain.id}`, more)).body);
  assert.deepEqual(await put(given), { ...plain, ...given });
  assert.deepEqual((await client.get(`/webhooks/${plain.id}`)).body, { ...plain, ...given });
  assert.deepEqual(await put({ ordered: false, max_per_second: null }), plain);
  const { token: _token, id: _id, url: _url, href: _href, ...registered } = await register(given);
  assert.deepEqual([registered.ordered, registered.max_per_second], [true, 10]);
  for (const rate of [0, 1001, 'fast']) {
    const answer = await client.put(`/webhooks/${plain.id}`, { max_per_second: rate });
    assertRefused(answer, 422, 'validation_error', ['max_per_second']);
  }
});

test('a test key cannot end live notifications, and is told why', async () => {
  const { id } = (await live.post<Registered>('/webhooks', { url: newUrl() })).body;
  assertRefused(await client.delete(`/webhooks/${id}`), 422, 'validation_error', ['webhook']);
  assertRefused(await client.post(`/webhooks/${id}/rotate`), 422, 'validation_error', ['webhook']);
  assert.equal((await live.delete(`/webhooks/${id}`)).status, 204);
});

test('refuses urls that can never be called, and events that can never be notified', async () => {
  const other = await register();
  const { id } = await register();
  const cases: readonly (readonly [object, string])[] = [
    [{ url: 'http://127.0.0.1/x' }, 'url'],
    [{ url: 'nowhere' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://user:password@127.0.0.1:9/' }, 'url'],
    [{ url: null }, 'url'],
    [{ enabled: 'perhaps' }, 'enabled'],
    [{ environments: ['moon'] }, 'environments'],
    [{ environments: [] }, 'environments'],
    [{ events: ['report.awaiting_approval'] }, 'events'],
    [{ events: ['check.paused', 'check.completed'] }, 'events'],
    [{ events: 'check.completed' }, 'events'],
  ];
  for (const [given, field] of cases) {
    const created = await client.post('/webhooks', { url: newUrl(), ...given });
    assertRefused(created, 422, 'validation_error', [field]);
    assertRefused(await client.put(`/webhooks/${id}`, given), 422, 'validation_error', [field]);
  }
  assertRefused(await client.post('/webhooks', {}), 422, 'validation_error', ['url']);
  assertRefused(await client.put(`/webhooks/${id}`, { url: other.url }), 422, 'validation_error', ['url']);
});

test('a deleted webhook is not found', async () => {
  const { id } = await register();
  assert.equal((await client.delete(`/webhooks/${id}`)).status, 204);
  for (const path of [`/webhooks/${id}`, `/webhooks/${nobody}`, '/webhooks/x']) {
    assertRefused(await client.get(path), 404, 'resource_not_found');
  }
  assertRefused(await client.post(`/webhooks/${id}/rotate`), 404, 'resource_not_found');
});

test('rotating answers the new secret once, with how long the old one stays valid', async () => {
  const { id, token } = await register({ environments: ['sandbox'] });
  const rotate = (given?: object) =>
    client.post<Registered & { overlap_until: string }>(`/webhooks/${id}/rotate`, given);
  const { body } = await rotate();
  assert.notEqual(body.token, token);
  const hours = (new Date(body.overlap_until).getTime() - Date.now()) / 3_600_000;
  assert.ok(Math.abs(hours - 24) < 0.1);
  assert.ok(Math.abs(new Date((await rotate({ overlap_hours: 0 })).body.overlap_until).getTime() - Date.now()) < 5000);
  assertRefused(await rotate({ overlap_hours: -1 }), 422, 'validation_error', ['overlap_hours']);
});
