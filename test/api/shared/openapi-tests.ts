// Tests of the OpenAPI documents of both interfaces: committed as generated, complete, and valid under OpenAPI 3.1.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { test } from 'node:test';
import type { ErrorType } from '../../../src/api/shared/error-types.ts';
import { type OpenApiDocument, openApiPath, printDocument } from '../../../src/api/shared/openapi.ts';
import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import type { ApiRoute } from '../../../src/api/shared/route.ts';
import type { DocumentChecks } from './documented-answers.ts';

interface Found {
  readonly value: JsonObject;
  readonly at: string;
}

/** Every object of the document with its JSON pointer; the content of examples is left out. */
function everyObject(value: unknown, at = '#'): Found[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => everyObject(item, `${at}/${index}`));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'value' && name !== 'enum');
  return [
    { value: value as JsonObject, at },
    ...inner.flatMap(([name, one]) =>
      name === 'examples' && Array.isArray(one) ? [] : everyObject(one, `${at}/${name.replaceAll('/', '~1')}`),
    ),
  ];
}

const list = (value: unknown) => (value ?? []) as readonly JsonObject[];
const keysOf = (value: unknown) => Object.keys((value ?? {}) as object);

/** The schema with all schemas inside it. */
function everySchema(schema: JsonObject, at: string): Found[] {
  const properties = Object.entries((schema.properties ?? {}) as JsonObject);
  const inner = [
    ...properties.map(([name, property]) => [property, `${at}.${name}`] as const),
    ...list(schema.anyOf).map((one) => [one, `${at}|`] as const),
    ...[schema.items, schema.additionalProperties].map((one) => [one, `${at}[]`] as const),
  ];
  return [
    { value: schema, at },
    ...inner.flatMap(([one, path]) =>
      typeof one === 'object' && one !== null ? everySchema(one as JsonObject, path) : [],
    ),
  ];
}

/** By the place of an object: its required and its optional fields, as in the specification and a little stricter. */
const rules: readonly (readonly [where: RegExp, required: string, optional: string])[] = [
  [/^#$/, 'openapi info servers security tags paths webhooks components', ''],
  [/^#\/info$/, 'title version summary description license', ''],
  [/^#\/info\/license$/, 'name identifier', ''],
  [/^#\/components$/, 'securitySchemes parameters headers responses examples schemas', ''],
  [/\/servers\/\d+$/, 'url description', ''],
  [/^#\/tags\/\d+$/, 'name description', ''],
  [
    /^#\/(paths|webhooks)\/[^/]+\/(get|post|put|delete)$/,
    'operationId tags summary parameters responses',
    'description servers security requestBody x-codeSamples',
  ],
  [/\/parameters\/[\w-]+$/, 'name in description schema example', 'required'],
  [/\/headers\/[\w-]+$/, 'description schema example', ''],
  [/\/requestBody$/, 'required content', ''],
  [/\/responses\/\w+$/, 'description', 'headers content'],
  [/\/content\/[^/]+$/, 'schema', 'example examples'],
  [/^#\/components\/examples\/\w+$/, 'summary value x-status', ''],
  [/\/x-codeSamples\/\d+$/, 'lang label source', ''],
];

export interface DocumentUnderTest extends Pick<DocumentChecks, 'resolved' | 'problemsOf'> {
  readonly document: OpenApiDocument;
  /** The document's path in the repository. */
  readonly path: string;
  readonly routes: readonly ApiRoute[];
  readonly errors: readonly ErrorType[];
  /** Whether the example shows the error. */
  readonly saysError: (example: unknown, error: Pick<ErrorType, 'status' | 'type' | 'message'>) => boolean;
}

export function testDocument({
  document,
  path: committedPath,
  routes,
  errors,
  saysError,
  resolved,
  problemsOf,
}: DocumentUnderTest) {
  const objects = everyObject(document);
  const operations = [...Object.entries(document.paths), ...Object.entries(document.webhooks as typeof document.paths)];
  const everyOperation = operations.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  const streams = new Set(routes.filter(({ takesStream }) => takesStream).map(({ operationId }) => operationId));
  const isRepeatable = (method: string, { security, operationId }: JsonObject) =>
    method === 'post' && security === undefined && !streams.has(String(operationId));

  test('the committed document equals the one that the routes generate', () => {
    const committed = readFileSync(new URL(`../../../${committedPath}`, import.meta.url), 'utf8');
    assert.equal(committed, printDocument(document), 'run: npm run docs');
  });

  test('every reference resolves, and every component is referred to', () => {
    const references = new Set(objects.flatMap(({ value }) => (typeof value.$ref === 'string' ? [value.$ref] : [])));
    for (const reference of references) assert.ok(keysOf(resolved({ $ref: reference })).length > 0, reference);
    for (const kind of ['schemas', 'parameters', 'headers', 'examples', 'responses']) {
      for (const name of keysOf(resolved({ $ref: `#/components/${kind}` }))) {
        // No operation answers that its own method does not exist.
        if (name === 'MethodNotAllowed') continue;
        assert.ok(references.has(`#/components/${kind}/${name}`), `nothing refers to ${kind}/${name}`);
      }
    }
  });

  test('every object has only fields that OpenAPI 3.1 allows, and all required ones', () => {
    for (const { value, at } of objects) {
      if ('$ref' in value) {
        assert.deepEqual(Object.keys(value), ['$ref'], at);
        continue;
      }
      const rule = rules.find(([where]) => where.test(at));
      if (rule === undefined) continue;
      const [, required, optional] = rule;
      for (const field of required.split(' ')) assert.ok(field in value, `${at} lacks ${field}`);
      for (const field of keysOf(value))
        assert.ok(`${required} ${optional}`.split(' ').includes(field), `${at} has ${field}`);
    }
    for (const [where] of rules)
      assert.ok(
        objects.some(({ at }) => where.test(at)),
        `${where} matches nothing`,
      );
  });

  test('every operation has a unique id, a declared tag, and the parameters of its path', () => {
    assert.match(String(document.openapi), /^3\.1\.\d+$/);
    const ids = everyOperation.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    const declared = new Set(list(document.tags).map((tag) => tag.name));
    for (const { path, method, operation } of everyOperation) {
      for (const tag of operation.tags as string[]) assert.ok(declared.has(tag), `${tag} of ${method} ${path}`);
      const inPath = list(operation.parameters).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map((parameter) => `{${parameter.name}}`),
        path.match(/\{\w+\}/g) ?? [],
      );
      assert.ok(inPath.every((parameter) => parameter.required === true));
    }
  });

  test('every route is an operation', () => {
    for (const route of routes) {
      const operation = document.paths[openApiPath(route.url)]?.[route.method.toLowerCase()];
      assert.equal(operation?.operationId, route.operationId);
      assert.equal(operation.summary, route.summary);
    }
    assert.equal(routes.length, Object.values(document.paths).flatMap(keysOf).length);
  });

  const schemas = objects.filter(({ at }) => /\/schema$|^#\/components\/schemas\/\w+$/.test(at));

  test('every schema uses known keywords and types only', () => {
    const keywords = new Set(
      '$ref type format pattern enum minimum maximum minLength maxLength items properties required additionalProperties anyOf description examples default contentEncoding x-value-set'.split(
        ' ',
      ),
    );
    const types = ['string', 'integer', 'boolean', 'array', 'object', 'null'];
    for (const { value, at } of schemas.flatMap(({ value, at }) => everySchema(value, at))) {
      for (const keyword of keysOf(value)) assert.ok(keywords.has(keyword), `${at} has ${keyword}`);
      for (const type of [value.type ?? []].flat()) assert.ok(types.includes(String(type)), `${at} is of type ${type}`);
      for (const name of (value.required ?? []) as string[]) assert.ok(keysOf(value.properties).includes(name), at);
      assert.doesNotThrow(() => problemsOf(value, undefined), at);
    }
  });

  test('every property has a description and a valid example', () => {
    const properties = schemas
      .flatMap(({ value, at }) => everySchema(value, at))
      .flatMap(({ value, at }) =>
        Object.entries((value.properties ?? {}) as JsonObject).map(([name, property]) => ({
          property,
          at: `${at}.${name}`,
        })),
      );
    assert.ok(properties.length > 100);
    const example = (schema: JsonObject): unknown => {
      const shape = resolved(schema);
      if (shape.examples !== undefined) return list(shape.examples)[0];
      if (shape.items !== undefined) return [example(shape.items as JsonObject)];
      const inner = Object.entries((shape.properties ?? {}) as JsonObject);
      if (inner.length === 0) return undefined;
      return Object.fromEntries(inner.map(([name, property]) => [name, example(property as JsonObject)]));
    };
    for (const { property, at } of properties) {
      assert.ok(String(resolved(property).description ?? '').length > 3, `${at} has no description`);
      const value = example(property as JsonObject);
      assert.notEqual(value, undefined, `${at} has no example`);
      assert.deepEqual(problemsOf(property, value), [], at);
      for (const one of list(resolved(property).examples)) assert.deepEqual(problemsOf(property, one), [], at);
    }
  });

  test('every example of a body, an answer, a parameter and a header is valid under its schema', () => {
    for (const { value, at } of objects) {
      if (value.schema === undefined) continue;
      const examples = [
        ...('example' in value ? [value.example] : []),
        ...Object.values((value.examples ?? {}) as JsonObject).map((one) => resolved(one).value),
      ];
      assert.ok(examples.length > 0, `${at} has no example`);
      for (const example of examples) assert.deepEqual(problemsOf(value.schema, example), [], at);
    }
  });

  test('every POST takes an Idempotency-Key and says when it replays', () => {
    for (const { method, operation } of everyOperation) {
      const parameters = list(operation.parameters).map((parameter) => resolved(parameter).name);
      assert.equal(parameters.includes('Idempotency-Key'), isRepeatable(method, operation));
    }
  });

  test('every error type is present with its exact status and message', () => {
    for (const { status, type, message } of errors) {
      assert.ok(saysError(resolved({ $ref: `#/components/examples/${type}` }).value, { status, type, message }), type);
      const carried = objects.filter(
        ({ value, at }) => at.endsWith('/examples') && !!value[type] && at !== '#/components/examples',
      );
      assert.ok(carried.length > 0, type);
      for (const { at } of carried) {
        const response = resolved({ $ref: at.replace(/\/content\/.*/, '') });
        assert.equal(response.description, STATUS_CODES[status]);
        assert.ok(new RegExp(`/responses/${status}/|^#/components/responses/`).test(at), at);
      }
    }
  });
}
