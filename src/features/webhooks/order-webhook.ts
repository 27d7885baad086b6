// What a webhook of interface v1 is: it belongs to the environment of the key that made it.
import type { OrderEventType } from './order-event-types.ts';

export interface OrderWebhook {
  /** The client's own GUID, or ours. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly OrderEventType[];
  /** SHA-1 of the authorisationToken, which nobody keeps; null where there is none. */
  readonly tokenHash: string | null;
  readonly createdAt: Date;
}

export interface OrderWebhookArguments {
  readonly url: string;
  readonly events: readonly { readonly eventType: OrderEventType; readonly eventSubscribed: boolean }[];
  /** As it was typed; on a change also the hash that was answered. undefined leaves it as it is. */
  readonly token: string | undefined;
}
