// The same order by v1 candidate entry, by v1 client entry and by v2: both interfaces answer it alike, and notify
// webhooks of both.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { v1Client } from '../api/v1/v1-client.ts';
import {
  type AnsweredOrder,
  type AnsweredStatus,
  candidateEntry,
  clientEntry,
  jane,
  janesAddress,
} from '../api/v1/v1-samples.ts';
import { v2Client } from '../api/v2/v2-client.ts';
import { type Applicant, advance, type Check, type PlacedCheck } from '../api/v2/v2-samples.ts';
import { startProbity } from '../support/probity.ts';
import { type ReceivedRequest, startWebhookReceiver, verifiesXSignature } from '../support/webhook-receiver.ts';

const receiver = await startWebhookReceiver();
after(() => receiver.close());
const probity = await startProbity({
  workers: true,
  settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*', PROBITY_WEBHOOK_CA: receiver.caFile },
});
const v1 = v1Client(probity);
const v2 = v2Client(probity);

const v1Person = { Candidate: { ...jane, AddressList: [janesAddress] }, PurchaseOrderNumber: 'PO-7' };
const v2Person = {
  first_name: 'Jane',
  last_name: 'Sample',
  dob: '1985-06-14',
  email: 'jane@example.com',
  gender: 'female',
  addresses: [
    {
      ...{ building_number: '100', street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
      start_date: '2005-03-01',
    },
  ],
};

async function placedByV2(): Promise<number> {
  const { body: applicant } = await v2.post<Applicant>('/applicants', v2Person);
  const order = { type: 'standard', reports: [{ name: 'identity' }], tags: ['PO-7'] };
  const placed = await v2.post<PlacedCheck>(`/applicants/${applicant.id}/checks`, order);
  assert.equal(placed.status, 201, placed.text);
  return placed.body.order_id;
}

/** The properties that every order must share, however it was placed. */
async function orderIn(orderId: number) {
  const { body: order } = await v1.get<AnsweredOrder>(`/orders/${orderId}`);
  const { Id, UniqueKey, CheckId, OrderUrl, DateCreated, DateCompleted, Checks, ...rest } = order as AnsweredOrder &
    Record<string, unknown>;
  const checks = Checks.map(
    ({ Id: _, DateCompleted: __, CompletedDate: ___, ...check }: Record<string, unknown>) => check,
  );
  const status = (await v1.get<AnsweredStatus>(`/orders/${orderId}/status`)).body;
  const { body: check } = await v2.get<Check>(`/applicants/${await applicantOf(CheckId)}/checks/${CheckId}`);
  const { status: state, result, tags, type, form_uri, order_id } = check;
  assert.equal(order_id, orderId);
  return {
    v1: { ...rest, checks, status: { ...status, id: 0 } },
    v2: { state, result, tags },
    type,
    hasForm: form_uri !== null,
  };
}

async function applicantOf(checkId: string): Promise<string> {
  const { body } = await v2.get<{ href: string }[]>(`/applicants?per_page=500`);
  const { applicants } = body as unknown as { applicants: { id: string }[] };
  for (const { id } of applicants) {
    const { body: listed } = await v2.get<{ checks: { id: string }[] }>(`/applicants/${id}/checks`);
    if (listed.checks.some((check) => check.id === checkId)) return id;
  }
  return assert.fail(`no applicant of ${checkId}`);
}

async function subscribe() {
  const url = (path: string) => new URL(path, receiver.url).href;
  const made = await v1.post<{ signingSecret: string }>('/webhooks/webhook', {
    callbackUri: url('/v1'),
    authorisationToken: 'let me in',
    events: ['OrderComplete', 'CheckComplete', 'ApplicantFormSubmitted'].map((eventType) => ({
      eventType,
      eventSubscribed: true,
    })),
  });
  assert.equal(made.status, 201, made.text);
  const registered = await v2.post<{ token: string }>('/webhooks', {
    url: url('/v2'),
    events: ['check.completed', 'report.completed', 'check.form_completed'],
  });
  assert.equal(registered.status, 201, registered.text);
  return { signingSecret: made.body.signingSecret, token: registered.body.token };
}

const parsed = <T>({ body }: ReceivedRequest) => JSON.parse(body.toString('utf8')) as T;

test('an order is the same order by each of the three ways', async () => {
  const { signingSecret, token } = await subscribe();
  const byCandidate = (await candidateEntry(v1, v1Person)).Id;
  const byClient = (await clientEntry(v1, v1Person)).Id;
  const byV2 = await placedByV2();

  const [candidate, client, transitional] = [await orderIn(byCandidate), await orderIn(byClient), await orderIn(byV2)];
  assert.deepEqual(candidate.v1, transitional.v1);
  assert.deepEqual(candidate.v2, transitional.v2);
  assert.deepEqual([candidate.type, transitional.type, client.type], ['standard', 'standard', 'express']);
  assert.deepEqual([candidate.hasForm, transitional.hasForm, client.hasForm], [true, true, false]);
  assert.deepEqual([candidate.v2.state, client.v2.state], ['awaiting_applicant', 'in_progress']);

  for (const orderId of [byCandidate, byClient, byV2]) {
    const { CheckId, OrderState } = (await v1.get<AnsweredOrder>(`/orders/${orderId}`)).body;
    await advance(v2, CheckId, OrderState.StateDescription === 'Application' ? 2 : 1);
  }
  const done = [await orderIn(byCandidate), await orderIn(byClient), await orderIn(byV2)];
  for (const { v1: order, v2: check } of done) {
    assert.deepEqual(order, done[0]!.v1);
    assert.deepEqual(check, { state: 'complete', result: 'clear', tags: ['PO-7'] });
  }
  assert.deepEqual(done[0]!.v1.OrderState, { StateDescription: 'Completed - Green' });

  // Two notifications of each order, and of the form for two of the three.
  const received = await receiver.received(16);
  const told = received.filter(({ path }) => path === '/v1');
  const events = told.map((one) => parsed<{ OrderId: number; EventType: string; Order: string }>(one));
  const eventsOf = (orderId: number) =>
    events
      .filter(({ OrderId }) => OrderId === orderId)
      .map(({ EventType }) => EventType)
      .sort();
  const [form, whole] = ['ApplicantFormSubmitted', ['CheckComplete', 'OrderComplete']];
  assert.deepEqual(eventsOf(byCandidate), [form, ...whole]);
  assert.deepEqual(eventsOf(byV2), [form, ...whole]);
  assert.deepEqual(eventsOf(byClient), whole);
  for (const { Order } of events) assert.match(Order, /^https:\/\/localhost:\d+\/portal\/checks\/[0-9a-f-]{36}$/);
  for (const { headers, body } of told) {
    assert.equal(headers['x-signature'], createHash('sha1').update('let me in').digest('hex'));
    new Webhook(signingSecret).verify(body.toString('utf8'), headers);
  }
  const notified = received.filter(({ path }) => path === '/v2');
  assert.equal(notified.length, 8);
  for (const request of notified) assert.ok(verifiesXSignature(request, token));
});
