// What a webhook of interface v2 is.

/** Which interface a webhook was registered in, and so how it is notified. */
export type WebhookInterface = 'v1' | 'v2';

/** The interface's words; `sandbox` is what the rest of the program calls test. */
export const webhookEnvironments = ['sandbox', 'live'] as const;
export type WebhookEnvironment = (typeof webhookEnvironments)[number];

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly environments: readonly WebhookEnvironment[];
  /** Named by a test key, the live part stays inactive until a live key confirms it. */
  readonly liveConfirmed: boolean;
  /** null: every event that notifies. */
  readonly events: readonly string[] | null;
  /** Whether later notifications of one check wait for its earlier ones (ours). */
  readonly ordered: boolean;
  /** null: as many as the endpoint takes (ours). */
  readonly maxPerSecond: number | null;
  readonly createdAt: Date;
}

/** What a client may set; what it leaves out stays, or has its default where the webhook is new. */
export interface WebhookArguments {
  readonly url?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly environments?: readonly string[] | undefined;
  readonly events?: readonly string[] | undefined;
  readonly ordered?: boolean | undefined;
  readonly maxPerSecond?: number | null | undefined;
}
