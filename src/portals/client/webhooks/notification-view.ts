// A notification as its own page and lists show it.
import type { Environment } from '../../../context.ts';
import type { ListedNotification } from '../../../features/webhooks/notification-actions.ts';
import type { Tag } from '../../shared/status-tags.ts';
import { outcomeTexts } from '../../shared/webhooks/outcome-texts.ts';
import { hrefOf } from './webhook-request.ts';
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

export function viewOf(notification: ListedNotification, environment: Environment): NotificationView {
  const { id, webhookId, webhookIsDeleted, type, orderId, checkId, url, attempts, createdAt, nextAttemptAt } =
    notification;
  const isFailedTest = type === null && notification.outcome === 'resend_failed';
  return {
    event: type ?? 'Test',
    isTest: type === null,
    orderId,
    orderHref: checkId === null ? undefined : `/portal/checks/${checkId}`,
    url,
    ...outcomeTexts[notification.outcome],
    ...(isFailedTest && { means: failedTestText }),
    attempts,
    createdAt,
    nextAttemptAt,
    href: webhookIsDeleted ? undefined : hrefOf(environment, `/${webhookId}/notifications/${id}`),
  };
}
