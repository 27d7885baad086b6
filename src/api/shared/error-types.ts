// The type of an error as both interfaces describe it, and the types that both have.

export interface ErrorType {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  /** The explanation for readers of the OpenAPI document. */
  readonly when: string;
}

export const commonErrorTypes = {
  https_required: {
    status: 403,
    type: 'https_required',
    message: 'HTTPS is required.',
    when: 'The request came over plain HTTP: replace the key, because others may have read it.',
  },
  method_not_allowed: {
    status: 405,
    type: 'method_not_allowed',
    message: 'The method is not allowed for this resource.',
    when: 'The header Allow lists the methods that are.',
  },
  idempotency_in_progress: {
    status: 409,
    type: 'idempotency_in_progress',
    message: 'A request with this Idempotency-Key is still in progress.',
    when: 'Retry a little later: the first answer will be replayed.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used with another request.',
    when: 'Use a new key for a new request.',
  },
} as const satisfies Readonly<Record<string, ErrorType>>;
