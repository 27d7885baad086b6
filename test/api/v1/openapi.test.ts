// Tests the OpenAPI document of interface v1: the tests of both documents, and its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import { errorTypes, internalError, type ProblemBody } from '../../../src/api/v1/errors.ts';
import { v1Routes } from '../../../src/api/v1/index.ts';
import { orderEventNames } from '../../../src/features/webhooks/order-event-types.ts';
import { testDocument } from '../shared/openapi-tests.ts';
import { document, problemsOf, resolved } from './v1-client.ts';

testDocument({
  document,
  path: 'docs/openapi-v1.json',
  routes: v1Routes,
  errors: [...Object.values(errorTypes), internalError],
  saysError(example, { status, type, message }) {
    const problem = example as ProblemBody;
    return problem.status === status && problem.title === message && problem.type.endsWith(`#error-${type}`);
  },
  resolved,
  problemsOf,
});

test('the document describes the notification headers of interface v1', () => {
  const parameters = (document.components as JsonObject).parameters as Record<string, JsonObject>;
  const ofNotifications = Object.values(parameters).filter(({ name }) =>
    /^(webhook-|x-signature$)/i.test(String(name)),
  );
  assert.equal(ofNotifications.length, 6);
  for (const { name, required, description } of ofNotifications) {
    assert.equal(required, !String(description).includes('absent'), String(name));
    assert.doesNotMatch(String(description), /`token`|the token/, String(name));
  }
  assert.match(String(parameters['webhook-signature']?.description), /`signingSecret`/);
});

test('the document describes a notification for every event type that a webhook may subscribe to', () => {
  assert.deepEqual(Object.keys(document.webhooks as JsonObject), orderEventNames);
});
