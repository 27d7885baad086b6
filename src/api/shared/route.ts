// What an operation of either interface is: its place, its wire shapes and its handler, as one value.
import type { IncomingMessage } from 'node:http';
import type { Ctx } from '../../context.ts';
import type { Permission } from '../../features/access/permissions.ts';
import type { ApiCaller } from '../../features/accounts/authentication.ts';
import type { ResultsRead } from '../../features/results/results-reads.ts';
import { Problems, type RefusalReason } from '../../lib/refusal.ts';
import { type ReadBody, readBody } from './body-reader.ts';
import type { Static, TSchema } from './schemas.ts';

export interface ApiCall {
  readonly ctx: Ctx;
  readonly caller: ApiCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The query as it came, without its question mark. */
  readonly rawQuery: string;
  /** By the route's schema; a route without one has only what was parsed. */
  readonly body: ReadBody;
  /** The request itself, for a route that takes its body as a stream. */
  readonly stream: IncomingMessage;
  /** Absolute, without the query. */
  readonly url: string;
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  /** By the route's `answer`; a stream is sent as it is. */
  readonly body?: unknown;
  /** With an `etag`, a client that has the answer already is told so: 304. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose personal data the answer holds: what is kept of it goes when they are erased. */
  readonly applicantId?: string;
  /** The results that the answer carries, if any: whoever asked is put on record as their reader. */
  readonly results?: readonly ResultsRead[];
}

export interface ApiRoute<Call extends ApiCall = ApiCall> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path. */
  readonly url: string;
  readonly operationId: string;
  /** What the caller's role must hold, besides `use_api`. */
  readonly permission: Permission;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly body?: TSchema;
  /** Reads a body that the OpenAPI document does not show. */
  readonly readsBody?: true;
  /** A body that succeeds, where the examples of its properties together would not. */
  readonly bodyExample?: unknown;
  /** How deep the body may be, where a field that is nested too deep is to be refused by its name. */
  readonly bodyDepth?: number;
  /** The body is the bytes of a file, which no parser may touch; such a request cannot be repeated by Idempotency-Key. */
  readonly takesStream?: true;
  readonly query?: TSchema;
  readonly status: 200 | 201 | 204;
  readonly answer?: TSchema;
  /** Another way to succeed: with the same shape, or with nothing. */
  readonly orElse?: { readonly status: 200 | 204 | 304; readonly when: string };
  /** What it says no to, apart from what follows from its shape: for the OpenAPI document. */
  readonly refusals?: readonly RefusalReason[];
  /** Changes what callers are: from the next request on, each is looked up anew. */
  readonly changesCallers?: true;
  /**
   * Asks other machines what the handler is going to ask them: a repeatable request is handled in a transaction, which
   * must not wait for anybody. What it refuses, the handler refuses too.
   */
  readonly prepare?: (call: Call) => Promise<unknown>;
  readonly handle: (call: Call) => Promise<Answer>;
}

/** What the body says by the route's schema; refuses with every problem of shape at once, before any rule is asked. */
export function argumentsOf<S extends TSchema>({ body }: Pick<ApiCall, 'body'>): Static<S> {
  body.problems.refuse('invalid_fields');
  return body.given as Static<S>;
}

/** The query by its schema, read as a form's body is. */
export function queryOf<S extends TSchema>({ query }: Pick<ApiCall, 'query'>, schema: S): Static<S> {
  const problems = new Problems();
  const given = readBody<Static<S>>(schema, query, problems);
  problems.refuse('invalid_fields');
  return given;
}

export const ok = (body: unknown, applicantId?: string): Answer => ({
  status: 200,
  body,
  ...(applicantId === undefined ? {} : { applicantId }),
});
export const created = (body: unknown, applicantId?: string): Answer => ({
  status: 201,
  body,
  ...(applicantId === undefined ? {} : { applicantId }),
});
export const noContent: Answer = { status: 204 };
