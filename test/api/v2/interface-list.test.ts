// Every operation that the interface lists exists: a route, its schemas, its place in the OpenAPI document, a refusal
// of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v2Routes } from '../../../src/api/v2/index.ts';
import type { V2Route } from '../../../src/api/v2/route.ts';
import { startProbity } from '../../support/probity.ts';
import { allowLoopback, type DocumentedOperation, documentedOperations } from './operation-samples.ts';
import { type OperationRefusal, refusals } from './refusals.ts';
import { assertRefused, v2Client } from './v2-client.ts';

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly sends: boolean;
  readonly returns: boolean;
}

/** `+` takes arguments, `=` returns something. */
function listed(lines: string): Listed[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = '', marks = ''] = line.trim().split(/\s+/);
      return { method, path, sends: marks.includes('+'), returns: marks.includes('=') };
    });
}

// Interface §Endpoints, Transitional interface (v2), line by line.
const ofTheInterface = listed(`
  POST    /applicants                                     +=
  GET     /applicants/{applicant_id}                      =
  PUT     /applicants/{applicant_id}                      +=
  DELETE  /applicants/{applicant_id}
  GET     /applicants/                                    =
  POST    /applicants/{applicant_id}/checks               +=
  GET     /applicants/{applicant_id}/checks               =
  GET     /checks/{check_id}/reports/{report_id}          =
  GET     /checks/{check_id}/reports                      =
  GET     /reporttypes                                    =
  POST    /webhooks                                       +=
  GET     /webhooks/{webhook_id}                          =
  GET     /webhooks/                                      =
  GET     /report_type_groups/{report_type_group_id}      =
  GET     /report_type_groups                             =
  GET     /jobroles                                       =
`);

// Ours: operations that the interface marks as not shown, or that it needs.
const addedByUs = listed(`
  GET     /applicants/{applicant_id}/checks/{check_id}            =
  POST    /checks/{check_id}/resume
  POST    /checks/{check_id}/withdraw
  POST    /checks/{check_id}/reports/{report_id}/resume
  POST    /checks/{check_id}/reports/{report_id}/cancel
  POST    /checks/{check_id}/reports/{report_id}/stop_monitoring
  PUT     /webhooks/{webhook_id}                                  +=
  DELETE  /webhooks/{webhook_id}
  POST    /webhooks/{webhook_id}/rotate                           +=
  GET     /webhooks/{webhook_id}/attempts                         =
  POST    /webhooks/{webhook_id}/resend                           +=
  POST    /webhooks/{webhook_id}/test                             +=
  POST    /webhooks/{webhook_id}/doctor                           =
  GET     /events                                                 =
  GET     /events/{event_id}                                      =
  GET     /employment_sectors                                     =
  POST    /job_roles/eligibility                                  +=
  POST    /sandbox/checks/{check_id}/advance
  POST    /sandbox/checks/{check_id}/withdraw_consent
  POST    /sandbox/checks/{check_id}/reports/{report_id}/complete +
  POST    /sandbox/checks/{check_id}/reports/{report_id}/change   +
  GET     /sandbox/clock                                          =
  POST    /sandbox/clock/advance                                  +=
`);

const everyOperation = [...ofTheInterface, ...addedByUs];

/** Ignores the names of parameters and a trailing slash. */
const placeOf = (method: string, path: string) => `${method} ${path.replace(/:\w+|\{\w+\}/g, '{}').replace(/\/$/, '')}`;

interface Built {
  readonly routes: readonly V2Route[];
  readonly documented: readonly DocumentedOperation[];
  readonly refusals: Readonly<Record<string, OperationRefusal>>;
}

/** The missing parts of an operation. */
function gapsOf(operation: Listed, { routes, documented, refusals }: Built): string[] {
  const place = placeOf(operation.method, operation.path);
  const route = routes.find((candidate) => placeOf(candidate.method, candidate.url) === place);
  if (route === undefined) return ['a route'];
  const entry = documented.find((candidate) => placeOf(candidate.method, candidate.path) === place);
  const refusal = refusals[route.operationId];
  return [
    ...(operation.sends && route.body === undefined ? ['a schema of what it is sent'] : []),
    ...(operation.returns && route.answer === undefined ? ['a schema of what it answers'] : []),
    ...(entry?.operationId === route.operationId ? [] : ['an entry in the OpenAPI document']),
    ...(refusal === undefined || refusal.status === 401 ? ['a refusal of its own'] : []),
  ];
}

const built: Built = { routes: v2Routes, documented: documentedOperations, refusals };

test('every operation of the interface has its route, schemas, OpenAPI entry and refusal', () => {
  assert.equal(ofTheInterface.length, 16);
  for (const operation of everyOperation) {
    assert.deepEqual(gapsOf(operation, built), [], `${operation.method} ${operation.path} lacks`);
  }
});

test('every route has a refusal, and there are no other refusals', () => {
  assert.deepEqual(Object.keys(refusals).sort(), v2Routes.map((route) => route.operationId).sort());
});

test('the test finds an operation with a missing part', () => {
  const operation = ofTheInterface[0]!;
  const [route, ...others] = v2Routes as [V2Route, ...V2Route[]];
  const { body: _body, answer: _answer, ...bare } = route;
  const { createApplicant, ...otherRefusals } = refusals;
  const planted: readonly (readonly [Partial<Built>, string[]])[] = [
    [{ routes: others }, ['a route']],
    [{ routes: [bare] }, ['a schema of what it is sent', 'a schema of what it answers']],
    [{ documented: documentedOperations.slice(1) }, ['an entry in the OpenAPI document']],
    [{ refusals: otherRefusals }, ['a refusal of its own']],
    [{ refusals: { createApplicant: { ...createApplicant!, status: 401 } } }, ['a refusal of its own']],
  ];
  for (const [fault, gaps] of planted) assert.deepEqual(gapsOf(operation, { ...built, ...fault }), gaps);
});

test('every operation refuses as documented', async (t) => {
  const probity = await startProbity({ settings: allowLoopback });
  const client = v2Client(probity);
  const live = v2Client(probity, 'live');
  for (const { operationId, method } of v2Routes) {
    const refusal = refusals[operationId];
    assert.ok(refusal);
    await t.test(`${operationId}: ${refusal.what}`, async () => {
      const { path, ...sent } = await refusal.request(client);
      const answer = await (refusal.environment === 'live' ? live : client).send(method, path, sent);
      assertRefused(answer, refusal.status, refusal.type, refusal.fields);
    });
  }
});
