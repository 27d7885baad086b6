import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import {
  deleteWebhook,
  listWebhooks,
  readWebhook,
  registerWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../../../src/features/webhooks/webhook-actions.ts';
import { type SealedSecrets, signingSecrets } from '../../../src/features/webhooks/webhook-secrets.ts';
import { signingKey } from '../../../src/features/webhooks/webhook-signatures.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { webhookWorld } from './webhook-world.ts';

const world = await webhookWorld();
const { ctx, database } = world;
const url = 'https://hooks.example/one';
const live = () => world.callerOf('live');
const testKey = () => world.callerOf('test');

const refuses = (work: Promise<unknown>, reason: string, fields: Record<string, readonly string[]> = {}) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.reason, error.fields], [reason, fields]);
    return true;
  });

test('registering returns the webhook and its secret, once', async () => {
  const { webhook, token } = await registerWebhook(ctx, live(), { url });
  assert.match(token!, /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.deepEqual(await readWebhook(ctx, live(), webhook.id), webhook);
  const again = await registerWebhook(ctx, live(), { url, enabled: false });
  assert.equal(again.token, null);
  assert.deepEqual(again.webhook, { ...webhook, enabled: false });
  assert.equal((await listWebhooks(ctx, live())).length, 1);
});

test('the secret is stored encrypted only', async () => {
  const { webhook, token } = await registerWebhook(ctx, live(), { url });
  const row = await database.row<{ text: string; sealed: Buffer }>(sql`
    select w::text as text, sealed_secret as sealed from webhooks w where id = ${webhook.id}`);
  assert.ok(!row!.text.includes(token!) && !row!.sealed.includes(Buffer.from(token!)));
});

test('refuses a url that may not be called, with the reason as its message', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['http://hooks.example/', 'must be https'],
    ['hooks.example', 'is not a valid URL'],
    ['https://user:password@hooks.example/', 'must not contain a user name or password'],
    ['https://8.8.8.8:22/', 'must use port 443 or 8443; ask whoever runs this service to open another port'],
    ['https://10.0.0.1/', 'must not lead to a private, local or reserved address'],
    ['https://169.254.169.254/latest', 'must not lead to a private, local or reserved address'],
    [' ', "can't be blank"],
  ];
  for (const [unfit, message] of cases) {
    await refuses(registerWebhook(ctx, live(), { url: unfit }), 'invalid_fields', { url: [message] });
  }
  const { webhook } = await registerWebhook(ctx, live(), { url });
  await refuses(updateWebhook(ctx, live(), webhook.id, { url: 'http://hooks.example/' }), 'invalid_fields', {
    url: ['must be https'],
  });
});

test('a url whose name does not resolve now is accepted with a note', async () => {
  const { webhook, note } = await registerWebhook(ctx, live(), { url: 'https://not-yet.example/' });
  assert.equal(webhook.url, 'https://not-yet.example/');
  assert.match(note ?? '', /does not resolve now/);
  const change = (to: string) => updateWebhook(ctx, live(), webhook.id, { url: to });
  assert.match((await change('https://nor-this.example/')).note ?? '', /does not resolve now/);
  assert.equal((await change('https://127.0.0.1:9/')).note, null);
});

test('keys of either environment see a webhook; other accounts do not', async () => {
  const { webhook } = await registerWebhook(ctx, testKey(), { url });
  assert.deepEqual(await readWebhook(ctx, live(), webhook.id), webhook);
  const { id } = await createAccount(ctx, 'system', { name: 'Others' });
  const foreign = world.callerOf('live', id);
  assert.deepEqual(await listWebhooks(ctx, foreign), []);
  await refuses(readWebhook(ctx, foreign, webhook.id), 'not_found');
  await refuses(updateWebhook(ctx, foreign, webhook.id, { url: 'nonsense' }), 'not_found');
  await refuses(deleteWebhook(ctx, foreign, webhook.id), 'not_found');
  await refuses(rotateWebhookSecret(ctx, foreign, webhook.id), 'not_found');
  assert.notEqual((await registerWebhook(ctx, foreign, { url })).webhook.id, webhook.id);
});

test('updates the given fields, and refuses the url of another webhook', async () => {
  const { webhook } = await registerWebhook(ctx, live(), { url });
  await registerWebhook(ctx, live(), { url: 'https://hooks.example/two' });
  const { webhook: updated } = await updateWebhook(ctx, live(), webhook.id, {
    events: ['check.completed'],
    environments: ['live'],
  });
  assert.deepEqual(updated, { ...webhook, events: ['check.completed'], environments: ['live'] });
  assert.deepEqual(await readWebhook(ctx, live(), webhook.id), updated);
  await refuses(updateWebhook(ctx, live(), webhook.id, { url: 'https://hooks.example/two' }), 'invalid_fields', {
    url: ['has already been taken'],
  });
  assert.equal((await updateWebhook(ctx, live(), webhook.id, { url })).webhook.url, url);
});

test('a deleted webhook is not found any more', async () => {
  const { webhook } = await registerWebhook(ctx, live(), { url });
  await world.event('check.completed');
  await deleteWebhook(ctx, live(), webhook.id);
  await refuses(readWebhook(ctx, live(), webhook.id), 'not_found');
  await refuses(deleteWebhook(ctx, live(), webhook.id), 'not_found');
  await refuses(deleteWebhook(ctx, live(), randomUUID()), 'not_found');
});

test('lists the newest first', async () => {
  for (const name of ['a', 'b', 'c']) await registerWebhook(ctx, live(), { url: `https://hooks.example/${name}` });
  assert.deepEqual(
    (await listWebhooks(ctx, live())).map((webhook) => webhook.url.at(-1)),
    ['c', 'b', 'a'],
  );
});

test('a hundred simultaneous registrations of one url make one webhook, and return its secret once', async () => {
  const registered = await Promise.all(Array.from({ length: 100 }, () => registerWebhook(ctx, live(), { url })));
  assert.equal(new Set(registered.map(({ webhook }) => webhook.id)).size, 1);
  assert.equal(registered.filter(({ token }) => token !== null).length, 1);
});

test('a rotation returns a new secret and the end of the overlap', async () => {
  const { webhook, token } = await registerWebhook(ctx, live(), { url });
  const before = ctx.now().getTime();
  const rotated = await rotateWebhookSecret(ctx, live(), webhook.id);
  assert.notEqual(rotated.token, token);
  assert.ok(Math.abs(rotated.overlapUntil.getTime() - before - 24 * 3_600_000) < 5000);
  await refuses(rotateWebhookSecret(ctx, live(), webhook.id, { overlapHours: 169 }), 'invalid_fields', {
    overlap_hours: ['must be a whole number from 0 to 168'],
  });
});

test('a second rotation during an overlap is refused unless it has no overlap itself', async () => {
  const { webhook } = await registerWebhook(ctx, live(), { url: 'https://hooks.example/rotated-twice' });
  const { overlapUntil } = await rotateWebhookSecret(ctx, live(), webhook.id);
  await refuses(rotateWebhookSecret(ctx, live(), webhook.id, { overlapHours: 1 }), 'invalid_fields', {
    overlap_hours: [`must be 0 until ${overlapUntil.toISOString()}, when the present overlap ends`],
  });
  await rotateWebhookSecret(ctx, live(), webhook.id, { overlapHours: 0 });
  await rotateWebhookSecret(ctx, live(), webhook.id, { overlapHours: 1 });
});

test('a webhook whose live notifications wait for a live key has a note until a live key confirms them', async () => {
  const at = { url: 'https://127.0.0.1:9/waits' };
  const waits = 'Live notifications begin once a live key registers or updates it.';
  const { webhook, note } = await registerWebhook(ctx, testKey(), at);
  assert.equal(note, waits);
  assert.equal((await updateWebhook(ctx, testKey(), webhook.id, { ordered: true })).note, waits);
  assert.equal((await updateWebhook(ctx, testKey(), webhook.id, { environments: ['sandbox'] })).note, null);
  assert.equal((await registerWebhook(ctx, testKey(), { ...at, environments: ['live'] })).note, waits);
  assert.equal((await updateWebhook(ctx, live(), webhook.id, {})).note, null);
  const both = await registerWebhook(ctx, testKey(), { url: 'https://nor-yet.example/' });
  assert.match(both.note ?? '', /resolves, no notification arrives\. Live notifications begin/);
});

test('the secret of a webhook with live notifications is given to live keys only', async () => {
  const { webhook } = await registerWebhook(ctx, testKey(), { url });
  assert.ok((await rotateWebhookSecret(ctx, testKey(), webhook.id)).token);
  await updateWebhook(ctx, live(), webhook.id, {});
  await refuses(rotateWebhookSecret(ctx, testKey(), webhook.id), 'invalid_fields', {
    webhook: ['can be rotated with a live key only: live notifications go to this webhook'],
  });
  assert.ok((await rotateWebhookSecret(ctx, live(), webhook.id, { overlapHours: 0 })).token);
});

test('a secret that a test key has seen signs nothing any more once a live key rotates it without overlap', async () => {
  const own = 'https://hooks.example/told-to-a-test-key';
  const { webhook, token: told } = await registerWebhook(ctx, testKey(), { url: own });
  assert.equal((await registerWebhook(ctx, live(), { url: own })).webhook.liveConfirmed, true);
  const { token } = await rotateWebhookSecret(ctx, live(), webhook.id, { overlapHours: 0 });
  const row = await database.row<Omit<SealedSecrets, 'webhookId'>>(sql`
    select sealed_secret as "sealedSecret", sealed_previous_secret as "sealedPreviousSecret",
      previous_secret_until as "previousSecretUntil"
    from webhooks where id = ${webhook.id}`);
  const key = await ctx.keys.forAccount(live().accountId);
  const signing = signingSecrets(key, { webhookId: webhook.id, ...row! }, ctx.now());
  assert.notEqual(token, told);
  assert.ok(signing.key.standard.equals(signingKey(token).standard));
  assert.equal(signing.previousKey, undefined);
  await refuses(rotateWebhookSecret(ctx, testKey(), webhook.id), 'invalid_fields', {
    webhook: ['can be rotated with a live key only: live notifications go to this webhook'],
  });
});

test('each change is in the audit trail', async () => {
  const { webhook } = await registerWebhook(ctx, live(), { url });
  await updateWebhook(ctx, live(), webhook.id, { enabled: false });
  await rotateWebhookSecret(ctx, live(), webhook.id);
  await deleteWebhook(ctx, live(), webhook.id);
  const events = await database.rows<{ type: string }>(sql`
    select type from events where account_id = ${live().accountId} and resource_id = ${webhook.id} order by recorded_at`);
  assert.deepEqual(
    events.map((event) => event.type),
    ['webhook.created', 'webhook.changed', 'webhook.changed', 'webhook.deleted'],
  );
});
