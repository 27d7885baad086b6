// The notifications that webhooks of interface v1 get, as its OpenAPI document's own webhooks section.
import { type OrderEventType, orderEventNames } from '../../features/webhooks/order-event-types.ts';
import type { JsonObject } from '../shared/openapi-components.ts';
import {
  headerParameters,
  notificationHeader,
  notificationResponses,
  standardHeaders,
} from '../shared/openapi-notifications.ts';
import { exampleId } from '../shared/schemas.ts';
import { OrderNotification } from './notification-format.ts';

const meanings: Readonly<Record<OrderEventType, string>> = {
  OrderComplete: 'An order is completed.',
  OrderCancelled: 'An order is cancelled or withdrawn.',
  CheckComplete: 'A check is completed.',
  CheckCancelled: 'A check is cancelled or withdrawn.',
  ApplicantFormSubmitted: 'The candidate has submitted their form.',
  IdentityConfirmed: "The candidate's identity has been confirmed for a criminal record check.",
};

export const notificationHeaders: JsonObject = {
  'X-Signature': notificationHeader(
    'X-Signature',
    'Lower-case hex SHA-1 of the `authorisationToken`; absent where the webhook has none.',
    'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    { isAlways: false },
  ),
  ...standardHeaders({
    secret: 'the `signingSecret`',
    event:
      'the same at every webhook that is told of it, and in `GET /events` of interface v2, which lists all but `IdentityConfirmed`',
  }),
};

export function describeWebhooks(baseUrl: string): JsonObject {
  const example = (EventType: OrderEventType) => ({
    OrderId: 1001,
    EventType,
    Order: `${baseUrl}/portal/checks/${exampleId}`,
  });
  return Object.fromEntries(
    orderEventNames.map((name) => [
      name,
      {
        post: {
          operationId: name,
          tags: ['Webhooks'],
          summary: meanings[name],
          security: [],
          parameters: headerParameters(notificationHeaders),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: OrderNotification, example: example(name) } },
          },
          responses: notificationResponses,
        },
      },
    ]),
  );
}
