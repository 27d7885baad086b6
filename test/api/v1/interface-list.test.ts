// Every operation that the interface lists exists: a route, its schemas, its place in the OpenAPI document, a refusal
// of its own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v1Routes } from '../../../src/api/v1/index.ts';
import type { SentRequest } from '../../support/probity.ts';
import { startProbity } from '../../support/probity.ts';
import { documentedOperations, nobodys, samples } from './operation-samples.ts';
import { assertRefused, type V1Client, v1Client } from './v1-client.ts';
import { candidateEntry, clientEntry, identityOrder } from './v1-samples.ts';

// Interface §Endpoints, Orders interface (v1), line by line, then ours (decisions, Orders). `+` takes arguments, `=`
// returns something.
const listed = `
  POST   /attachments                          +=
  GET    /attachments/restrictions             =
  GET    /attachments                          =
  GET    /attachments/download                 =
  GET    /metadata/valuesets                   =
  GET    /metadata/valuesets/{id}              =
  GET    /metadata/valuesets/{id}/values       =
  POST   /orders/candidateentry/validate       +=
  POST   /orders/cliententry/validate          +=
  POST   /webhooks/webhook                     +=
  PUT    /webhooks/webhook                     +=
  GET    /webhooks/webhook/{WebhookKey}        =
  GET    /webhooks/webhook/list                =
  DELETE /webhooks/webhook                     +
  GET    /webhooks/webhook/history             =
  POST   /orders/candidateentry                +=
  POST   /orders/cliententry                   +=
  GET    /orders                               =
  GET    /orders/GetOpenOrders                 =
  GET    /orders/{id}                          =
  GET    /orders/{id}/status                   =
  POST   /orders/{id}/cancel                   =
  POST   /orders/{id}/identity                 =
  POST   /orders/{id}/checks/{check_id}/stopmonitoring =
  GET    /metadata/packages                    =
  GET    /metadata/packages/{id}               =
`
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', marks = ''] = line.trim().split(/\s+/);
    return { method, path, sends: marks.includes('+'), returns: marks.includes('=') };
  });

interface Refused {
  readonly what: string;
  readonly request: (client: V1Client) => Promise<{ readonly path: string } & SentRequest>;
  readonly status: number;
  readonly type: string;
  readonly fields?: readonly string[];
}

const at =
  (path: string, sent: SentRequest = {}) =>
  async () => ({ path, ...sent });
const nobody = (operationId: string) => {
  const { path, sent } = samples[operationId]!(nobodys);
  return { what: 'what is nobody’s', request: at(path, sent), status: 404, type: 'not_found' };
};
const invalid = (...fields: string[]) => ({ status: 400, type: 'invalid_fields', fields });
const withoutName = { Checks: [{ CheckType: 'identity' }], Candidate: {} };
const missing = ['FirstName', 'LastName'].map((name) => `Candidate.CurrentName.${name}`);
const person = ['CandidateEmail', 'DateOfBirth'].map((name) => `Candidate.PersonalInfo.${name}`);
const ownKey = { headers: { Authorization: 'nobody', 'Ocp-Apim-Subscription-Key': 'nobody' } };
/** The refusal of operations that can only refuse their caller: acting for an unknown subsidiary. */
const forNobody = (operationId: string) => ({
  what: 'a subsidiary organisation that is none',
  request: at(samples[operationId]!(nobodys).path, { headers: { VerifileSubsidiaryOrganisationId: 'none' } }),
  status: 403,
  type: 'not_permitted',
});

const refusals: Readonly<Record<string, Refused>> = {
  submitCandidateEntry: {
    what: 'an order without a person',
    request: at('/orders/candidateentry', { json: withoutName }),
    ...invalid(...missing, ...person),
  },
  submitClientEntry: {
    what: 'an order that lacks what its checks need',
    request: at('/orders/cliententry', { json: identityOrder() }),
    ...invalid('Candidate.AddressList'),
  },
  listOrders: { what: 'a state that is none', request: at('/orders?state=Lost'), ...invalid('state') },
  listOpenOrders: { what: 'page 0', request: at('/orders/GetOpenOrders?page=0'), ...invalid('page') },
  readOrder: nobody('readOrder'),
  readOrderStatus: nobody('readOrderStatus'),
  cancelOrder: {
    what: 'an order that is over',
    request: async (client) => {
      const { Id } = await clientEntry(client);
      await client.post(`/orders/${Id}/cancel`);
      return { path: `/orders/${Id}/cancel` };
    },
    status: 409,
    type: 'state_does_not_allow',
  },
  confirmIdentity: {
    what: 'an order without a criminal record check',
    request: async (client) => ({ path: `/orders/${(await candidateEntry(client)).Id}/identity` }),
    status: 409,
    type: 'state_does_not_allow',
  },
  stopMonitoringCheck: nobody('stopMonitoringCheck'),
  validateCandidateEntryOrder: {
    what: 'malformed JSON',
    request: at('/orders/candidateentry/validate', { body: '{', headers: { 'content-type': 'application/json' } }),
    status: 400,
    type: 'malformed_request',
  },
  validateClientEntryOrder: {
    what: 'a form',
    request: at('/orders/cliententry/validate', { form: 'UniqueKey=1' }),
    status: 415,
    type: 'unsupported_media_type',
  },
  uploadAttachment: nobody('uploadAttachment'),
  readAttachmentRestrictions: forNobody('readAttachmentRestrictions'),
  listAttachments: nobody('listAttachments'),
  downloadAttachment: nobody('downloadAttachment'),
  listPackages: forNobody('listPackages'),
  readPackage: nobody('readPackage'),
  listValueSets: forNobody('listValueSets'),
  readValueSet: {
    what: 'a set that is none',
    request: at('/metadata/valuesets/colours'),
    status: 404,
    type: 'not_found',
  },
  listValues: {
    what: 'another locale',
    request: at('/metadata/valuesets/titles/values?locale=fr-FR'),
    ...invalid('locale'),
  },
  createOrderWebhook: {
    what: 'a webhook without events',
    request: at('/webhooks/webhook', { json: { callbackUri: 'https://127.0.0.1:9/' } }),
    ...invalid('events'),
  },
  changeOrderWebhook: nobody('changeOrderWebhook'),
  listOrderWebhooks: forNobody('listOrderWebhooks'),
  listWebhookHistory: forNobody('listWebhookHistory'),
  readOrderWebhook: nobody('readOrderWebhook'),
  deleteOrderWebhook: nobody('deleteOrderWebhook'),
};

const placeOf = (method: string, path: string) => `${method} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`;

test('every operation of the interface has its route, schemas, OpenAPI entry, sample and refusal', () => {
  for (const { method, path, sends, returns } of listed) {
    const place = placeOf(method, path);
    const route = v1Routes.find((one) => placeOf(one.method, one.url) === place);
    assert.ok(route, `${place} lacks a route`);
    const { body, query, takesStream } = route;
    assert.ok(!sends || body || query || takesStream, `${place} lacks a schema of what it is sent`);
    assert.ok(!returns || route.answer !== undefined, `${place} lacks a schema of what it answers`);
    const entry = documentedOperations.find((one) => placeOf(one.method, one.path) === place);
    assert.equal(entry?.operationId, route.operationId, `${place} lacks an entry in the OpenAPI document`);
    assert.ok((refusals[route.operationId]?.status ?? 401) !== 401, `${place} lacks a refusal of its own`);
  }
});

test('every route is listed and has a sample and a refusal, and there are no others', () => {
  const ids = v1Routes.map((route) => route.operationId).sort();
  assert.deepEqual(
    listed.map(({ method, path }) => placeOf(method, path)).sort(),
    v1Routes.map(({ method, url }) => placeOf(method, url)).sort(),
  );
  assert.deepEqual(Object.keys(refusals).sort(), ids);
  assert.deepEqual(Object.keys(samples).sort(), ids);
});

test('every operation refuses as documented', async (t) => {
  const probity = await startProbity({ settings: { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' } });
  const client = v1Client(probity);
  for (const { operationId, method } of v1Routes) {
    const refusal = refusals[operationId]!;
    await t.test(`${operationId}: ${refusal.what}`, async () => {
      const { path, ...sent } = await refusal.request(client);
      assertRefused(await client.send(method, path, sent), refusal.status, refusal.type, refusal.fields);
      const keyless = await client.send(method, path, { ...sent, headers: { ...sent.headers, ...ownKey.headers } });
      assertRefused(keyless, 401, 'unauthenticated');
    });
  }
  await t.test('every POST except the upload can be repeated with Idempotency-Key', async () => {
    const repeatable = v1Routes.filter(({ method }) => method === 'POST');
    for (const { operationId, takesStream } of repeatable) {
      const refusal = refusals[operationId]!;
      const { path, ...sent } = await refusal.request(client);
      const headers = { ...sent.headers, 'Idempotency-Key': randomUUID() };
      const [, again] = [
        await client.send('POST', path, { ...sent, headers }),
        await client.send('POST', path, { ...sent, headers }),
      ];
      // Refusals that are independent of the request are not stored.
      const isKept = refusal.type !== 'malformed_request' && refusal.status !== 415 && !takesStream;
      assert.equal(again.headers['idempotent-replayed'], isKept ? 'true' : undefined, operationId);
    }
  });
});
