// The errors of interface v1: every refusal's status and title, as RFC 9457 problem details (decisions, Errors; ours).
import type { FieldMessages, Refusal, RefusalReason } from '../../lib/refusal.ts';
import type { RenderedError } from '../../platform/http/rendered-error.ts';
import { refusalOf } from '../../platform/http/request-refusals.ts';
import { commonErrorTypes, type ErrorType } from '../shared/error-types.ts';
import { exampleId, integer, listOf, optional, type Static, Type, text } from '../shared/schemas.ts';

const invalid: ErrorType = {
  status: 400,
  type: 'invalid_fields',
  message: 'The request has invalid values.',
  when: 'validationErrors has every problem with the path of its field.',
};

const conflict: ErrorType = {
  status: 409,
  type: 'state_does_not_allow',
  message: 'The state of the resource does not allow this.',
  when: 'validationErrors has the reason, such as an order that is over.',
};

export const errorTypes: Readonly<Record<RefusalReason, ErrorType>> = {
  malformed_request: {
    status: 400,
    type: 'malformed_request',
    message: 'The request could not be understood.',
    when: 'The JSON is malformed or missing, or the URL is malformed.',
  },
  invalid_fields: invalid,
  unknown_report_name: invalid,
  variant_not_allowed: invalid,
  requirements_not_met: invalid,
  unauthenticated: {
    status: 401,
    type: 'unauthenticated',
    message: 'The key is not valid.',
    when: 'There is no key, or it is unknown, revoked or expired; or the acting user is unknown.',
  },
  wrong_environment: {
    status: 401,
    type: 'wrong_environment',
    message: 'The key is of the wrong environment.',
    when: 'What belongs to live data needs a live key.',
  },
  read_only_user: {
    status: 401,
    type: 'read_only_user',
    message: 'The user is not allowed to access the API.',
    when: 'The user is read only: an administrator must make it a standard user.',
  },
  not_permitted: {
    status: 403,
    type: 'not_permitted',
    message: 'This is not permitted.',
    when: 'The role of the user does not allow it, or the acting user is not of this subsidiary organisation.',
  },
  https_required: commonErrorTypes.https_required,
  not_found: {
    status: 404,
    type: 'not_found',
    message: 'There is no such resource.',
    when: 'The address is wrong, or the resource is not yours.',
  },
  method_not_allowed: commonErrorTypes.method_not_allowed,
  check_ongoing: conflict,
  state_does_not_allow: conflict,
  already_taken: {
    status: 409,
    type: 'already_taken',
    message: 'The key was used before, for something else.',
    when: 'A UniqueKey, webhookKey or fileToken stands for one thing: use a new one.',
  },
  idempotency_in_progress: commonErrorTypes.idempotency_in_progress,
  too_large: {
    status: 413,
    type: 'too_large',
    message: 'The request body is too large.',
    when: 'A body is over 1 MiB, or a file over the maximum of the restrictions.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'unsupported_media_type',
    message: 'The request body must be JSON.',
    when: 'The Content-Type is not JSON, such as a form.',
  },
  idempotency_key_reused: commonErrorTypes.idempotency_key_reused,
  rate_limited: {
    status: 429,
    type: 'rate_limited',
    message: 'Too many requests.',
    when: 'The sandbox takes 100 requests in 10 minutes from a user, counted for all test keys and both interfaces; live requests are limited per minute and key. Retry-After says in how many seconds the next request may pass.',
  },
  service_unavailable: {
    status: 503,
    type: 'service_unavailable',
    message: 'The service is temporarily unavailable.',
    when: 'Nothing was changed: retry.',
  },
};

/** Any error that is not a Refusal is a bug. */
export const internalError: ErrorType = {
  status: 500,
  type: 'internal_error',
  message: 'Something went wrong.',
  when: 'Retry; if it happens again, quote the instance to support.',
};

export const everyErrorType: readonly ErrorType[] = [...Object.values(errorTypes), internalError];

/** @param refusal undefined for a bug of ours */
export const errorTypeOf = (refusal: Refusal | undefined): ErrorType =>
  refusal === undefined ? internalError : errorTypes[refusal.reason];

/** All problems have the same level: text, or a number if the operator sets one (ours). */
export type ErrorLevel = string | number;

/** Also the answer of the validate operations (decisions, Validation messages). */
export const ValidationMessage = Type.Object(
  {
    message: text({ description: 'The problem.', examples: ["can't be blank"] }),
    fieldPath: text({ description: 'Where.', examples: ['Candidate.CurrentName.LastName'] }),
    errorLevel: Type.Unsafe<ErrorLevel>({
      type: ['string', 'integer'],
      description: "Severity: `Error`, or the operator's value for clients that expect a number.",
      examples: ['Error'],
    }),
  },
  { title: 'ValidationMessage', description: 'A problem with one field.' },
);

export const Problem = Type.Object(
  {
    type: text({ description: 'Explanation of the error type.', examples: ['/docs/v1#error-not_found'] }),
    title: text({ description: 'Title of the error type.', examples: ['There is no such resource.'] }),
    status: integer({ description: 'The status of the answer.', examples: [404] }),
    detail: text({ description: 'What to do.', examples: ['The address is wrong, or the resource is not yours.'] }),
    instance: text({
      description: 'The identifier of the request, equal to X-Request-Id: quote it to support.',
      examples: [`urn:uuid:${exampleId}`],
    }),
    validationErrors: optional(
      listOf(ValidationMessage, { description: 'Every problem; at least one for each status from 400 to 499.' }),
    ),
  },
  { title: 'Problem', description: 'Why a request was refused (RFC 9457).' },
);
export type ProblemBody = Static<typeof Problem>;

export const problemOf = (
  { type, message, status, when }: ErrorType,
  requestId: string,
  validationErrors: Messages = [],
): ProblemBody => ({
  type: `/docs/v1#error-${type}`,
  title: message,
  status,
  detail: when,
  instance: `urn:uuid:${requestId}`,
  ...(validationErrors.length === 0 ? {} : { validationErrors: [...validationErrors] }),
});

/** The id of the request that the problem document answers. */
export const requestIdOf = ({ instance }: Pick<ProblemBody, 'instance'>): string => instance.replace('urn:uuid:', '');

export const problemMediaType = 'application/problem+json';

type Messages = readonly Static<typeof ValidationMessage>[];

export const presentMessages = (fields: FieldMessages, errorLevel: ErrorLevel): Messages =>
  Object.entries(fields).flatMap(([fieldPath, all]) => all.map((message) => ({ message, fieldPath, errorLevel })));

/**
 * Every 4xx has at least one entry in `validationErrors`, because clients of the orders API read only that: an error
 * without a field is repeated there with an empty path.
 */
export const messagesOf = (error: ErrorType, fields: FieldMessages, errorLevel: ErrorLevel): Messages => {
  const messages = presentMessages(fields, errorLevel);
  const isTheirs = error.status >= 400 && error.status < 500;
  return messages.length > 0 || !isTheirs ? messages : [{ message: error.message, fieldPath: '', errorLevel }];
};

export function presentError(
  refusal: Refusal | undefined,
  requestId: string,
  errorLevel: ErrorLevel,
): { readonly status: number; readonly body: ProblemBody } {
  const error = errorTypeOf(refusal);
  const messages = messagesOf(error, refusal?.fields ?? {}, errorLevel);
  return { status: error.status, body: problemOf(error, requestId, messages) };
}

export function renderError(error: unknown, requestId: string, errorLevel: ErrorLevel): RenderedError {
  const { status, body } = presentError(refusalOf(error), requestId, errorLevel);
  return { status, contentType: problemMediaType, body: JSON.stringify(body) };
}
