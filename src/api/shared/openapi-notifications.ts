// Describes notifications in the OpenAPI documents: the signature headers, and how a receiver acknowledges.
import type { JsonObject } from './openapi-components.ts';
import { exampleId } from './schemas.ts';

/** @param isAlways false if some notifications lack the header */
export const notificationHeader = (
  name: string,
  description: string,
  example: string,
  { isAlways }: { readonly isAlways: boolean },
): JsonObject => ({
  name,
  in: 'header',
  required: isAlways,
  description,
  schema: { type: 'string' },
  example,
});

const always = { isAlways: true };
const notInTests = { isAlways: false };

/** @param secret how the guide calls the signing secret @param event what webhook-event-id identifies */
export const standardHeaders = ({
  secret,
  event,
}: {
  readonly secret: string;
  readonly event: string;
}): JsonObject => ({
  'webhook-id': notificationHeader(
    'webhook-id',
    'Identifier of the notification; the same in every attempt.',
    exampleId,
    always,
  ),
  'webhook-event-id': notificationHeader(
    'webhook-event-id',
    `Identifier of the event, ${event}; absent from a test.`,
    exampleId,
    notInTests,
  ),
  'webhook-sequence': notificationHeader(
    'webhook-sequence',
    '1, 2, 3, … for each webhook, without a gap; the same in every attempt; absent from a test.',
    '42',
    notInTests,
  ),
  'webhook-timestamp': notificationHeader(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970.',
    '1772616600',
    always,
  ),
  'webhook-signature': notificationHeader(
    'webhook-signature',
    `By the Standard Webhooks scheme; its key is the base64 text of ${secret} after \`whsec_\`, decoded.`,
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    always,
  ),
});

export const headerParameters = (headers: JsonObject): JsonObject[] =>
  Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` }));

export const notificationResponses: JsonObject = {
  '2XX': { description: 'Acknowledged, if the answer starts within 10 seconds.' },
  default: { description: 'Any other status: the notification is sent again, up to 4 times within 12 hours.' },
};
