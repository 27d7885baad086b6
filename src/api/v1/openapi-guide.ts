// The guide of interface v1: the description in its OpenAPI document.

import { catalogue } from '../../features/report-types/catalogue.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { variablesExplained } from '../shared/openapi-samples.ts';
import { verifyingNotifications } from './openapi-recipe.ts';

/** By the tags of the routes. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Orders: 'What a client orders on a candidate, and what became of it.',
  Attachments: 'Files that belong to an order.',
  'Value sets': 'The values that fields of an order may have.',
  Packages: 'Checks that an account orders together.',
  Webhooks: 'Where events of orders are sent.',
};

/** The names of the guide; the other types are too many for a document. */
const guideNames = catalogue
  .filter(({ aliases }) => aliases.length > 0)
  .map((type) => `${type.aliases.map(({ name }) => `\`${name}\``).join(' or ')} for \`${codeOf(type)}\``)
  .join('; ');

const sections: readonly (readonly [title: string, ...paragraphs: string[]])[] = [
  [
    'Keys',
    'Send your key with every request, over HTTPS, in the header `Ocp-Apim-Subscription-Key`, or in `Authorization` as interface v2 takes it. There is no staging path: a test key reads and writes test data, a live key live data.',
  ],
  [
    'Acting for somebody',
    'The headers `VerifileUserId` and `VerifileSubsidiaryOrganisationId` name the user that acts and the subsidiary organisation it acts for. An unknown user is answered 401, what is not permitted 403.',
  ],
  [
    'Examples',
    variablesExplained('id', '1001'),
    '`id` and `orderId` are the `Id` of an order that you submitted, of packages and value sets the `id` of one that is listed; `WebhookKey` and `webhookKey` are the `webhookKey` of a webhook you created; `fileToken` is a UUID of your choice, new for each file, as `uuidgen` makes; `FILE` is the path of a JPEG picture, for the example names it `signed-form.jpg`.',
  ],
  [
    'Types of checks',
    `A type is ordered by its number, its name, or its name and variant as \`name:variant\`, in any case. \`GET /reporttypes\` of interface v2 answers those that are available to your account. These are also known by the names of the guide: ${guideNames}.`,
  ],
  [
    'Bodies',
    'Bodies are JSON. Names of properties are read in any case; orders are answered in PascalCase, everything else in camelCase. Unknown properties are ignored, and an empty text means absent.',
  ],
  [
    'Repeating a request',
    'Every POST but the upload of a file accepts `Idempotency-Key`. Sent again with the same body, the first answer is replayed with `Idempotent-Replayed: true`; another body is refused, and so is a repetition while the first is in progress. An order is repeatable by its `UniqueKey`, a file by its `fileToken`.',
  ],
  [
    'Notifications',
    'Create a webhook, keep its `signingSecret`, and answer every notification with a status from 200 to 299 within 10 seconds: keep it first, work afterwards. Anything else is sent again after about 1 minute, 15 minutes, 3 hours and 11 hours, with the same `webhook-id` and the same bytes; the header `Retry-After` of your answer can only put the next one off, inside these 12 hours; one that leads beyond them counts as none. A notification may come twice: do nothing for a `webhook-id` that you have worked on. It may also come before an earlier one: read the order, and go by what it says.',
    '`webhook-sequence` counts the notifications of a webhook: 1, 2, 3, … without a gap. A number that is missing for more than a moment is a notification that was not acknowledged yet, or was given up. The portal shows each of them with its attempts, sends it again, and sends a test: its `EventType` is `Test`, its `OrderId` 0.',
  ],
  [
    'Verifying notifications',
    'Verify before you parse, over the raw bytes of the body. `webhook-signature` proves who sent these bytes, and when: it holds `v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops; its key is what the `signingSecret` spells in base64 after its `whsec_`. Every library of Standard Webhooks takes the `signingSecret` as it is. Compare in constant time, accept any one of several signatures, and refuse a timestamp that is more than five minutes away.',
    '`X-Signature` is the lower-case hexadecimal SHA-1 of the `authorisationToken`, and absent where the webhook has none. It is the same with every notification and says nothing of the body: check it where your receiver expects it, and rely on `webhook-signature`.',
    'Both in JavaScript, for Node; names of `headers` are in small letters, and `body` is a Buffer:',
    `\`\`\`js\n${verifyingNotifications}\`\`\``,
  ],
  [
    'Errors',
    'Every error is a problem of RFC 9457, `application/problem+json`: `type`, `title`, `status`, `detail` and an `instance` that holds the identifier of the request, as the header `X-Request-Id` has it. Where values are wrong, `validationErrors` has every problem at once: `message`, `fieldPath`, `errorLevel`.',
  ],
  [
    'Limits',
    'Requests are limited to 600 a minute and key unless the operator sets another limit. A body has at most 1 MiB, 1,000 parameters and 8 levels; for files the restrictions say.',
  ],
  [
    'Changes',
    'Nothing is removed within v1. What will be is announced by the headers `Deprecation` and `Sunset` 12 months ahead. New properties may be added: ignore those you do not know.',
  ],
];

/** Markdown with a heading per section. */
export const guide = sections.flatMap(([title, ...paragraphs]) => [`## ${title}`, ...paragraphs]).join('\n\n');
