// The types of functions that write a notification; each interface supplies its own, and main passes them to the worker.
import type { Environment } from '../../context.ts';

/** A change of a check or a report that webhooks are notified of; never contains personal data. */
export interface NotifiedEvent {
  readonly environment: Environment;
  readonly type: string;
  readonly resourceType: 'check' | 'report';
  readonly resourceId: string;
  readonly applicantId: string | null;
  readonly checkId: string | null;
  /** The number of the check's order; null where the webhook is not of v1. */
  readonly orderId: number | null;
  /** The resource's own status after the change. */
  readonly status: string | null;
  readonly occurredAt: Date;
}

/** Returns the exact bytes: they are stored before the first attempt, signed, and repeated by every resend. */
export type NotificationFormat = (event: NotifiedEvent) => Buffer;

/** By the interface that the webhook was registered in. */
export interface NotificationFormats {
  readonly v1: NotificationFormat;
  readonly v2: NotificationFormat;
}

export interface TestNotification {
  readonly environment: Environment;
  readonly webhookId: string;
  /** The delivery's id. */
  readonly id: string;
  readonly at: Date;
}

/** Writes a notification to test an endpoint with: it is marked as a test and names no real resource. */
export type TestFormat = (test: TestNotification) => Buffer;

/** By the interface that the webhook was registered in. */
export interface TestFormats {
  readonly v1: TestFormat;
  readonly v2: TestFormat;
}
