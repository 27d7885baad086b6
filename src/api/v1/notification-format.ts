// The v1 webhook notification (interface, Webhook delivery payload v1): order, event type and link, no personal data.
import type { NotificationFormat, TestFormat } from '../../features/webhooks/notification-format.ts';
import { orderEventNames, orderEventType } from '../../features/webhooks/order-event-types.ts';
import { exampleId, integer, oneOf, Type, text } from '../shared/schemas.ts';

/** The event type of a test notification (ours). */
const testEvent = 'Test';

export const OrderNotification = Type.Object(
  {
    OrderId: integer({ description: 'Order that triggered the webhook; 0 in a test.', examples: [1001] }),
    EventType: oneOf([...orderEventNames, testEvent], {
      description: 'Action that triggered the webhook; `Test` in a test that you asked for in the portal.',
      examples: ['OrderComplete'],
    }),
    Order: text({
      description: 'Link to view the order in the portal.',
      examples: [`https://localhost:8443/portal/checks/${exampleId}`],
    }),
  },
  { title: 'OrderNotification', description: 'The payload of a notification; it contains no personal data.' },
);

/** @param baseUrl the external base of the link to the order's page */
export function notificationFormat(baseUrl: string): NotificationFormat {
  return ({ type, orderId, checkId }) =>
    Buffer.from(
      JSON.stringify({
        OrderId: orderId,
        EventType: orderEventType(type) ?? type,
        Order: `${baseUrl}/portal/checks/${checkId}`,
      }),
    );
}

/** A test notification belongs to no order; it links to its own attempt. */
export function testFormat(baseUrl: string): TestFormat {
  return ({ environment, webhookId, id }) =>
    Buffer.from(
      JSON.stringify({
        OrderId: 0,
        EventType: testEvent,
        Order: `${baseUrl}/portal/webhooks/${webhookId}/notifications/${id}${environment === 'test' ? '?environment=test' : ''}`,
      }),
    );
}
