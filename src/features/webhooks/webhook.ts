// The type of a v2 webhook, and the arguments that set it up.

/** The interface that a webhook was registered in, which decides the format of its notifications. */
export type WebhookInterface = 'v1' | 'v2';

/** As the interface names them; `sandbox` is called test everywhere else. */
export const webhookEnvironments = ['sandbox', 'live'] as const;
export type WebhookEnvironment = (typeof webhookEnvironments)[number];

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly environments: readonly WebhookEnvironment[];
  /** If a test key has added live, no live notification is sent until a live key confirms it. */
  readonly liveConfirmed: boolean;
  /** null: every event that notifies. */
  readonly events: readonly string[] | null;
  /** Whether later notifications of one check wait for its earlier ones (ours). */
  readonly ordered: boolean;
  /** null: no rate limit (ours). */
  readonly maxPerSecond: number | null;
  readonly createdAt: Date;
}

/** What a client may set. A field that it omits keeps its value, or has its default in a new webhook. */
export interface WebhookArguments {
  readonly url?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly environments?: readonly string[] | undefined;
  readonly events?: readonly string[] | undefined;
  readonly ordered?: boolean | undefined;
  readonly maxPerSecond?: number | null | undefined;
}
