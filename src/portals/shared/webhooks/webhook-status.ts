// The status of a webhook as a tag and a text: whether it gets notifications, and whether its endpoint acknowledges them.
import type { Environment } from '../../../context.ts';
import type { EndpointState } from '../../../features/webhooks/endpoint-queries.ts';
import type { Subscription } from '../../../features/webhooks/subscription-actions.ts';
import { britishDateTime } from '../page-filters.ts';
import type { Tag } from '../status-tags.ts';

export interface WebhookStatus {
  readonly tag: Tag;
  /** Since when and until when; empty where the tag is enough. */
  readonly aside: string;
}

/** Why the webhook gets no notifications of the environment; undefined if it does. A v1 webhook always does. */
function offTag(subscription: Subscription, environment: Environment): Tag | undefined {
  if (subscription.interface === 'v1') return undefined;
  const off = (text: string) => ({ text, classes: 'govuk-tag--grey' });
  const { enabled, environments, liveConfirmed } = subscription.webhook;
  if (!enabled) return off('Switched off');
  if (!environments.includes(environment === 'live' ? 'live' : 'sandbox')) return off(`Not for ${environment} data`);
  if (environment === 'live' && !liveConfirmed) return { text: 'Live not confirmed', classes: 'govuk-tag--yellow' };
  return undefined;
}

/** An endpoint has one health for both environments, because both use one address. */
export function statusOf(
  subscription: Subscription,
  environment: Environment,
  state: Omit<EndpointState, 'webhookId'> | undefined,
): WebhookStatus {
  const off = offTag(subscription, environment);
  if (off !== undefined) return { tag: off, aside: '' };
  const { failingSince = null, pausedUntil = null } = state ?? {};
  const since = failingSince === null ? '' : britishDateTime(failingSince);
  if (pausedUntil !== null) {
    const until = `Until ${britishDateTime(pausedUntil)}`;
    const aside = since === '' ? until : `${until}. Failing since ${since}`;
    return { tag: { text: 'Paused', classes: 'govuk-tag--red' }, aside };
  }
  if (since !== '') return { tag: { text: 'Failing', classes: 'govuk-tag--red' }, aside: `Since ${since}` };
  return { tag: { text: 'On', classes: 'govuk-tag--green' }, aside: '' };
}
