// How the portal speaks of webhooks: what happened, what became of telling it, and how an attempt ended.
import type { SubscribableEvent } from '../../../features/events/event-types.ts';
import type { FindingStatus } from '../../../features/webhooks/endpoint-finding-rules.ts';
import type { DeliveryOutcome } from '../../../features/webhooks/event-delivery-rules.ts';
import type { OrderEventType } from '../../../features/webhooks/order-event-types.ts';
import type { WebhookInterface } from '../../../features/webhooks/webhook.ts';
import type { Tag } from '../../shared/status-tags.ts';

export const interfaceTexts: Readonly<Record<WebhookInterface, string>> = {
  v1: 'Orders (interface v1)',
  v2: 'Checks and reports (interface v2)',
};

export const orderEventTexts: Readonly<Record<OrderEventType, string>> = {
  OrderComplete: 'An order is complete',
  OrderCancelled: 'An order is cancelled or withdrawn',
  CheckComplete: 'One check of an order is complete',
  CheckCancelled: 'One check of an order is cancelled or withdrawn',
  ApplicantFormSubmitted: 'The candidate has submitted the form',
  IdentityConfirmed: 'The candidate’s identity is confirmed, for a criminal record check',
};

export const checkEventTexts: Readonly<Record<SubscribableEvent, string>> = {
  'report.completed': 'A report is complete',
  'report.withdrawn': 'A report is withdrawn',
  'check.completed': 'A check is complete',
  'check.started': 'A check begins',
  'check.form_opened': 'The candidate opens the form',
  'check.form_completed': 'The candidate has submitted the form',
};

const yellow = 'govuk-tag--yellow';
const red = 'govuk-tag--red';
const givenUp = (means: string) => ({ tag: { text: 'Given up', classes: red }, means });
const mend = 'Mend the endpoint, then send it again.';

export const outcomeTexts: Readonly<Record<DeliveryOutcome, { readonly tag: Tag; readonly means: string }>> = {
  delivered: { tag: { text: 'Delivered', classes: 'govuk-tag--green' }, means: 'The endpoint acknowledged it.' },
  sending: { tag: { text: 'Being sent', classes: '' }, means: 'It is being sent at this moment.' },
  due: { tag: { text: 'About to be sent', classes: '' }, means: 'It is about to be sent.' },
  retrying: {
    tag: { text: 'To be sent again', classes: yellow },
    means: 'No attempt was acknowledged yet. Another one follows by itself.',
  },
  behind_earlier: {
    tag: { text: 'Waiting', classes: yellow },
    means: 'An earlier notification of the same check is not finished: that one comes first.',
  },
  paused: {
    tag: { text: 'Waiting', classes: yellow },
    means: 'The endpoint failed so often that nothing is sent to it for a while. It goes on by itself.',
  },
  attempts_used: givenUp(`No attempt was acknowledged. ${mend}`),
  window_over: givenUp('Twelve hours went by without an acknowledgement. Send it again once the endpoint answers.'),
  webhook_disabled: givenUp(
    'The webhook was switched off before it was acknowledged. Switch it on, then send it again.',
  ),
  environment_removed: givenUp(
    'The webhook no longer wanted these data when it was to be sent. Add them, then send it again.',
  ),
  resend_failed: givenUp(`It was sent by hand and not acknowledged. ${mend}`),
};

/** A test is sent once, by hand. */
export const failedTestText = 'The test was not acknowledged. Its attempt says why: mend that, then send another test.';

export const findingTags: Readonly<Record<FindingStatus, Tag>> = {
  unknown: { text: 'Unknown', classes: 'govuk-tag--grey' },
  ok: { text: 'Well', classes: 'govuk-tag--green' },
  warning: { text: 'Look at it', classes: yellow },
  problem: { text: 'Problem', classes: red },
};
