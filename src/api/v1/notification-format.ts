// The v1 webhook notification (interface, Webhook delivery payload v1) and its event types: the order, what happened, a link.
import type { EventName } from '../../features/events/event-types.ts';
import type { NotificationFormat } from '../../features/webhooks/notification-format.ts';

/**
 * The event types that a v1 webhook may subscribe to (decisions, eventType values), each with those of ours that raise it.
 * A v1 webhook keeps ours in `events`.
 */
export const v1EventTypes = {
  OrderComplete: ['check.completed'],
  OrderCancelled: ['check.cancelled', 'check.withdrawn'],
  CheckComplete: ['report.completed'],
  CheckCancelled: ['report.cancelled', 'report.withdrawn'],
  ApplicantFormSubmitted: ['check.form_completed'],
  IdentityConfirmed: ['check.identity_confirmed'],
} as const satisfies Record<string, readonly EventName[]>;

export type V1EventType = keyof typeof v1EventTypes;

const byEvent = new Map<string, V1EventType>(
  Object.entries(v1EventTypes).flatMap(([name, events]) => events.map((event) => [event, name as V1EventType])),
);

/** undefined for what interface v1 does not know. */
export function v1EventType(event: string): V1EventType | undefined {
  return byEvent.get(event);
}

/** @param baseUrl the external base that the link to the order's page is made on */
export function notificationFormat(baseUrl: string): NotificationFormat {
  return ({ type, orderId, checkId }) =>
    Buffer.from(
      JSON.stringify({
        OrderId: orderId,
        EventType: v1EventType(type) ?? type,
        Order: `${baseUrl}/portal/checks/${checkId}`,
      }),
    );
}
