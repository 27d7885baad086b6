// A client's webhooks, live or test, and all their notifications of the last 30 days (interface §Events v1).
import type { Ctx, Environment } from '../../../context.ts';
import type { EndpointState } from '../../../features/webhooks/endpoint-queries.ts';
import { listNotifications } from '../../../features/webhooks/notification-actions.ts';
import {
  listSubscriptions,
  readEndpointStates,
  type Subscription,
} from '../../../features/webhooks/subscription-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { viewOf } from './notification-view.ts';
import {
  hrefOf,
  pageIn,
  type Reader,
  readerOf,
  type WebhookRequest,
  webhooksFrame,
  webhooksPath,
} from './webhook-request.ts';
import { statusOf } from './webhook-status.ts';
import { interfaceTexts } from './webhook-texts.ts';

const perPage = 20;

const rowOf = (subscription: Subscription, environment: Environment, state: EndpointState | undefined) => ({
  href: hrefOf(environment, `/${subscription.webhook.id}`),
  url: subscription.webhook.url,
  about: interfaceTexts[subscription.interface],
  ...statusOf(subscription, environment, state),
  createdAt: subscription.webhook.createdAt,
});

/** A page of notifications with links to the next and the previous page. */
export async function notificationsPart(ctx: Ctx, request: WebhookRequest, reader: Reader, webhookId?: string) {
  const { environment, caller } = reader;
  const page = pageIn(request);
  const path = webhookId === undefined ? '/history' : `/${webhookId}`;
  const at = (other: number) => hrefOf(environment, path, other > 1 ? { page: String(other) } : {});
  const { notifications, hasMore } = await listNotifications(ctx, caller, { webhookId, page: { page, perPage } });
  return {
    notifications: notifications.map((notification) => viewOf(notification, environment)),
    previousHref: page > 1 ? at(page - 1) : undefined,
    nextHref: hasMore ? at(page + 1) : undefined,
  };
}

export function webhooksPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    webhooksPath,
    { permission: 'read_webhooks', menu: 'Webhooks', menuGroup: 'programs', byEnvironment: true },
    async (request: WebhookRequest, reply, user) => {
      const reader = readerOf(request, user);
      const { environment } = reader;
      const subscriptions = await listSubscriptions(ctx, reader.caller);
      const states = await readEndpointStates(ctx, reader.caller, subscriptions);
      return renderPage(request, reply, 'client/webhooks/webhooks.njk', {
        ...webhooksFrame(reader),
        title: 'Webhooks',
        rows: subscriptions.map((one) => rowOf(one, environment, states.get(one.webhook.id))),
        newHref: reader.mayChange ? hrefOf(environment, '/new') : undefined,
        historyHref: hrefOf(environment, '/history'),
        wasDeleted: request.query.deleted === '1',
      });
    },
  );

  pages.get(
    `${webhooksPath}/history`,
    { permission: 'read_webhooks' },
    async (request: WebhookRequest, reply, user) => {
      const reader = readerOf(request, user);
      return renderPage(request, reply, 'client/webhooks/history.njk', {
        ...webhooksFrame(reader, '/history'),
        title: 'Notifications of the last 30 days',
        back: { text: 'Webhooks', href: hrefOf(reader.environment) },
        showsAddress: true,
        ...(await notificationsPart(ctx, request, reader)),
      });
    },
  );
}
