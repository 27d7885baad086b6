// The v2 webhook notification (interface, Webhook notification payload): what changed and where to read it, nothing personal.
import type { NotificationFormat } from '../../features/webhooks/notification-format.ts';
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
const Payload = Type.Object(
  {
    resource_type: oneOf(['check', 'report'], { description: 'Resource affected.', examples: ['report'] }),
    action: text({ description: 'Event that triggered the webhook.', examples: ['report.completed'] }),
    object: AffectedObject,
  },
  { title: 'NotificationPayload', description: 'Top-level element.' },
);
export const Notification = Type.Object(
  { payload: Payload },
  { title: 'Notification', description: 'What a webhook is sent; nothing personal.' },
);

/** @param baseUrl the external base that links are made on */
export function notificationFormat(baseUrl: string): NotificationFormat {
  return (event) => {
    const path =
      event.resourceType === 'report'
        ? `/checks/${event.checkId}/reports/${event.resourceId}`
        : `/applicants/${event.applicantId}/checks/${event.resourceId}`;
    const notification: Static<typeof Notification> = {
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
    return Buffer.from(JSON.stringify(notification));
  };
}
