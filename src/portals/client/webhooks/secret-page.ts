// Rotates the secret that signs a webhook's notifications, and shows a new secret once.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readSubscription, type Subscription } from '../../../features/webhooks/subscription-actions.ts';
import type { WebhookInterface } from '../../../features/webhooks/webhook.ts';
import { rotateWebhookSecret } from '../../../features/webhooks/webhook-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { idIn, type WebhookRequest } from '../../shared/webhooks/webhook-place.ts';
import { hrefOf, liveCallerOf, type Reader, readerOf, textIn, webhooksFrame, webhooksPath } from './webhook-request.ts';

/** Shows the secret in the answer to the form itself, so that no URL leads to it. */
export function showSecret(
  request: WebhookRequest,
  reply: FastifyReply,
  reader: Reader,
  shown: {
    readonly id: string;
    readonly of: WebhookInterface;
    readonly secret: string;
    readonly overlapUntil?: Date;
    readonly note?: string | null | undefined;
    readonly isNew: boolean;
  },
): FastifyReply {
  return renderPage(request, reply, 'client/webhooks/secret.njk', {
    ...webhooksFrame(reader),
    title: shown.isNew ? 'Webhook added' : 'Secret rotated',
    ...shown,
    href: hrefOf(reader.environment, `/${shown.id}`),
  });
}

const formModel = (reader: Reader, { interface: of, webhook }: Subscription, error?: string) => ({
  ...webhooksFrame(reader),
  title: 'Rotate secret',
  back: { text: 'Back to the webhook', href: hrefOf(reader.environment, `/${webhook.id}`) },
  action: hrefOf(reader.environment, `/${webhook.id}/secret`),
  of,
  errors: error === undefined ? undefined : { old_secret: [error] },
});

/** By the chosen end of the old secret; undefined is the default overlap. */
const overlapHours: Readonly<Record<string, number | undefined>> = { now: 0, later: undefined };

export function secretPage(pages: Pages<'client'>, ctx: Ctx): void {
  const path = `${webhooksPath}/:webhook_id/secret`;
  const template = 'client/webhooks/replace-secret.njk';

  pages.get(
    path,
    { permission: 'manage_webhooks', stepUp: 'secrets' },
    async (request: WebhookRequest, reply, user) => {
      const reader = readerOf(request, user);
      const subscription = await readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
      return renderPage(request, reply, template, formModel(reader, subscription));
    },
  );

  pages.post(
    path,
    { permission: 'manage_webhooks', stepUp: 'secrets' },
    async (request: WebhookRequest, reply, user) => {
      const reader = readerOf(request, user);
      const subscription = await readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
      const again = (error: string) =>
        renderPage(request, reply.status(422), template, formModel(reader, subscription, error));
      const choice = textIn(request, 'old_secret');
      if (!Object.hasOwn(overlapHours, choice)) return again('Choose when the old secret ends');
      const { interface: of, webhook } = subscription;
      const caller = of === 'v1' ? reader.caller : liveCallerOf(reader);
      const given = { overlapHours: overlapHours[choice] };
      try {
        const { token: secret, overlapUntil } = await rotateWebhookSecret(ctx, caller, webhook.id, given, of);
        const until = choice === 'later' ? { overlapUntil } : {};
        return showSecret(request, reply, reader, { id: webhook.id, of, secret, isNew: false, ...until });
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return again(
          'Choose “At once”: the overlap of the last rotation has not ended, and this ends both old secrets',
        );
      }
    },
  );
}
