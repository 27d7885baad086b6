// A client by another author (npm @tradle/onfido-api), unmodified, with its hard-coded address redirected; it verifies
// our deliveries.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startProbity } from '../support/probity.ts';
import { answer, startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { Call, Outcome } from './tradle-process.ts';

const receiver = await startWebhookReceiver({ behave: answer(200) });
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
const { account } = probity;

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const child = fork(file('./tradle-process.ts'), {
  execArgv: ['--import', file('./redirect.ts')],
  env: {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_EXTRA_CA_CERTS: probity.caFile,
    REDIRECT_TO: `${probity.url}/vft-staging/v2`,
    API_KEY: account.keys.test,
  },
});
after(async () => {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
});

const waiting = new Map<number, (outcome: Outcome) => void>();
child.on('message', (outcome: Outcome) => waiting.get(outcome.id)?.(outcome));
let calls = 0;

async function attempt(name: string, ...given: unknown[]): Promise<Outcome> {
  const id = ++calls;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  waiting.set(id, resolve);
  child.send({ id, name, given } satisfies Call);
  return promise;
}

interface Resource {
  readonly id: string;
  readonly [attribute: string]: unknown;
}

async function call<Value = Resource>(name: string, ...given: unknown[]): Promise<Value> {
  const { value, error } = await attempt(name, ...given);
  assert.equal(error, undefined, `${name}: ${JSON.stringify(error)}`);
  return value as Value;
}

async function refused(status: number, type: string, name: string, ...given: unknown[]): Promise<unknown> {
  const { error } = await attempt(name, ...given);
  const body = error?.body as { type: string; fields?: unknown } | undefined;
  assert.deepEqual([error?.status, body?.type], [status, type], JSON.stringify(error));
  return body?.fields;
}

const john = { first_name: 'John', last_name: 'Smith', email: 'john@example.com', gender: 'male' };

/** The client cannot order a standard check, so another client does. */
async function placeCheck(
  applicantId: string,
): Promise<{ readonly id: string; readonly reports: readonly Resource[] }> {
  const placed = await probity.fetch(`/vft-staging/v2/applicants/${applicantId}/checks`, {
    method: 'POST',
    key: account.keys.test,
    json: { type: 'standard', reports: [{ name: 'identity' }] },
  });
  assert.equal(placed.status, 201, placed.text);
  return placed.json as { id: string; reports: Resource[] };
}

const advance = (checkId: string) =>
  probity.fetch(`/vft-staging/v2/sandbox/checks/${checkId}/advance`, { method: 'POST', key: account.keys.test });

test('applicants: creates, reads, lists, updates, deletes', async () => {
  const created = await call('applicants.create', john);
  assert.deepEqual(await call('applicants.get', created.id), created);
  const updated = await call('applicants.update', created.id, { mobile: '07700900123' });
  assert.deepEqual(updated, { ...created, mobile: '07700900123' });
  assert.deepEqual(await call('applicants.list'), [updated]);
  await call('applicants.delete', created.id);
  assert.deepEqual(await call('applicants.list'), []);
  const fields = await refused(422, 'validation_error', 'applicants.create', { ...john, gender: undefined });
  assert.deepEqual(fields, { gender: { messages: ["can't be blank"] } });
});

test('checks: reads and lists them; its own orders are express and refused', async () => {
  const { id } = await call('applicants.create', john);
  const reports = { reports: [{ name: 'identity' }] };
  const fields = await refused(422, 'validation_error', 'checks.create', id, reports);
  assert.deepEqual(fields, { type: { messages: ['is not included in the list: standard'] } });
  await refused(422, 'validation_error', 'checks.createDocumentCheck', id);
  await refused(422, 'validation_error', 'checks.createFaceCheck', id);

  const check = await placeCheck(id);
  const reportIds = check.reports.map((report) => report.id);
  const got = await call('checks.get', { applicantId: id, checkId: check.id });
  assert.deepEqual(got.reports, reportIds);
  const expanded = await call('checks.get', { applicantId: id, checkId: check.id, expandReports: true });
  assert.deepEqual(expanded, check);
  assert.deepEqual(await call('checks.list', { applicantId: id }), { checks: [got] });
  assert.deepEqual(await call('checks.list', { applicantId: id, expandReports: true }), { checks: [check] });
});

test('reports: reads and lists them; resume and cancel fail because the client sends GET', async () => {
  const { id } = await call('applicants.create', john);
  const check = await placeCheck(id);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  assert.deepEqual(await call('reports.get', target), check.reports[0]);
  assert.deepEqual(await call('reports.list', { checkId: check.id }), { reports: check.reports });
  for (const name of ['reports.resume', 'reports.cancel']) await refused(405, 'method_not_allowed', name, target);
});

test('report type groups: lists and reads them', async () => {
  const { report_type_groups: groups } = await call<{ report_type_groups: Resource[] }>('reportTypeGroups.list');
  assert.deepEqual(await call('reportTypeGroups.get', groups[0]!.id), groups[0]);
});

test('webhooks: registers, reads, lists, unregisters; deliveries pass its verification', async () => {
  const url = `${receiver.url}/tradle`;
  const { token, note, ...webhook } = await call('webhooks.register', { url });
  assert.match(String(note), /once a live key/);
  assert.deepEqual(await call('webhooks.get', webhook.id), webhook);
  assert.deepEqual(await call('webhooks.list'), { webhooks: [webhook] });

  const { id } = await call('applicants.create', john);
  const check = await placeCheck(id);
  await advance(check.id);
  await advance(check.id);
  const deliveries = await receiver.received(5);
  const payloads = [];
  for (const { headers, body } of deliveries) {
    const sent = { headers, body: body.toString('base64') };
    payloads.push(await call<{ action: string; object: Resource }>('webhooks.handleEvent', sent, token));
    const tampered = { headers, body: Buffer.concat([body, Buffer.from(' ')]).toString('base64') };
    const outcome = await attempt('webhooks.handleEvent', tampered, token);
    assert.equal(outcome.error?.message, 'received invalid HMAC digest');
  }
  assert.deepEqual(payloads.map((payload) => payload.action).sort(), [
    'check.completed',
    'check.form_completed',
    'check.form_opened',
    'check.started',
    'report.completed',
  ]);
  const completed = payloads.find((payload) => payload.action === 'check.completed');
  assert.equal(completed?.object.id, check.id);
  const read = await probity.fetch(String(completed?.object.href).replace(probity.url, ''), { key: account.keys.test });
  assert.equal((read.json as Resource).status, completed?.object.status);

  const unregistered = await call('webhooks.unregister', url);
  assert.deepEqual(unregistered, { ...webhook, enabled: false, note });
});

test('its postcode look-up uses another service', async () => {
  await refused(404, 'resource_not_found', 'misc.getAddressesForPostcode', { postcode: 'SW4 6EH' });
});
