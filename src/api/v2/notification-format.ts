// The v2 webhook notification (interface, Webhook notification payload): resource, change and link, no personal data.
import type { NotificationFormat, NotifiedEvent, TestFormat } from '../../features/webhooks/notification-format.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { exampleId, id, oneOf, type Static, Type, text, timestamp } from '../shared/schemas.ts';
import { v2Bases } from './bases.ts';

const AffectedObject = Type.Object(
  {
    id: id('Identifier of the resource.'),
    status: text({ description: "The resource's own status.", examples: ['complete'] }),
    completed_at: timestamp('When the change happened.'),
    href: text({
      description: 'Where to read the resource.',
      examples: [`https://localhost:8443/vftapi/v2/checks/${exampleId}/reports/${exampleId}`],
    }),
  },
  { title: 'AffectedObject', description: 'The affected object.' },
);
export const Payload = Type.Object(
  {
    resource_type: oneOf(['check', 'report', 'test'], {
      description: 'Resource affected; `test` in a notification that tests your endpoint.',
      examples: ['report'],
    }),
    action: text({ description: 'Event that triggered the webhook.', examples: ['report.completed'] }),
    object: AffectedObject,
  },
  { title: 'NotificationPayload', description: 'Top-level element.' },
);
export const Notification = Type.Object(
  { payload: Payload },
  { title: 'Notification', description: 'The payload of a notification; it contains no personal data.' },
);

/** The action of a test notification (ours). */
export const testAction = 'webhook.test';

/** @param baseUrl the external base of links */
export function presentNotification(
  baseUrl: string,
  event: Omit<NotifiedEvent, 'orderId'>,
): Static<typeof Notification> {
  const path =
    event.resourceType === 'report'
      ? `/checks/${event.checkId}/reports/${event.resourceId}`
      : `/applicants/${event.applicantId}/checks/${event.resourceId}`;
  return {
    payload: {
      resource_type: event.resourceType,
      action: event.type,
      object: {
        id: event.resourceId,
        status: event.status ?? '',
        completed_at: toTimestamp(event.occurredAt),
        href: `${baseUrl}${v2Bases[event.environment]}${path}`,
      },
    },
  };
}

export function notificationFormat(baseUrl: string): NotificationFormat {
  return (event) => Buffer.from(JSON.stringify(presentNotification(baseUrl, event)));
}

/** The href of a test notification leads to its own attempt. */
export function testFormat(baseUrl: string): TestFormat {
  return ({ environment, webhookId, id: deliveryId, at }) => {
    const notification: Static<typeof Notification> = {
      payload: {
        resource_type: 'test',
        action: testAction,
        object: {
          id: deliveryId,
          status: 'test',
          completed_at: toTimestamp(at),
          href: `${baseUrl}${v2Bases[environment]}/webhooks/${webhookId}/attempts`,
        },
      },
    };
    return Buffer.from(JSON.stringify(notification));
  };
}
