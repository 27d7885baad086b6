// One notification: its event, every attempt to deliver it, its payload as sent, and the action to resend it.
import type { Ctx } from '../../../context.ts';
import type { ListedAttempt } from '../../../features/webhooks/attempt-actions.ts';
import { explainAttempt } from '../../../features/webhooks/attempt-explanations.ts';
import { readNotification } from '../../../features/webhooks/notification-actions.ts';
import { resendNotifications } from '../../../features/webhooks/resend-actions.ts';
import { readSubscription } from '../../../features/webhooks/subscription-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { viewOf } from './notification-view.ts';
import {
  type CallLimit,
  idIn,
  placeFrame,
  placeHref,
  type WebhookPages,
  type WebhookPlace,
  type WebhookRequest,
} from './webhook-place.ts';

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

const named = (request: WebhookRequest) => ({
  webhookId: idIn(request, 'webhook_id'),
  id: idIn(request, 'notification_id'),
});

const selfHref = (place: WebhookPlace, { webhookId, id }: ReturnType<typeof named>, more = {}) =>
  placeHref(place, `/${webhookId}/notifications/${id}`, more);

export function notificationPage(pages: WebhookPages, ctx: Ctx, limit: CallLimit): void {
  const path = '/:webhook_id/notifications/:notification_id';

  pages.get(path, { permission: 'read_webhooks' }, async (request, _reply, place) => {
    const asked = named(request);
    const { webhook } = await readSubscription(ctx, place.caller, asked.webhookId);
    const notification = await readNotification(ctx, place.caller, asked);
    const { waitsFor } = notification;
    const isTest = notification.type === null;
    return place.show('notification.njk', {
      ...placeFrame(place),
      title: notification.type ?? 'Test',
      back: { text: 'Back to the webhook', href: placeHref(place, `/${webhook.id}`) },
      notification: viewOf(notification, place),
      identity: { id: asked.id, eventId: notification.eventId, sequence: notification.sequence },
      waitsFor:
        waitsFor === null ? undefined : { text: waitsFor.type, href: selfHref(place, { ...asked, id: waitsFor.id }) },
      attempts: notification.made.map(attemptView),
      payload: notification.payload,
      selfHref: selfHref(place, asked),
      wasResent: request.query.resent,
      again: place.maySend
        ? {
            text: isTest ? 'Send test' : 'Resend',
            href: placeHref(place, isTest ? `/${webhook.id}/test` : `/${webhook.id}/notifications/${asked.id}/resend`),
          }
        : undefined,
    });
  });

  pages.post(
    `${path}/resend`,
    { permission: 'send_notifications', isRepeatable: true },
    async (request, reply, place) => {
      limit(place);
      const asked = named(request);
      const { interface: of } = await readSubscription(ctx, place.caller, asked.webhookId);
      const resent = await resendNotifications(ctx, place.caller, asked.webhookId, { deliveryId: asked.id }, of)
        .then(({ count }) => (count > 0 ? 'yes' : 'underway'))
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.fields.webhook !== undefined) return 'off';
          throw error;
        });
      return reply.redirect(selfHref(place, asked, { resent }), 303);
    },
  );
}
