// What the worker needs from an interface: how a notification of it is written. The interfaces supply it, see main.
import type { Environment } from '../../context.ts';

/** A change of a check or a report that webhooks hear of; never anything personal. */
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

/** The exact bytes: they are stored before they are first sent, signed, and repeated by every resend. */
export type NotificationFormat = (event: NotifiedEvent) => Buffer;

/** By the interface that the webhook was registered in. */
export interface NotificationFormats {
  readonly v1: NotificationFormat;
  readonly v2: NotificationFormat;
}

export interface TestNotification {
  readonly environment: Environment;
  readonly webhookId: string;
  /** Of the delivery. */
  readonly id: string;
  readonly at: Date;
}

/** A notification that tells of nothing, so that an endpoint can be tried: marked as a test, and naming no real resource. */
export type TestFormat = (test: TestNotification) => Buffer;

/** By the interface that the webhook was registered in. */
export interface TestFormats {
  readonly v1: TestFormat;
  readonly v2: TestFormat;
}
