// One notification: its event, every attempt to deliver it, its payload as sent, and the action to resend it.
import type { Ctx } from '../../../context.ts';
import type { ListedAttempt } from '../../../features/webhooks/attempt-actions.ts';
import { explainAttempt } from '../../../features/webhooks/attempt-explanations.ts';
import { readNotification } from '../../../features/webhooks/notification-actions.ts';
import { resendNotifications } from '../../../features/webhooks/resend-actions.ts';
import { readSubscription } from '../../../features/webhooks/subscription-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { viewOf } from './notification-view.ts';
import {
  type CallLimit,
  hrefOf,
  idIn,
  readerOf,
  type WebhookRequest,
  webhooksFrame,
  webhooksPath,
} from './webhook-request.ts';

const attemptView = ({ number, manual, startedAt, status, reason, totalMs, answer }: ListedAttempt) => ({
  number,
  manual,
  startedAt,
  status,
  isAcknowledged: reason === null,
  means: explainAttempt(reason, status),
  totalMs,
  answer: answer ?? '',
});

export function notificationPage(pages: Pages<'client'>, ctx: Ctx, limit: CallLimit): void {
  const path = `${webhooksPath}/:webhook_id/notifications/:notification_id`;
  const named = (request: WebhookRequest) => ({
    webhookId: idIn(request, 'webhook_id'),
    id: idIn(request, 'notification_id'),
  });
  const selfHref = (environment: 'live' | 'test', { webhookId, id }: ReturnType<typeof named>, more = {}) =>
    hrefOf(environment, `/${webhookId}/notifications/${id}`, more);

  pages.get(path, { permission: 'read_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const { environment, caller } = reader;
    const asked = named(request);
    const { webhook } = await readSubscription(ctx, caller, asked.webhookId);
    const notification = await readNotification(ctx, caller, asked);
    const { waitsFor } = notification;
    const isTest = notification.type === null;
    return renderPage(request, reply, 'client/webhooks/notification.njk', {
      ...webhooksFrame(reader),
      title: notification.type ?? 'Test',
      back: { text: 'Back to the webhook', href: hrefOf(environment, `/${webhook.id}`) },
      notification: viewOf(notification, environment),
      identity: { id: asked.id, eventId: notification.eventId, sequence: notification.sequence },
      waitsFor:
        waitsFor === null
          ? undefined
          : { text: waitsFor.type, href: selfHref(environment, { ...asked, id: waitsFor.id }) },
      attempts: notification.made.map(attemptView),
      payload: notification.payload,
      selfHref: selfHref(environment, asked),
      wasResent: request.query.resent,
      again: reader.mayChange
        ? {
            text: isTest ? 'Send test' : 'Resend',
            href: hrefOf(
              environment,
              isTest ? `/${webhook.id}/test` : `/${webhook.id}/notifications/${asked.id}/resend`,
            ),
          }
        : undefined,
    });
  });

  pages.post(
    `${path}/resend`,
    { permission: 'manage_webhooks', isRepeatable: true },
    async (request: WebhookRequest, reply, user) => {
      limit(user);
      const { environment, caller } = readerOf(request, user);
      const asked = named(request);
      const { interface: of } = await readSubscription(ctx, caller, asked.webhookId);
      const resent = await resendNotifications(ctx, caller, asked.webhookId, { deliveryId: asked.id }, of)
        .then(({ count }) => (count > 0 ? 'yes' : 'underway'))
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.fields.webhook !== undefined) return 'off';
          throw error;
        });
      return reply.redirect(selfHref(environment, asked, { resent }), 303);
    },
  );
}
