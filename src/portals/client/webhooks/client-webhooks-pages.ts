// The webhooks of the client's own account: the pages that the desk has too, and the page that deletes one.
import { mayDo } from '../../../features/access/permissions.ts';
import { deleteOrderWebhook } from '../../../features/webhooks/order-webhook-actions.ts';
import { readSubscription } from '../../../features/webhooks/subscription-actions.ts';
import { deleteWebhook } from '../../../features/webhooks/webhook-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { environmentIn, idIn, type WebhookPages, type WebhookRequest } from '../../shared/webhooks/webhook-place.ts';
import { type WebhookOptions, webhooksPages } from '../../shared/webhooks/webhooks-pages.ts';
import { callerFor } from '../client-caller.ts';
import { hrefOf, liveCallerOf, readerOf, webhooksFrame, webhooksPath } from './webhook-request.ts';

export function clientWebhooksPages(pages: Pages<'client'>, options: WebhookOptions): void {
  const { ctx } = options;
  const adds =
    (add: Pages<'client'>['get']): WebhookPages['get'] =>
    (path, page, handle) =>
      add(`${webhooksPath}${path}`, page, (request: WebhookRequest, reply, user) =>
        handle(request, reply, {
          caller: callerFor(user, environmentIn(request)),
          path: webhooksPath,
          maySend: mayDo(user, 'send_notifications'),
          mayChange: mayDo(user, 'manage_webhooks'),
          orderHref: (checkId) => `/portal/checks/${checkId}`,
          show: (template, model) =>
            renderPage(request, reply, `shared/webhooks/${template}`, {
              layout: 'client/account-layout.njk',
              ...model,
            }),
        }),
      );
  webhooksPages({ get: adds(pages.get), post: adds(pages.post) }, options, 'Webhooks');

  const path = `${webhooksPath}/:webhook_id/delete`;

  pages.get(path, { permission: 'manage_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const { interface: of, webhook } = await readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
    const self = hrefOf(reader.environment, `/${webhook.id}`);
    return renderPage(request, reply, 'client/webhooks/delete.njk', {
      ...webhooksFrame(reader),
      title: 'Delete this webhook?',
      back: { text: 'Back to the webhook', href: self },
      webhook: { url: webhook.url, of, isOfBoth: of === 'v2' && webhook.environments.length > 1 },
      hrefs: { self, delete: hrefOf(reader.environment, `/${webhook.id}/delete`) },
    });
  });

  pages.post(path, { permission: 'manage_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const { interface: of, webhook } = await readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
    if (of === 'v1') await deleteOrderWebhook(ctx, reader.caller, webhook.id);
    else await deleteWebhook(ctx, liveCallerOf(reader), webhook.id);
    return reply.redirect(hrefOf(reader.environment, '', { deleted: '1' }), 303);
  });
}
