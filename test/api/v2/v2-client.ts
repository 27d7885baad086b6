// A client of interface v2 for tests, which compares every answer with the OpenAPI document, to the last property.
import assert from 'node:assert/strict';
import type { Static } from 'typebox';
import type { ErrorReply } from '../../../src/api/v2/errors.ts';
import { v2Bases, v2Document } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import type { Answer, Probity, SentRequest } from '../../support/probity.ts';
import { documentChecks } from '../shared/documented-answers.ts';

export const document = await v2Document('https://localhost:8443');

const checks = documentChecks(document, 'application/json', (examples, resolved, answer) => {
  const { error } = answer.json as Static<typeof ErrorReply>;
  assert.equal(error.id, answer.headers['x-request-id']);
  assert.ok(error.type in examples, `${error.type} is not documented here`);
  const example = resolved(examples[error.type]).value as Static<typeof ErrorReply>;
  assert.equal(error.message, example.error.message);
});
export const { resolved, problemsOf, operationFor } = checks;

/** Throws unless the document allows the answer for this operation. */
export function assertDocumented(environment: Environment, method: string, path: string, answer: Answer): void {
  // Operations with servers of their own are served under the staging path only.
  checks.assertDocumented(
    method,
    path,
    answer,
    (operation) => environment === 'test' || operation.servers === undefined,
  );
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

/** @param key by default one of the server's own account */
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

/** @param fields the expected messages by field, or only the names of the fields */
export function assertRefused(answer: Answer, status: number, type: string, fields?: readonly string[]): void {
  const { error } = (answer.json ?? {}) as { error?: Static<typeof ErrorReply>['error'] };
  assert.deepEqual(
    { status: answer.status, type: error?.type, ...(fields && { fields: Object.keys(error?.fields ?? {}).sort() }) },
    { status, type, ...(fields && { fields: [...fields].sort() }) },
    answer.text,
  );
}
