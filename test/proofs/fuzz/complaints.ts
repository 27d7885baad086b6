// Judges an answer: whether the OpenAPI document allows it for the request, to the last property.
import assert from 'node:assert/strict';
import type { Environment } from '../../../src/context.ts';
import { httpLimits } from '../../../src/platform/http/http-limits.ts';
import { type FuzzRequest, headBytes } from './fuzz-request.ts';
import { type FuzzedInterface, fuzzedInterfaces } from './interfaces.ts';
import type { Outcome, WireAnswer } from './wire-client.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Statuses before any operation is found; their errors have the interface's form too. */
const refusedEarly = new Set([400, 404, 405, 413, 415]);
/** Statuses of Node's parser for invalid HTTP. */
const unreadable = new Set([400, 408, 413, 431]);

interface Place {
  readonly of: FuzzedInterface;
  readonly environment: Environment;
  /** Below the base, as the router reads it. */
  readonly path: string;
}

/** Decodes escapes except slashes; an empty segment is a parameter too. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252F')).replace(/\/(?=\/)/g, '/x');
  } catch {
    return path;
  }
}

/** Undefined if the request is for another surface. */
function placeOf({ method, path }: FuzzRequest): Place | undefined {
  // An invalid request line belongs to no operation.
  if (method.includes(' ')) return undefined;
  for (const of of fuzzedInterfaces) {
    for (const environment of ['live', 'test'] as const) {
      const base = of.bases[environment];
      const below = path.startsWith(base) ? path.slice(base.length) : undefined;
      if (below !== undefined && /^(?:[/?#]|$)/.test(below))
        return { of, environment, path: unescaped(below.split(/[?#]/, 1)[0] ?? '') };
    }
  }
  return undefined;
}

const isServed = (method: string, { of, environment, path }: Place) => {
  const operation = of.operationFor(method, path);
  // Operations with servers of their own are served under the staging path only.
  return operation !== undefined && (environment === 'test' || operation.servers === undefined);
};

function jsonOf({ body, headers }: WireAnswer, mediaType: string): unknown {
  assert.equal(headers['content-type']?.[0]?.split(';')[0], mediaType, 'the body is not declared as JSON');
  return JSON.parse(body.toString('utf8'));
}

function assertRefusal({ errors, problemsOf }: FuzzedInterface, answer: WireAnswer): void {
  const json = jsonOf(answer, errors.mediaType);
  assert.deepEqual(problemsOf({ $ref: `#/components/schemas/${errors.schema}` }, json), []);
  const { id, type, message } = errors.read(json);
  assert.equal(id, answer.headers['x-request-id']?.[0], 'the error names another request than X-Request-Id');
  const known = errors.types.find((one) => one.type === type);
  assert.equal(known?.message, message, `${type} has another message`);
  if (!unreadable.has(answer.status)) assert.equal(known?.status, answer.status, `${type} has another status`);
  if (answer.status === 405) assert.ok(answer.headers.allow, '405 without Allow');
}

function assertAnswer(request: FuzzRequest, answer: WireAnswer): void {
  const { status, headers } = answer;
  assert.ok(status >= 200 && status < 500, `answers ${status}`);
  assert.equal(headers['x-request-id']?.length, 1, 'has not exactly one X-Request-Id');
  assert.match(String(headers['x-request-id']), uuid);
  if (request.method === 'HEAD') return;
  const place = placeOf(request);
  if (place === undefined) return;
  if (status === 431) {
    assert.ok(headBytes(request).length > httpLimits.headerBytes / 2, '431 for headers that are not large');
    return;
  }
  if (!isServed(request.method, place)) {
    assert.ok(refusedEarly.has(status), `is no operation and answers ${status}`);
    assertRefusal(place.of, answer);
    return;
  }
  const first = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values[0]]));
  const text = answer.body.toString('utf8');
  const mediaType = status >= 400 ? place.of.errors.mediaType : 'application/json';
  const json = text === '' ? undefined : jsonOf(answer, mediaType);
  place.of.assertDocumented(place.environment, request.method, place.path, { status, headers: first, text, json });
}

/** The problems with the outcome of a request, one line each; undefined if there are none. */
export function complaintAbout(request: FuzzRequest, outcome: Outcome): string | undefined {
  if (outcome === 'silence') return 'was not answered in time';
  // Tunnels are not supported: Node closes the connection.
  if (outcome === 'closed') return request.method === 'CONNECT' ? undefined : 'was hung up on without an answer';
  try {
    assertAnswer(request, outcome);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}\n${outcome.status} ${outcome.body.toString('utf8').slice(0, 300)}`;
  }
}
