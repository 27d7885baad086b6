// A notification as its own page and lists show it.
import type { ListedNotification } from '../../../features/webhooks/notification-actions.ts';
import type { Tag } from '../status-tags.ts';
import { outcomeTexts } from './outcome-texts.ts';
import { placeHref, type WebhookPlace } from './webhook-place.ts';
import { failedTestText } from './webhook-texts.ts';

export interface NotificationView {
  /** As the interface names it. */
  readonly event: string;
  readonly isTest: boolean;
  readonly orderId: number | null;
  /** Undefined if the reader may not see the order. */
  readonly orderHref: string | undefined;
  readonly url: string;
  readonly tag: Tag;
  readonly means: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  /** Undefined if its webhook was deleted. */
  readonly href: string | undefined;
}

export function viewOf(notification: ListedNotification, place: WebhookPlace): NotificationView {
  const { id, webhookId, webhookIsDeleted, type, orderId, checkId, url, attempts, createdAt, nextAttemptAt } =
    notification;
  const isFailedTest = type === null && notification.outcome === 'resend_failed';
  return {
    event: type ?? 'Test',
    isTest: type === null,
    orderId,
    orderHref: checkId === null ? undefined : place.orderHref(checkId),
    url,
    ...outcomeTexts[notification.outcome],
    ...(isFailedTest && { means: failedTestText }),
    attempts,
    createdAt,
    nextAttemptAt,
    href: webhookIsDeleted ? undefined : placeHref(place, `/${webhookId}/notifications/${id}`),
  };
}
