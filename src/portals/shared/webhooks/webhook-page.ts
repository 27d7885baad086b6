// One webhook: its settings, its recent notifications, and its actions: test, endpoint check, resend.
import type { Ctx } from '../../../context.ts';
import { examineEndpoint } from '../../../features/webhooks/endpoint-doctor.ts';
import { worstOf } from '../../../features/webhooks/endpoint-finding-rules.ts';
import type { TestFormats } from '../../../features/webhooks/notification-format.ts';
import { failedKinds, resendNotifications } from '../../../features/webhooks/resend-actions.ts';
import {
  readEndpointStates,
  readSubscription,
  type Subscription,
} from '../../../features/webhooks/subscription-actions.ts';
import { longestWaitSeconds, sendTest } from '../../../features/webhooks/test-delivery-actions.ts';
import {
  type CallLimit,
  idIn,
  placeFrame,
  placeHref,
  type WebhookPages,
  type WebhookPlace,
  type WebhookRequest,
} from './webhook-place.ts';
import { statusOf } from './webhook-status.ts';
import { checkEventTexts, findingTags, interfaceTexts, orderEventTexts } from './webhook-texts.ts';

function eventsOf({ interface: of, webhook }: Subscription) {
  const texts: Readonly<Record<string, string>> = of === 'v1' ? orderEventTexts : checkEventTexts;
  return webhook.events?.map((name) => ({ name, text: texts[name] ?? '' }));
}

/** @param mayChange whoever reads the fixed signature of the first interface can forge notifications */
function settingsOf(subscription: Subscription, mayChange: boolean) {
  const { interface: of, webhook } = subscription;
  const environments = of === 'v2' ? webhook.environments : [];
  return {
    url: webhook.url,
    of,
    about: interfaceTexts[of],
    /** Undefined for every status change. */
    events: eventsOf(subscription),
    tokenHash: of === 'v1' && mayChange ? (webhook.tokenHash ?? '') : undefined,
    environments: environments.map((one) => (one === 'live' ? 'Live' : 'Test')),
    ordered: of === 'v2' && webhook.ordered,
    maxPerSecond: of === 'v2' ? webhook.maxPerSecond : null,
    createdAt: webhook.createdAt,
  };
}

const hrefsOf = (place: WebhookPlace, id: string) => {
  const at = (path: string) => placeHref(place, `/${id}${path}`);
  return {
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

interface Parts {
  readonly limit: CallLimit;
  readonly notificationsPart: (
    ctx: Ctx,
    request: WebhookRequest,
    place: WebhookPlace,
    webhookId: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

export function webhookPage(
  pages: WebhookPages,
  { ctx, testFormats }: { readonly ctx: Ctx; readonly testFormats: TestFormats },
  { limit, notificationsPart }: Parts,
): void {
  const base = '/:webhook_id';
  const found = (request: WebhookRequest, place: WebhookPlace) =>
    readSubscription(ctx, place.caller, idIn(request, 'webhook_id'));

  pages.get(base, { permission: 'read_webhooks' }, async (request, _reply, place) => {
    const subscription = await found(request, place);
    const { id } = subscription.webhook;
    const states = await readEndpointStates(ctx, place.caller, [subscription]);
    return place.show('webhook.njk', {
      ...placeFrame(place),
      ...statusOf(subscription, place.caller.environment, states.get(id)),
      title: 'Webhook',
      back: { text: 'Webhooks', href: placeHref(place) },
      hrefs: hrefsOf(place, id),
      settings: settingsOf(subscription, place.mayChange),
      mayChange: place.mayChange,
      maySend: place.maySend,
      notice: request.query.notice,
      resent: resentIn(request),
      ...(await notificationsPart(ctx, request, place, id)),
    });
  });

  const sending = { permission: 'send_notifications', isRepeatable: true } as const;

  pages.post(`${base}/test`, sending, async (request, reply, place) => {
    limit(place);
    const { interface: of, webhook } = await found(request, place);
    const asked = { webhookId: webhook.id, waitSeconds: longestWaitSeconds, format: testFormats[of] };
    const { deliveryId } = await sendTest(ctx, place.caller, asked, of);
    return reply.redirect(placeHref(place, `/${webhook.id}/notifications/${deliveryId}`), 303);
  });

  pages.post(`${base}/doctor`, sending, async (request, _reply, place) => {
    limit(place);
    const { interface: of, webhook } = await found(request, place);
    const findings = await examineEndpoint(ctx, place.caller, webhook.id, testFormats[of], of);
    return place.show('findings.njk', {
      ...placeFrame(place),
      title: 'Endpoint check',
      back: { text: 'Back to the webhook', href: placeHref(place, `/${webhook.id}`) },
      url: webhook.url,
      worst: findingTags[worstOf(findings)],
      findings: findings.map((finding) => ({ ...finding, tag: findingTags[finding.status] })),
    });
  });

  pages.post(`${base}/resend`, sending, async (request, reply, place) => {
    limit(place);
    const { interface: of, webhook } = await found(request, place);
    const { count } = await resendNotifications(ctx, place.caller, webhook.id, { failed: failedKinds }, of);
    return reply.redirect(placeHref(place, `/${webhook.id}`, { resent: String(count) }), 303);
  });
}
