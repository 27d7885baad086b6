// What the OpenAPI documents say of every notification: the headers that prove it, and how it is acknowledged.
import type { JsonObject } from './openapi-components.ts';
import { exampleId } from './schemas.ts';

export const notificationHeader = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

export const standardHeaders: JsonObject = {
  'webhook-id': notificationHeader(
    'webhook-id',
    'Identifier of the notification; the same whenever it is sent again.',
    exampleId,
  ),
  'webhook-event-id': notificationHeader(
    'webhook-event-id',
    'Identifier of the event, as `GET /events` lists it; absent from a test.',
    exampleId,
  ),
  'webhook-sequence': notificationHeader(
    'webhook-sequence',
    '1, 2, 3, … for each webhook, without a gap; a resend repeats it; absent from a test.',
    '42',
  ),
  'webhook-timestamp': notificationHeader(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970.',
    '1772616600',
  ),
  'webhook-signature': notificationHeader(
    'webhook-signature',
    'By the Standard Webhooks scheme; its key is what the token spells in base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

export const headerParameters = (headers: JsonObject): JsonObject[] =>
  Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` }));

export const notificationResponses: JsonObject = {
  '2XX': { description: 'Acknowledged, if it comes within 10 seconds.' },
  default: { description: 'Anything else: the notification is sent again, up to 4 times within 12 hours.' },
};
