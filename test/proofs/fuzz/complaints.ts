// Judges an answer: whether the OpenAPI document promises it, to the last property, for what was sent.
import assert from 'node:assert/strict';
import { errorTypes } from '../../../src/api/v2/errors.ts';
import { v2Bases } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import { httpLimits } from '../../../src/platform/http/http-limits.ts';
import { assertDocumented, operationFor, problemsOf } from '../../api/v2/v2-client.ts';
import { type FuzzRequest, headBytes } from './fuzz-request.ts';
import type { Outcome, WireAnswer } from './wire-client.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const errorSchema = { $ref: '#/components/schemas/Error' };

/** Refused before any operation is looked for, in the words of the interface all the same. */
const refusedEarly = new Set([400, 404, 405, 413, 415]);
/** What Node's parser says of something that is no HTTP. */
const unreadable = new Set([400, 408, 413, 431]);

interface Place {
  readonly environment: Environment;
  /** Below the base, as the router understands it. */
  readonly path: string;
}

/** Escapes count as what they stand for, but for a slash; what is empty between two slashes is a parameter too. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252F')).replace(/\/(?=\/)/g, '/x');
  } catch {
    return path;
  }
}

/** Undefined where the request is for somebody else's surface. */
function placeOf({ method, path }: FuzzRequest): Place | undefined {
  // No request line: nobody can tell what it was for.
  if (method.includes(' ')) return undefined;
  for (const environment of ['live', 'test'] as const) {
    const base = v2Bases[environment];
    const below = path.startsWith(base) ? path.slice(base.length) : undefined;
    if (below !== undefined && /^(?:[/?#]|$)/.test(below))
      return { environment, path: unescaped(below.split(/[?#]/, 1)[0] ?? '') };
  }
  return undefined;
}

const isServed = (method: string, { environment, path }: Place) => {
  const operation = operationFor(method, path);
  // One with servers of its own is served under the staging path only.
  return operation !== undefined && (environment === 'test' || operation.servers === undefined);
};

function jsonOf({ body, headers }: WireAnswer): unknown {
  assert.match(String(headers['content-type']), /^application\/json\b/, 'the body is not declared as JSON');
  return JSON.parse(body.toString('utf8'));
}

function assertRefusal(answer: WireAnswer): void {
  const json = jsonOf(answer) as { error: { id: string; type: string; message: string } };
  assert.deepEqual(problemsOf(errorSchema, json), []);
  const { id, type, message } = json.error;
  assert.equal(id, answer.headers['x-request-id']?.[0], 'error.id differs from X-Request-Id');
  const known = Object.values(errorTypes).find((one) => one.type === type);
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
    assertRefusal(answer);
    return;
  }
  const first = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values[0]]));
  const text = answer.body.toString('utf8');
  const json = text === '' ? undefined : jsonOf(answer);
  assertDocumented(place.environment, request.method, place.path, { status, headers: first, text, json });
}

/** What is wrong with the outcome of a request, in a line or more; undefined where nothing is. */
export function complaintAbout(request: FuzzRequest, outcome: Outcome): string | undefined {
  if (outcome === 'silence') return 'was not answered in time';
  // A tunnel is nothing we offer: Node hangs up.
  if (outcome === 'closed') return request.method === 'CONNECT' ? undefined : 'was hung up on without an answer';
  try {
    assertAnswer(request, outcome);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}\n${outcome.status} ${outcome.body.toString('utf8').slice(0, 300)}`;
  }
}
