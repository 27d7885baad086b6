// The portal's texts about webhooks: interfaces, events, outcomes of notifications, and findings of endpoint checks.
import type { SubscribableEvent } from '../../../features/events/event-types.ts';
import type { FindingStatus } from '../../../features/webhooks/endpoint-finding-rules.ts';
import type { OrderEventType } from '../../../features/webhooks/order-event-types.ts';
import type { WebhookInterface } from '../../../features/webhooks/webhook.ts';
import type { Tag } from '../status-tags.ts';

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
  'check.started': 'A check starts',
  'check.form_opened': 'The candidate opens the form',
  'check.form_completed': 'The candidate has submitted the form',
};

const yellow = 'govuk-tag--yellow';
const red = 'govuk-tag--red';

/** A test has one attempt. */
export const failedTestText = 'The test was not acknowledged. The attempt says why: fix that, then send another test.';

export const findingTags: Readonly<Record<FindingStatus, Tag>> = {
  unknown: { text: 'Unknown', classes: 'govuk-tag--grey' },
  ok: { text: 'OK', classes: 'govuk-tag--green' },
  warning: { text: 'Warning', classes: yellow },
  problem: { text: 'Problem', classes: red },
};
