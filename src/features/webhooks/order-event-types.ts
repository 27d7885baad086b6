// The event types of interface v1 (decisions, eventType values), each with our event types that raise it.
import type { EventName } from '../events/event-types.ts';

/** The column `events` of a v1 webhook holds our types. */
export const orderEventTypes = {
  OrderComplete: ['check.completed'],
  OrderCancelled: ['check.cancelled', 'check.withdrawn'],
  CheckComplete: ['report.completed'],
  CheckCancelled: ['report.cancelled', 'report.withdrawn'],
  ApplicantFormSubmitted: ['check.form_completed'],
  IdentityConfirmed: ['check.identity_confirmed'],
} as const satisfies Record<string, readonly EventName[]>;

export type OrderEventType = keyof typeof orderEventTypes;

export const orderEventNames = Object.keys(orderEventTypes) as OrderEventType[];

const byEvent = new Map<string, OrderEventType>(
  orderEventNames.flatMap((name) => orderEventTypes[name].map((event) => [event, name] as const)),
);

/** undefined for an event that interface v1 does not have. */
export function orderEventType(event: string): OrderEventType | undefined {
  return byEvent.get(event);
}
