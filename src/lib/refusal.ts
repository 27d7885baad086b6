// The one type of everything that the product refuses: rules return it, actions throw it, each surface maps it to its own form.

/** Field path → what is wrong with it, e.g. `{ 'addresses[0].street': ['is too long (maximum is 32 characters)'] }`. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** A closed list: the compiler demands a new entry in the v1, v2 and portal tables too. */
export const refusalReasons = [
  'malformed_request',
  'unauthenticated',
  'wrong_environment',
  'read_only_user',
  'not_permitted',
  'https_required',
  'not_found',
  'method_not_allowed',
  'invalid_fields',
  'unknown_report_name',
  'variant_not_allowed',
  'requirements_not_met',
  'check_ongoing',
  'state_does_not_allow',
  'already_taken',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'service_unavailable',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly fields: FieldMessages;
  /** Seconds that a client should wait, where waiting helps (429, 503). */
  readonly retryAfterSeconds: number | undefined;
  /** What the answer does not name, because the interface has no fields for this reason: for the request log. */
  readonly unsaid: FieldMessages;

  constructor(
    reason: RefusalReason,
    fields: FieldMessages = {},
    retryAfterSeconds?: number,
    unsaid: FieldMessages = {},
  ) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.unsaid = unsaid;
  }
}

/** The refusal of a move that the state of a check or report does not allow. */
export const stateRefusal = (status: string): Refusal =>
  new Refusal('state_does_not_allow', { status: [`is ${status}, which does not allow this`] });

/** The refusal of everything but keeping the data of a person whose processing is restricted (UK GDPR Art. 18(2)). */
export const restrictedRefusal = (): Refusal => new Refusal('state_does_not_allow', { status: [restricted] });

const restricted = 'is restricted: until the restriction is lifted, the data of this person are only stored';

export const isRestrictedRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.fields.status?.[0] === restricted;

/** Collects messages by field path; `refuse` throws once, with all of them. */
export class Problems {
  readonly #byField = new Map<string, string[]>();
  readonly #kept = new Map<string, readonly number[]>();

  /**
   * Of the list at this path only these elements are checked: the rules count them from 0, and messages name them by their
   * position in the whole list.
   */
  keptOf(list: string, indexes: readonly number[]): void {
    this.#kept.set(list, indexes);
  }

  #asGiven(field: string): string {
    if (this.#kept.size === 0) return field;
    return field.replace(/\[(\d+)\]/g, (step, index: string, at: number) => {
      const stood = this.#kept.get(field.slice(0, at))?.[Number(index)];
      return stood === undefined ? step : `[${stood}]`;
    });
  }

  add(field: string, message: string): void {
    const messages = this.#byField.get(field);
    if (messages === undefined) this.#byField.set(field, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }

  /** Of its own: what is added to it is not added here. */
  copy(): Problems {
    const copy = new Problems();
    for (const [field, messages] of this.#byField) copy.#byField.set(field, [...messages]);
    for (const [list, indexes] of this.#kept) copy.#kept.set(list, indexes);
    return copy;
  }

  has(field: string): boolean {
    return this.#byField.has(field);
  }

  get any(): boolean {
    return this.#byField.size > 0;
  }

  get fields(): FieldMessages {
    return Object.fromEntries([...this.#byField].map(([field, messages]) => [this.#asGiven(field), messages]));
  }

  refuse(reason: RefusalReason): void {
    if (this.any) throw new Refusal(reason, this.fields);
  }
}

const over = 'is over, so that nothing of it changes any more';

/** The refusal of a change to an order that is complete, withdrawn or cancelled. */
export const overRefusal = (): Refusal => new Refusal('state_does_not_allow', { order: [over] });

export const isOverRefusal = (error: unknown): boolean =>
  error instanceof Refusal && error.fields.order?.includes(over) === true;
