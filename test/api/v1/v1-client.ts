// A client of interface v1 for tests, which compares every answer with the OpenAPI document, to the last property.
import assert from 'node:assert/strict';
import type { ProblemBody } from '../../../src/api/v1/errors.ts';
import { v1Document } from '../../../src/api/v1/index.ts';
import { v1Base } from '../../../src/api/v1/v1-path.ts';
import type { Environment } from '../../../src/context.ts';
import type { Answer, Probity, SentRequest } from '../../support/probity.ts';
import { documentChecks } from '../shared/documented-answers.ts';

export const document = await v1Document('https://localhost:8443');

const checks = documentChecks(document, 'application/problem+json', (examples, _resolved, answer) => {
  const { type, status, instance, validationErrors = [] } = answer.json as ProblemBody;
  assert.equal(instance, `urn:uuid:${answer.headers['x-request-id']}`);
  assert.equal(status, answer.status);
  assert.equal(validationErrors.length > 0, status < 500, 'what was refused has a message');
  assert.ok(type.replace('/docs/v1#error-', '') in examples, `${type} is not documented here`);
});

export const { resolved, problemsOf, operationFor, assertDocumented } = checks;

export interface V1Answer<Body> extends Answer {
  readonly body: Body;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface V1Client {
  readonly environment: Environment;
  send<Body>(method: Method, path: string, sent?: SentRequest): Promise<V1Answer<Body>>;
  get<Body>(path: string, sent?: SentRequest): Promise<V1Answer<Body>>;
  post<Body>(path: string, json?: unknown, sent?: SentRequest): Promise<V1Answer<Body>>;
}

/** @param key by default one of the server's own account @param acting headers of every request */
export function v1Client(
  probity: Probity,
  environment: Environment = 'test',
  key?: string,
  acting: Readonly<Record<string, string>> = {},
): V1Client {
  const own = { 'Ocp-Apim-Subscription-Key': key ?? probity.account.keys[environment], ...acting };
  const send: V1Client['send'] = async <Body>(method: Method, path: string, sent: SentRequest = {}) => {
    const answer = await probity.fetch(`${v1Base}${path}`, {
      ...sent,
      headers: { ...own, ...sent.headers },
      method,
    });
    assertDocumented(method, path, answer);
    return { ...answer, body: answer.json as Body };
  };
  return {
    environment,
    send,
    get: (path, sent) => send('GET', path, sent),
    post: (path, json, sent = {}) => send('POST', path, json === undefined ? sent : { ...sent, json }),
  };
}

/** @param fields the expected messages by field, or only the paths of the fields */
export function assertRefused(answer: Answer, status: number, type: string, fields?: readonly string[]): void {
  const problem = answer.json as ProblemBody | undefined;
  const paths = [...new Set((problem?.validationErrors ?? []).map(({ fieldPath }) => fieldPath))].sort();
  assert.deepEqual(
    { status: answer.status, type: problem?.type.replace('/docs/v1#error-', ''), ...(fields && { fields: paths }) },
    { status, type, ...(fields && { fields: [...fields].sort() }) },
    answer.text,
  );
}
