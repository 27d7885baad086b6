// The type of a route in either interface: method, path, wire schemas and handler in one value.
import type { IncomingMessage } from 'node:http';
import type { Ctx } from '../../context.ts';
import type { Permission } from '../../features/access/permissions.ts';
import type { ApiCaller } from '../../features/accounts/authentication.ts';
import { type ReadBody, readBody } from '../../features/request-bodies/body-reader.ts';
import type { ResultsRead } from '../../features/results/results-reads.ts';
import { type FieldMessages, Problems, type RefusalReason } from '../../lib/refusal.ts';
import type { Static, TSchema } from './schemas.ts';

export interface ApiCall {
  readonly ctx: Ctx;
  readonly caller: ApiCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The query as sent, without the question mark. */
  readonly rawQuery: string;
  /** The body read by the route's schema; without a schema, only the parsed JSON. */
  readonly body: ReadBody;
  /** The raw request, for a route that takes its body as a stream. */
  readonly stream: IncomingMessage;
  /** The absolute URL of the request, without the query. */
  readonly url: string;
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  /** Serialised by the route's `answer`; a stream is sent as it is. */
  readonly body?: unknown;
  /** With an `etag`, a client that already has this answer gets 304. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The applicant whose personal data the answer holds: erasing the applicant deletes the stored copy of the answer.
   */
  readonly applicantId?: string;
  /** The results that the answer contains: the caller is recorded as their reader. */
  readonly results?: readonly ResultsRead[];
  /** What a validation found wrong, for the request log. */
  readonly invalid?: FieldMessages;
}

export interface ApiRoute<Call extends ApiCall = ApiCall> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the base path. */
  readonly url: string;
  readonly operationId: string;
  /** The permission that the caller's role needs, besides `use_api`. */
  readonly permission: Permission;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly body?: TSchema;
  /** The route accepts a body that the OpenAPI document does not show. */
  readonly readsBody?: true;
  /** A valid body, for routes where the examples of the properties do not make one together. */
  readonly bodyExample?: unknown;
  /** The maximum depth of the body, where a field nested too deep must be refused by name. */
  readonly bodyDepth?: number;
  /** The body is a file's bytes and is not parsed; such a request cannot be repeated with Idempotency-Key. */
  readonly takesStream?: true;
  readonly query?: TSchema;
  /** Where it makes something; else 200, or 204 without an answer. */
  readonly status?: 201;
  readonly answer?: TSchema;
  /** A second success status, with the same answer or with none. */
  readonly orElse?: { readonly status: 200 | 204 | 304; readonly when: string };
  /** Refusals that do not follow from the route's other properties: for the OpenAPI document. */
  readonly refusals?: readonly RefusalReason[];
  /** The route changes users or keys: from the next request on, callers are looked up again. */
  readonly changesCallers?: true;
  /**
   * Makes the outgoing queries that the handler will need: with an Idempotency-Key the handler runs in a transaction,
   * which must not wait for other machines. A refusal here is repeated by the handler.
   */
  readonly prepare?: (call: Call) => Promise<unknown>;
  readonly handle: (call: Call) => Promise<Answer>;
}

/** The body read by the route's schema. Refuses with all problems of shape at once, before any rule is checked. */
export function argumentsOf<S extends TSchema>({ body }: Pick<ApiCall, 'body'>): Static<S> {
  body.problems.refuse('invalid_fields');
  return body.given as Static<S>;
}

/** The query read by its schema, in the same way as a form body. */
export function queryOf<S extends TSchema>({ query }: Pick<ApiCall, 'query'>, schema: S): Static<S> {
  const problems = new Problems();
  const given = readBody<Static<S>>(schema, query, problems);
  problems.refuse('invalid_fields');
  return given;
}

const answering =
  (status: 200 | 201) =>
  (body: unknown, applicantId?: string): Answer => ({
    status,
    body,
    ...(applicantId === undefined ? {} : { applicantId }),
  });

export const ok = answering(200);
export const created = answering(201);
export const noContent: Answer = { status: 204 };
export const done = (work: Promise<unknown>): Promise<Answer> => work.then(() => noContent);

/** What an operation answers when it succeeds. */
export const statusOf = ({ status, answer }: Pick<ApiRoute, 'status' | 'answer'>): Answer['status'] =>
  status ?? (answer === undefined ? 204 : 200);
