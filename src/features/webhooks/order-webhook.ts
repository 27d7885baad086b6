// The type of a v1 webhook, which belongs to the environment of the key that created it.
import type { OrderEventType } from './order-event-types.ts';

export interface OrderWebhook {
  /** The client's own GUID, or ours. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly OrderEventType[];
  /** SHA-1 of the authorisationToken, which itself is not stored; null where there is none. */
  readonly tokenHash: string | null;
  readonly createdAt: Date;
}

export interface OrderWebhookArguments {
  readonly url: string;
  readonly events: readonly { readonly eventType: OrderEventType; readonly eventSubscribed: boolean }[];
  /** In clear; in a change it may also be the hash that we answered. undefined keeps the present one. */
  readonly token: string | undefined;
}
