// A request of a program to interface v1 or v2, as the request log keeps it: nothing of its query, body or answer.
import type { Environment } from '../../context.ts';
import type { RefusedField } from './refused-field-rules.ts';

export type ApiInterface = 'v1' | 'v2';

export interface ApiRequestRow {
  /** The id that every answer carries as `X-Request-Id`. */
  readonly id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly interface: ApiInterface;
  readonly method: string;
  /** The pattern of its path, such as `/v2/checks/:check_id`; one of our making for a path that the interface does not have. */
  readonly route: string;
  /** The ids in its path, in their order; null for one that cannot be an id, and so may be anything. */
  readonly ids: readonly (string | null)[];
  /** 0 if the client went away before the answer. */
  readonly status: number;
  readonly duration_ms: number;
  readonly key_id: string;
  /** For whom it was made: the owner of the key, or the user whom the request names. */
  readonly user_id: string;
  /** The type of the error as the interface calls it; null for what was not refused, and for a replay. */
  readonly error_type: string | null;
  /** Of a refusal, or of an order that was validated and found wrong. */
  readonly fields: readonly RefusedField[];
  /** The names of the body that the interface does not know, as `reports[].varient`. */
  readonly unread: readonly string[];
  /** Why the answer did not arrive whole; null if it did. */
  readonly cut_by: string | null;
  /** Whether the answer to an earlier request with its Idempotency-Key was sent. */
  readonly is_replay: boolean;
  /** The request whose id the answer carried, of a replayed refusal. */
  readonly replay_of: string | null;
  readonly requested_at: Date;
}

/** As the filter in an address calls them. */
export const requestOutcomes = ['succeeded', 'refused', 'failed'] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

export const requestMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type RequestMethod = (typeof requestMethods)[number];

export interface ApiRequestFilter {
  readonly outcome?: RequestOutcome | undefined;
  readonly method?: RequestMethod | undefined;
  readonly interface?: ApiInterface | undefined;
  readonly keyId?: string | undefined;
}
