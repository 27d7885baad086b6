// A client of interface v2 for tests: every answer is held against what the OpenAPI document says, to the last property.
import assert from 'node:assert/strict';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import type { ErrorReply } from '../../../src/api/v2/errors.ts';
import { v2Bases, v2Document } from '../../../src/api/v2/index.ts';
import type { JsonObject } from '../../../src/api/v2/openapi-components.ts';
import type { Environment } from '../../../src/context.ts';
import type { Answer, Probity, SentRequest } from '../../support/probity.ts';

export const document = await v2Document('https://localhost:8443');

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What `#/components/…` names. */
export function resolved(value: unknown): JsonObject {
  assert.ok(isObject(value));
  if (typeof value.$ref !== 'string') return value;
  let at: unknown = document;
  const parts = value.$ref.split('/').slice(1);
  for (const part of parts) at = isObject(at) ? at[part.replaceAll('~1', '/')] : undefined;
  assert.ok(isObject(at), `${value.$ref} leads nowhere`);
  return at;
}

/** No property that the document does not name. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return isObject(schema.properties) ? { additionalProperties: false, ...inner } : inner;
}

const components = { schemas: strict(resolved({ $ref: '#/components/schemas' })) };
const validators = new Map<string, Validator>();

/** What is wrong with a value of the schema; empty when nothing is. */
export function problemsOf(schema: unknown, value: unknown): readonly string[] {
  const name = JSON.stringify(schema);
  const known = validators.get(name);
  const validator = known ?? Compile({ ...(strict(schema) as object), components } as TSchema);
  validators.set(name, validator);
  if (validator.Check(value)) return [];
  return validator.Errors(value)[1].map((error) => `${error.instancePath}: ${error.message}`);
}

interface Operation {
  readonly pattern: RegExp;
  readonly operation: JsonObject;
}

const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    pattern: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    operation,
  })),
);

/** @param path below the base */
export function operationFor(method: string, path: string): JsonObject | undefined {
  return operations.find(({ pattern }) => pattern.test(`${method} ${path.split('?')[0]}`))?.operation;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function assertError(response: JsonObject, answer: Answer): void {
  const { error } = answer.json as Static<typeof ErrorReply>;
  assert.equal(error.id, answer.headers['x-request-id']);
  const { examples } = resolved((response.content as JsonObject)['application/json']);
  const example = resolved((examples as JsonObject)[error.type]).value as Static<typeof ErrorReply>;
  assert.ok(example, `${error.type} is not documented here`);
  assert.equal(error.message, example.error.message);
}

/** Throws unless the answer is one that the document promises for this operation. */
export function assertDocumented(environment: Environment, method: string, path: string, answer: Answer): void {
  assert.match(String(answer.headers['x-request-id']), uuid);
  const operation = operationFor(method, path);
  // An operation with servers of its own is served under the staging path only.
  if (operation === undefined || (environment === 'live' && operation.servers !== undefined)) {
    assert.ok([404, 405].includes(answer.status), `${method} ${path} is not documented and answers ${answer.status}`);
    return;
  }
  const found = (operation.responses as JsonObject)[String(answer.status)];
  assert.ok(found, `${method} ${path} answers ${answer.status}, which is not documented: ${answer.text}`);
  const response = resolved(found);
  if (response.content === undefined) {
    assert.equal(answer.text, '');
    return;
  }
  assert.match(String(answer.headers['content-type']), /^application\/json\b/);
  const { schema } = resolved((response.content as JsonObject)['application/json']);
  assert.deepEqual(problemsOf(schema, answer.json), [], answer.text);
  if (answer.status >= 400) assertError(response, answer);
}

export interface V2Answer<Body> extends Answer {
  readonly body: Body;
}

export interface V2Client {
  readonly environment: Environment;
  send<Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent?: SentRequest): Promise<V2Answer<Body>>;
  get<Body>(path: string, sent?: SentRequest): Promise<V2Answer<Body>>;
  post<Body>(path: string, json?: unknown, sent?: SentRequest): Promise<V2Answer<Body>>;
  put<Body>(path: string, json?: unknown, sent?: SentRequest): Promise<V2Answer<Body>>;
  delete(path: string, sent?: SentRequest): Promise<V2Answer<undefined>>;
}

/** @param key of the server's own account unless given */
export function v2Client(probity: Probity, environment: Environment = 'test', key?: string): V2Client {
  const send: V2Client['send'] = async <Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent = {}) => {
    const answer = await probity.fetch(`${v2Bases[environment]}${path}`, {
      key: key ?? probity.account.keys[environment],
      ...sent,
      method,
    });
    assertDocumented(environment, method, path, answer);
    return { ...answer, body: answer.json as Body };
  };
  const withJson = (json: unknown, sent: SentRequest = {}) => (json === undefined ? sent : { ...sent, json });
  return {
    environment,
    send,
    get: (path, sent) => send('GET', path, sent),
    post: (path, json, sent) => send('POST', path, withJson(json, sent)),
    put: (path, json, sent) => send('PUT', path, withJson(json, sent)),
    delete: (path, sent) => send('DELETE', path, sent),
  };
}

/** By field the messages, or the fields' names alone. */
export function assertRefused(answer: Answer, status: number, type: string, fields?: readonly string[]): void {
  const { error } = (answer.json ?? {}) as { error?: Static<typeof ErrorReply>['error'] };
  assert.deepEqual(
    { status: answer.status, type: error?.type, ...(fields && { fields: Object.keys(error?.fields ?? {}).sort() }) },
    { status, type, ...(fields && { fields: [...fields].sort() }) },
    answer.text,
  );
}
