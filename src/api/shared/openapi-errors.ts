// Describes errors in an OpenAPI document: one response per status, with every error type of that status as an
// example.

import { http } from '../../lib/node-http.ts';
import type { RefusalReason } from '../../lib/refusal.ts';
import type { ErrorType } from './error-types.ts';
import type { JsonObject } from './openapi-components.ts';
import { requestIdHeader, type Shapes } from './openapi-operations.ts';
import type { ApiRoute } from './route.ts';
import { integer, type TSchema, text } from './schemas.ts';

export interface DescribedErrors {
  readonly types: Readonly<Record<RefusalReason, ErrorType>>;
  readonly internal: ErrorType;
  readonly reply: TSchema;
  readonly mediaType: string;
  /** Statuses whose error types differ by operation; every other status has one shared response. */
  readonly varying: readonly number[];
  readonly exampleOf: (error: ErrorType) => unknown;
}

const always: readonly RefusalReason[] = [
  'malformed_request',
  'unauthenticated',
  'wrong_environment',
  'read_only_user',
  'https_required',
  'rate_limited',
  'service_unavailable',
];

/**
 * The errors of an operation. Most follow from its properties: whether it takes a body, has ids in its path, and so
 * on.
 */
function errorsOf({ types, internal }: DescribedErrors, route: ApiRoute, more: readonly RefusalReason[]): ErrorType[] {
  const reasons: RefusalReason[] = [
    ...always,
    ...(route.url.includes('/:') ? (['not_found'] as const) : []),
    ...(route.method === 'POST' && !route.takesStream
      ? (['idempotency_in_progress', 'idempotency_key_reused'] as const)
      : []),
    ...(route.method === 'GET' ? [] : (['too_large'] as const)),
    ...(route.body === undefined ? [] : (['unsupported_media_type', 'invalid_fields'] as const)),
    ...more,
    ...(route.refusals ?? []),
  ];
  return [...new Set(reasons.map((reason) => types[reason])), internal];
}

const everyErrorType = ({ types, internal }: DescribedErrors): readonly ErrorType[] => [
  ...new Set([...Object.values(types), internal]),
];

/** Every error type with its exact message. */
export function errorExamples(errors: DescribedErrors): JsonObject {
  const one = (error: ErrorType) => ({
    summary: error.when,
    'x-status': error.status,
    value: errors.exampleOf(error),
  });
  return Object.fromEntries(everyErrorType(errors).map((error) => [error.type, one(error)]));
}

const headerShapes: Shapes = {
  ...requestIdHeader,
  'Retry-After': integer(
    { description: 'Seconds until the next request may succeed.', examples: [60] },
    { minimum: 1 },
  ),
  'RateLimit-Limit': integer({ description: 'Requests that the limit allows.', examples: [600] }, { minimum: 1 }),
  'RateLimit-Remaining': integer({ description: 'Requests that are left of it.', examples: [0] }, { minimum: 0 }),
  'RateLimit-Reset': integer({ description: 'Seconds until requests are left again.', examples: [60] }, { minimum: 1 }),
  Allow: text({ description: 'Methods of the resource.', examples: ['GET, POST'] }),
};

/** The headers of error responses. */
export const describedHeaders: JsonObject = Object.fromEntries(
  Object.entries(headerShapes as Readonly<Record<string, JsonObject>>).map(([name, { description, ...schema }]) => [
    name,
    { description, schema },
  ]),
);

const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

const headerReferences = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

interface Group {
  readonly status: number;
  readonly types: readonly string[];
}

function responseOf({ status, types }: Group, { mediaType, reply }: DescribedErrors) {
  return {
    description: http.STATUS_CODES[status],
    headers: headerReferences(['X-Request-Id', ...(headersByStatus[status] ?? [])]),
    content: {
      [mediaType]: {
        schema: reply,
        examples: Object.fromEntries(types.map((type) => [type, { $ref: `#/components/examples/${type}` }])),
      },
    },
  };
}

const byStatus = (errors: readonly ErrorType[]): Group[] =>
  [...Map.groupBy(errors, (error) => error.status)]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => ({ status, types: group.map((error) => error.type) }));

const nameOf = (status: number) => (http.STATUS_CODES[status] ?? '').replaceAll(' ', '');

/** The responses that all operations share. */
export function sharedErrorResponses(errors: DescribedErrors): JsonObject {
  return Object.fromEntries(
    byStatus(everyErrorType(errors))
      .filter(({ status }) => !errors.varying.includes(status))
      .map((group) => [nameOf(group.status), responseOf(group, errors)]),
  );
}

export function errorResponses(errors: DescribedErrors, route: ApiRoute, more: readonly RefusalReason[]): JsonObject {
  return Object.fromEntries(
    byStatus(errorsOf(errors, route, more)).map((group) => [
      group.status,
      errors.varying.includes(group.status)
        ? responseOf(group, errors)
        : { $ref: `#/components/responses/${nameOf(group.status)}` },
    ]),
  );
}
