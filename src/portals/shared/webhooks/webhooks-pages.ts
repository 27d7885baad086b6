// The webhooks of an account, live or test, and all their notifications of the last 30 days (interface §Events v1), alike
// for the desk and for the client, whose pages to add and change them stand beside these.
import type { Ctx } from '../../../context.ts';
import type { EndpointState } from '../../../features/webhooks/endpoint-queries.ts';
import { listNotifications } from '../../../features/webhooks/notification-actions.ts';
import type { TestFormats } from '../../../features/webhooks/notification-format.ts';
import {
  listSubscriptions,
  readEndpointStates,
  type Subscription,
} from '../../../features/webhooks/subscription-actions.ts';
import { notificationPage } from './notification-page.ts';
import { viewOf } from './notification-view.ts';
import { webhookPage } from './webhook-page.ts';
import {
  callLimit,
  pageIn,
  placeFrame,
  placeHref,
  type WebhookPages,
  type WebhookPlace,
  type WebhookRequest,
} from './webhook-place.ts';
import { statusOf } from './webhook-status.ts';
import { interfaceTexts } from './webhook-texts.ts';

const perPage = 20;

const rowOf = (subscription: Subscription, place: WebhookPlace, state: EndpointState | undefined) => ({
  href: placeHref(place, `/${subscription.webhook.id}`),
  url: subscription.webhook.url,
  about: interfaceTexts[subscription.interface],
  ...statusOf(subscription, place.caller.environment, state),
  createdAt: subscription.webhook.createdAt,
});

/** A page of notifications with links to the next and the previous page. */
async function notificationsPart(ctx: Ctx, request: WebhookRequest, place: WebhookPlace, webhookId?: string) {
  const page = pageIn(request);
  const path = webhookId === undefined ? '/history' : `/${webhookId}`;
  const at = (other: number) => placeHref(place, path, other > 1 ? { page: String(other) } : {});
  const { notifications, hasMore } = await listNotifications(ctx, place.caller, { webhookId, page: { page, perPage } });
  return {
    notifications: notifications.map((notification) => viewOf(notification, place)),
    previousHref: page > 1 ? at(page - 1) : undefined,
    nextHref: hasMore ? at(page + 1) : undefined,
  };
}

export interface WebhookOptions {
  readonly ctx: Ctx;
  readonly testFormats: TestFormats;
}

/** @param menu the entry of the list in the menu, where it has one */
export function webhooksPages(pages: WebhookPages, options: WebhookOptions, menu?: 'Webhooks'): void {
  const { ctx } = options;
  const inMenu =
    menu === undefined ? {} : ({ menu, menuFor: 'manage_keys', menuGroup: 'programs', byEnvironment: true } as const);

  pages.get('', { permission: 'read_webhooks', ...inMenu }, async (request, _reply, place) => {
    const subscriptions = await listSubscriptions(ctx, place.caller);
    const states = await readEndpointStates(ctx, place.caller, subscriptions);
    return place.show('webhooks.njk', {
      ...placeFrame(place),
      title: 'Webhooks',
      rows: subscriptions.map((one) => rowOf(one, place, states.get(one.webhook.id))),
      newHref: place.mayChange ? placeHref(place, '/new') : undefined,
      historyHref: placeHref(place, '/history'),
      done: request.query.deleted === '1' ? 'The webhook is deleted. It gets no more notifications.' : undefined,
    });
  });

  pages.get('/history', { permission: 'read_webhooks' }, async (request, _reply, place) =>
    place.show('history.njk', {
      ...placeFrame(place, '/history'),
      title: 'Notifications of the last 30 days',
      back: { text: 'Webhooks', href: placeHref(place) },
      showsAddress: true,
      ...(await notificationsPart(ctx, request, place)),
    }),
  );

  const limit = callLimit(ctx);
  webhookPage(pages, options, { limit, notificationsPart });
  notificationPage(pages, ctx, limit);
}
