// How the OpenAPI document tells of errors: one response for each status, with every type that it may carry as an example.
import { STATUS_CODES } from 'node:http';
import type { RefusalReason } from '../../lib/refusal.ts';
import { ErrorReply, type ErrorType, errorTypes, internalError } from './errors.ts';
import type { Components, JsonObject } from './openapi-components.ts';
import type { V2Route } from './route.ts';
import { exampleId } from './schemas.ts';

const always: readonly RefusalReason[] = [
  'malformed_request',
  'unauthenticated',
  'wrong_environment',
  'read_only_user',
  'https_required',
  'rate_limited',
  'service_unavailable',
];

/** What an operation may answer with: most of it follows from what the operation is. */
function errorsOf(route: V2Route): ErrorType[] {
  const reasons: RefusalReason[] = [
    ...always,
    ...(route.url.includes('/:') ? (['not_found'] as const) : []),
    ...(route.method === 'POST' ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    ...(route.method === 'GET' ? [] : (['too_large'] as const)),
    ...(route.body === undefined ? [] : (['unsupported_media_type', 'invalid_fields'] as const)),
    ...(route.pages === undefined ? [] : (['invalid_fields'] as const)),
    ...(route.refusals ?? []),
  ];
  return [...new Set(reasons.map((reason) => errorTypes[reason])), internalError];
}

const everyErrorType: readonly ErrorType[] = [...new Set([...Object.values(errorTypes), internalError])];

const VALIDATION = 422;
const hasFields = (type: string) => type === 'validation_error' || type === 'failed_check_requirements';

/** Each type of error with its exact message. */
export function errorExamples(): JsonObject {
  const one = ({ status, type, message, when }: ErrorType) => {
    const fields = hasFields(type) ? { fields: { email: { messages: ["can't be blank"] } } } : {};
    return { summary: when, 'x-status': status, value: { error: { id: exampleId, type, message, ...fields } } };
  };
  return Object.fromEntries(everyErrorType.map((error) => [error.type, one(error)]));
}

const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

export const headerReferences = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function responseOf(status: number, types: readonly string[], components: Components): JsonObject {
  return {
    description: STATUS_CODES[status],
    headers: headerReferences(['X-Request-Id', ...(headersByStatus[status] ?? [])]),
    content: {
      'application/json': {
        schema: components.refer(ErrorReply),
        examples: Object.fromEntries(types.map((type) => [type, { $ref: `#/components/examples/${type}` }])),
      },
    },
  };
}

const typesByStatus = (errors: readonly ErrorType[]) => {
  const grouped = Map.groupBy(errors, (error) => error.status);
  return [...grouped]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => ({ status, types: group.map((error) => error.type) }));
};

const nameOf = (status: number) => (STATUS_CODES[status] ?? '').replaceAll(' ', '');

/** Responses that are the same wherever they occur; which types a 422 has differs by operation. */
export function sharedErrorResponses(components: Components): JsonObject {
  return Object.fromEntries(
    typesByStatus(everyErrorType)
      .filter(({ status }) => status !== VALIDATION)
      .map(({ status, types }) => [nameOf(status), responseOf(status, types, components)]),
  );
}

export function errorResponses(route: V2Route, components: Components): JsonObject {
  return Object.fromEntries(
    typesByStatus(errorsOf(route)).map(({ status, types }) => [
      status,
      status === VALIDATION
        ? responseOf(status, types, components)
        : { $ref: `#/components/responses/${nameOf(status)}` },
    ]),
  );
}
