// The guide of interface v1: the description in its OpenAPI document.

import { catalogue } from '../../features/report-types/catalogue.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { variablesExplained } from '../shared/openapi-samples.ts';
import { verifyingNotifications } from './openapi-recipe.ts';

/** By the tags of the routes. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Orders: 'Checks that a client orders on a candidate, and their results.',
  Attachments: 'Files that belong to an order.',
  'Value sets': 'The allowed values of fields of an order.',
  Packages: 'Checks that an account orders together.',
  Webhooks: 'Endpoints that are notified of events of orders.',
};

/** The names of the guide; the other types are too many for a document. */
const guideNames = catalogue
  .filter(({ aliases }) => aliases.length > 0)
  .map((type) => `${type.aliases.map(({ name }) => `\`${name}\``).join(' or ')} for \`${codeOf(type)}\``)
  .join('; ');

const sections: readonly (readonly [title: string, ...paragraphs: string[]])[] = [
  [
    'Keys',
    'Send your key with every request, over HTTPS, in the header `Ocp-Apim-Subscription-Key`, or in `Authorization` as in interface v2. There is no staging path: a test key reads and writes test data, a live key live data.',
  ],
  [
    'Acting for somebody',
    'The headers `VerifileUserId` and `VerifileSubsidiaryOrganisationId` name the acting user and the subsidiary organisation. An unknown user gets 401; a user without permission gets 403.',
  ],
  [
    'Examples',
    variablesExplained('id', '1001'),
    '`id` and `orderId` are the `Id` of an order that you submitted; for packages and value sets, the `id` in their list. `WebhookKey` and `webhookKey` are the `webhookKey` of a webhook that you created. `fileToken` is a UUID of your choice, new for each file, as `uuidgen` makes. `FILE` is the path of a JPEG picture, because the example names it `signed-form.jpg`.',
  ],
  [
    'Types of checks',
    `A type is ordered by its number, its name, or its name and variant as \`name:variant\`, in any case. \`GET /reporttypes\` of interface v2 answers those that are available to your account. These are also known by the names of the guide: ${guideNames}.`,
  ],
  [
    'Bodies',
    'Bodies are JSON. Property names are read in any case; orders are answered in PascalCase, everything else in camelCase. Unknown properties are ignored, and an empty text means absent.',
  ],
  [
    'Repeating a request',
    'Every POST except the upload of a file accepts `Idempotency-Key`. Repeating the request with the same body replays the first answer with `Idempotent-Replayed: true`; a request with another body is refused, and so is a repetition while the first is in progress. An order can be repeated with its `UniqueKey`, a file with its `fileToken`.',
  ],
  [
    'Notifications',
    'Create a webhook, store its `signingSecret`, and answer every notification with a status from 200 to 299 within 10 seconds: store it first, process it afterwards. After any other outcome it is sent again after about 1 minute, 15 minutes, 3 hours and 11 hours, with the same `webhook-id` and the same bytes. The header `Retry-After` of your answer can delay the next attempt within these 12 hours; a later time is ignored. A notification may arrive twice: ignore a `webhook-id` that you have processed. It may also arrive before an earlier one: read the order for its current state.',
    '`webhook-sequence` counts the notifications of a webhook: 1, 2, 3, … without a gap. A number that is missing for more than a moment belongs to a notification that is not acknowledged yet or was given up. The portal shows each notification with its attempts, resends it, and sends a test: its `EventType` is `Test`, its `OrderId` 0.',
  ],
  [
    'Verifying notifications',
    'Verify the raw bytes of the body before you parse it. `webhook-signature` proves who sent these bytes, and when: it holds `v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. The key is the base64 text of the `signingSecret` after `whsec_`, decoded. Every library of Standard Webhooks takes the `signingSecret` as it is. Compare in constant time, accept any one of several signatures, and refuse a timestamp that is more than five minutes away.',
    '`X-Signature` is the lower-case hexadecimal SHA-1 of the `authorisationToken`, and absent if the webhook has none. It is the same in every notification and does not depend on the body: check it if your receiver expects it, and rely on `webhook-signature`.',
    'Both in JavaScript, for Node; names of `headers` are in lower case, and `body` is a Buffer:',
    `\`\`\`js\n${verifyingNotifications}\`\`\``,
  ],
  [
    'Errors',
    'Every error is a problem of RFC 9457, `application/problem+json`: `type`, `title`, `status`, `detail` and an `instance` with the identifier of the request, equal to the header `X-Request-Id`. If values are invalid, `validationErrors` has every problem at once: `message`, `fieldPath`, `errorLevel`.',
  ],
  [
    'Limits',
    'Requests are limited to 600 a minute and key unless the operator sets another limit. A body has at most 1 MiB, 1,000 parameters and 8 levels; for files see the restrictions.',
  ],
  [
    'Changes',
    'Nothing is removed within v1. The headers `Deprecation` and `Sunset` announce a removal 12 months ahead. New properties may be added: ignore those you do not know.',
  ],
];

/** Markdown with a heading per section. */
export const guide = sections.flatMap(([title, ...paragraphs]) => [`## ${title}`, ...paragraphs]).join('\n\n');
