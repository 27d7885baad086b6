// Tests the OpenAPI document of interface v2: the tests of both documents, and its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiPath } from '../../../src/api/shared/openapi.ts';
import { componentPlaces, exampleOf, type JsonObject } from '../../../src/api/shared/openapi-components.ts';
import { Type } from '../../../src/api/shared/schemas.ts';
import { errorTypes, internalError } from '../../../src/api/v2/errors.ts';
import { v2Routes } from '../../../src/api/v2/index.ts';
import { employmentSectors } from '../../../src/features/requirements/employment-sectors.ts';
import { testDocument } from '../shared/openapi-tests.ts';
import { document, problemsOf, resolved } from './v2-client.ts';

testDocument({
  document,
  path: 'docs/openapi-v2.json',
  routes: v2Routes,
  errors: [...Object.values(errorTypes), internalError],
  saysError(example, { type, message }) {
    const { error } = example as { error: JsonObject };
    return error.type === type && error.message === message;
  },
  resolved,
  problemsOf,
});

test('every body may be JSON or a form', () => {
  const bodies = v2Routes.filter((route) => route.body !== undefined);
  for (const route of bodies) {
    const operation = document.paths[openApiPath(route.url)]![route.method.toLowerCase()]!;
    const { content } = operation.requestBody as JsonObject;
    assert.deepEqual(Object.keys(content as object), ['application/json', 'application/x-www-form-urlencoded']);
  }
});

test('the sectors of a basic criminal record check are listed', () => {
  const details = resolved({ $ref: '#/components/schemas/CriminalHistoryReportDetails' });
  const sector = (details.properties as JsonObject).employment_sector as JsonObject;
  assert.deepEqual((sector.anyOf as JsonObject[])[0]?.enum, [...employmentSectors, null]);
});

test('two different shapes with one title are an error', () => {
  const { place } = componentPlaces();
  place(Type.Object({ a: Type.String() }, { title: 'Thing' }));
  assert.throws(() => place(Type.Object({ b: Type.String() }, { title: 'Thing' })), /called Thing/);
});

test('an example is built from the examples of the properties', () => {
  const shape = { properties: { a: { examples: ['x'] }, b: { items: { anyOf: [{ examples: [1] }] } }, c: {} } };
  assert.deepEqual(exampleOf(shape), { a: 'x', b: [1], c: null });
});
