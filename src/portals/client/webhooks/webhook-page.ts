// One webhook: its settings, its recent notifications, and its actions: test, endpoint check, resend, delete.
import type { Ctx } from '../../../context.ts';
import { examineEndpoint } from '../../../features/webhooks/endpoint-doctor.ts';
import { worstOf } from '../../../features/webhooks/endpoint-finding-rules.ts';
import type { TestFormats } from '../../../features/webhooks/notification-format.ts';
import { deleteOrderWebhook } from '../../../features/webhooks/order-webhook-actions.ts';
import { failedKinds, resendNotifications } from '../../../features/webhooks/resend-actions.ts';
import {
  readEndpointStates,
  readSubscription,
  type Subscription,
} from '../../../features/webhooks/subscription-actions.ts';
import { longestWaitSeconds, sendTest } from '../../../features/webhooks/test-delivery-actions.ts';
import { deleteWebhook } from '../../../features/webhooks/webhook-actions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import {
  type CallLimit,
  hrefOf,
  idIn,
  liveCallerOf,
  type Reader,
  readerOf,
  type WebhookRequest,
  webhooksFrame,
  webhooksPath,
} from './webhook-request.ts';
import { statusOf } from './webhook-status.ts';
import { checkEventTexts, findingTags, interfaceTexts, orderEventTexts } from './webhook-texts.ts';
import { notificationsPart } from './webhooks-page.ts';

function eventsOf({ interface: of, webhook }: Subscription) {
  const texts: Readonly<Record<string, string>> = of === 'v1' ? orderEventTexts : checkEventTexts;
  return webhook.events?.map((name) => ({ name, text: texts[name] ?? '' }));
}

function settingsOf(subscription: Subscription) {
  const { interface: of, webhook } = subscription;
  const environments = of === 'v2' ? webhook.environments : [];
  return {
    url: webhook.url,
    of,
    about: interfaceTexts[of],
    /** Undefined for every status change. */
    events: eventsOf(subscription),
    tokenHash: of === 'v1' ? (webhook.tokenHash ?? '') : undefined,
    environments: environments.map((one) => (one === 'live' ? 'Live' : 'Test')),
    ordered: of === 'v2' && webhook.ordered,
    maxPerSecond: of === 'v2' ? webhook.maxPerSecond : null,
    createdAt: webhook.createdAt,
  };
}

const hrefsOf = ({ environment }: Reader, id: string) => {
  const at = (path: string) => hrefOf(environment, `/${id}${path}`);
  return {
    self: at(''),
    change: at('/change'),
    secret: at('/secret'),
    delete: at('/delete'),
    test: at('/test'),
    doctor: at('/doctor'),
    resend: at('/resend'),
  };
};

/** How many notifications were resent, by the query of the redirect. */
const resentIn = ({ query }: WebhookRequest) =>
  typeof query.resent === 'string' && /^\d{1,6}$/.test(query.resent) ? Number(query.resent) : undefined;

export function webhookPage(
  pages: Pages<'client'>,
  { ctx, testFormats }: { readonly ctx: Ctx; readonly testFormats: TestFormats },
  limit: CallLimit,
): void {
  const base = `${webhooksPath}/:webhook_id`;
  const found = async (request: WebhookRequest, reader: Reader) =>
    readSubscription(ctx, reader.caller, idIn(request, 'webhook_id'));
  const modelOf = (reader: Reader, subscription: Subscription) => ({
    ...webhooksFrame(reader),
    hrefs: hrefsOf(reader, subscription.webhook.id),
    settings: settingsOf(subscription),
    back: { text: 'Back to the webhook', href: hrefOf(reader.environment, `/${subscription.webhook.id}`) },
  });

  pages.get(base, { permission: 'read_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const subscription = await found(request, reader);
    const states = await readEndpointStates(ctx, reader.caller, [subscription]);
    return renderPage(request, reply, 'client/webhooks/webhook.njk', {
      ...modelOf(reader, subscription),
      ...statusOf(subscription, reader.environment, states.get(subscription.webhook.id)),
      title: 'Webhook',
      back: { text: 'Webhooks', href: hrefOf(reader.environment) },
      mayChange: reader.mayChange,
      notice: request.query.notice,
      resent: resentIn(request),
      ...(await notificationsPart(ctx, request, reader, subscription.webhook.id)),
    });
  });

  pages.get(`${base}/delete`, { permission: 'manage_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const subscription = await found(request, reader);
    const model = { ...modelOf(reader, subscription), title: 'Delete this webhook?' };
    return renderPage(request, reply, 'client/webhooks/delete.njk', model);
  });

  pages.post(`${base}/delete`, { permission: 'manage_webhooks' }, async (request: WebhookRequest, reply, user) => {
    const reader = readerOf(request, user);
    const { interface: of, webhook } = await found(request, reader);
    if (of === 'v1') await deleteOrderWebhook(ctx, reader.caller, webhook.id);
    else await deleteWebhook(ctx, liveCallerOf(reader), webhook.id);
    return reply.redirect(hrefOf(reader.environment, '', { deleted: '1' }), 303);
  });

  pages.post(
    `${base}/test`,
    { permission: 'manage_webhooks', isRepeatable: true },
    async (request: WebhookRequest, reply, user) => {
      limit(user);
      const reader = readerOf(request, user);
      const { interface: of, webhook } = await found(request, reader);
      const asked = { webhookId: webhook.id, waitSeconds: longestWaitSeconds, format: testFormats[of] };
      const { deliveryId } = await sendTest(ctx, reader.caller, asked, of);
      return reply.redirect(hrefOf(reader.environment, `/${webhook.id}/notifications/${deliveryId}`), 303);
    },
  );

  pages.post(
    `${base}/doctor`,
    { permission: 'manage_webhooks', isRepeatable: true },
    async (request: WebhookRequest, reply, user) => {
      limit(user);
      const reader = readerOf(request, user);
      const subscription = await found(request, reader);
      const { interface: of, webhook } = subscription;
      const findings = await examineEndpoint(ctx, reader.caller, webhook.id, testFormats[of], of);
      return renderPage(request, reply, 'client/webhooks/findings.njk', {
        ...modelOf(reader, subscription),
        title: 'Endpoint check',
        worst: findingTags[worstOf(findings)],
        findings: findings.map((finding) => ({ ...finding, tag: findingTags[finding.status] })),
      });
    },
  );

  pages.post(
    `${base}/resend`,
    { permission: 'manage_webhooks', isRepeatable: true },
    async (request: WebhookRequest, reply, user) => {
      limit(user);
      const reader = readerOf(request, user);
      const { interface: of, webhook } = await found(request, reader);
      const { count } = await resendNotifications(ctx, reader.caller, webhook.id, { failed: failedKinds }, of);
      return reply.redirect(hrefOf(reader.environment, `/${webhook.id}`, { resent: String(count) }), 303);
    },
  );
}
