// The errors of interface v2: every refusal's exact status, type and message (interface §Errors), and the error
// object.
import type { Refusal, RefusalReason } from '../../lib/refusal.ts';
import type { RenderedError } from '../../platform/http/rendered-error.ts';
import { refusalOf } from '../../platform/http/request-refusals.ts';
import { commonErrorTypes, type ErrorType } from '../shared/error-types.ts';
import { id, listOf, optional, type Static, Type, text } from '../shared/schemas.ts';

const validation: ErrorType = {
  status: 422,
  type: 'validation_error',
  message: 'There was a validation error on this request.',
  when: 'The fields property carries the specific messages.',
};

const readOnly: ErrorType = {
  status: 401,
  type: 'user_authorization_error',
  message: 'User is not allowed to access API.',
  when: 'The user is read only, or their role does not allow it: an administrator must make it a standard user.',
};

/** Rows that the interface does not list are ours (decisions, Error types beyond the interface's). */
export const errorTypes: Readonly<Record<RefusalReason, ErrorType>> = {
  malformed_request: {
    status: 400,
    type: 'bad_request',
    message: 'The request could not be understood by the server.',
    when: 'The request format is wrong.',
  },
  unauthenticated: {
    status: 401,
    type: 'unauthorized_request',
    message: 'Unauthorized',
    when: 'There is no key, or it is unknown, revoked or expired.',
  },
  wrong_environment: {
    status: 401,
    type: 'authorization_error',
    message: 'Authorization error: re-check credentials.',
    when: 'A live key was used under the staging path, or a test key under the live one.',
  },
  read_only_user: readOnly,
  not_permitted: readOnly,
  https_required: commonErrorTypes.https_required,
  not_found: {
    status: 404,
    type: 'resource_not_found',
    message: 'The resource could not be found.',
    when: 'The URI is wrong, or the resource is not yours.',
  },
  method_not_allowed: commonErrorTypes.method_not_allowed,
  invalid_fields: validation,
  unknown_report_name: {
    status: 422,
    type: 'invalid_reports_names',
    message: 'Unprocessable Entity',
    when: 'A report name is unknown.',
  },
  variant_not_allowed: {
    status: 422,
    type: 'invalid_check_type_for_variant',
    message: 'Unprocessable Entity',
    when: 'The report has no such variant, or needs one.',
  },
  requirements_not_met: {
    status: 422,
    type: 'failed_check_requirements',
    message: 'Check requirements have not been met for this request.',
    when: 'Required information is missing or invalid; the fields property says which.',
  },
  check_ongoing: {
    status: 422,
    type: 'incomplete_checks',
    message: 'Check cannot be created as there are other ongoing checks associated with this applicant.',
    when: 'An earlier check on the applicant must finish first.',
  },
  state_does_not_allow: validation,
  already_taken: validation,
  idempotency_in_progress: commonErrorTypes.idempotency_in_progress,
  idempotency_key_reused: commonErrorTypes.idempotency_key_reused,
  too_large: {
    status: 413,
    type: 'payload_too_large',
    message: 'The request body is too large.',
    when: 'The body is over 1 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'unsupported_media_type',
    message: 'The request body must be form-encoded or JSON.',
    when: 'The Content-Type is neither, such as multipart/form-data.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_exceeded',
    message:
      'Too many requests: the sandbox takes 100 in 10 minutes from a user, and live requests are limited by the minute for each key.',
    when: 'Retry-After says in how many seconds the next request may pass.',
  },
  service_unavailable: {
    status: 503,
    type: 'service_unavailable',
    message: 'The service is temporarily unavailable. Please retry.',
    when: 'Nothing was changed: retry.',
  },
};

/** Any error that is not a Refusal is a bug. */
export const internalError: ErrorType = {
  status: 500,
  type: 'internal_server_error',
  message: 'Something went wrong.',
  when: 'Retry; if it happens again, quote the id to support.',
};

export const everyErrorType: readonly ErrorType[] = [...Object.values(errorTypes), internalError];

/** @param refusal undefined for a bug of ours */
export const errorTypeOf = (refusal: Refusal | undefined): ErrorType =>
  refusal === undefined ? internalError : errorTypes[refusal.reason];

const FieldMessages = Type.Object(
  {
    messages: listOf(text({ description: 'A message.' }), { description: 'Messages.', examples: [["can't be blank"]] }),
  },
  { title: 'FieldMessages', description: 'Problems with one field.' },
);
const errorProperties = {
  id: id('Identifier of the error, equal to X-Request-Id: quote it to support.'),
  type: text({ description: 'Type of error.', examples: ['validation_error'] }),
  message: text({ description: 'What happened.', examples: ['There was a validation error on this request.'] }),
  fields: optional(
    Type.Unsafe<Readonly<Record<string, Static<typeof FieldMessages>>>>({
      type: 'object',
      description: 'By field, as a flat path: its problems.',
      examples: [{ 'addresses[0].street': { messages: ['is too long (maximum is 32 characters)'] } }],
      additionalProperties: FieldMessages,
    }),
  ),
};
export const ErrorReply = Type.Object(
  { error: Type.Object(errorProperties, { title: 'ErrorObject', description: 'The error.' }) },
  { title: 'Error', description: 'Why a request was refused.' },
);
export type ErrorBody = Static<typeof ErrorReply>;

/** `fields` is present on validation errors only (interface §Errors). */
export function presentError(refusal: Refusal | undefined, requestId: string): { status: number; body: ErrorBody } {
  const { status, type, message } = errorTypeOf(refusal);
  const problems = status === 422 ? Object.entries(refusal?.fields ?? {}) : [];
  const fields = Object.fromEntries(problems.map(([field, messages]) => [field, { messages: [...messages] }]));
  return {
    status,
    body: { error: { id: requestId, type, message, ...(problems.length === 0 ? {} : { fields }) } },
  };
}

export function renderError(error: unknown, requestId: string): RenderedError {
  const { status, body } = presentError(refusalOf(error), requestId);
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}
