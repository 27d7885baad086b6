// The guide of interface v2: the description in its OpenAPI document.

import { variablesExplained } from '../shared/openapi-samples.ts';
import { exampleId } from '../shared/schemas.ts';
import { verifyingNotifications } from './openapi-recipe.ts';

/** By the tags of the routes. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Applicants: 'The individuals that checks are performed on.',
  Checks: 'Orders of one or more reports on an applicant.',
  Reports: 'The parts of a check, each with its own state and result.',
  'Report types': 'The report types, groups and job roles that the account may order.',
  Webhooks: 'Endpoints that are notified of status changes.',
  Deliveries: 'Deliveries to a webhook: attempts, resends, tests, and a doctor for the endpoint.',
  Events: 'All events, complete and in order, to catch up and to prove that nothing is missing.',
  Sandbox: 'Moves test data on request; served under the staging path only.',
};

const sections: readonly (readonly [title: string, ...paragraphs: string[]])[] = [
  [
    'The flow',
    'Create an applicant, then a check on that applicant, naming reports or report type groups. The candidate gets a mail with a link to an online form. After the form is submitted the reports are processed; when they are complete, so is the check. Webhooks are notified of every change.',
  ],
  [
    'Keys',
    'Send your key with every request, over HTTPS, in the header `Authorization`: alone, as `Token token=KEY` or as `Bearer KEY`. A live key works under `/vftapi/v2`, a test key under `/vft-staging/v2`; either works under `/v2`, with which every `href` begins. Test data is separate from live data, costs nothing, and moves only on request.',
  ],
  [
    'Examples',
    variablesExplained('check_id', exampleId),
    '`applicant_id`, `check_id`, `report_id`, `webhook_id` and `event_id` are the `id` in the answers of the operations that create or list these; `group_number` is the `id` of a report type group.',
  ],
  [
    'Bodies',
    'Bodies are JSON, or form-encoded with bracket notation: in `addresses[][street]`, a repeated name starts a new element. Unknown fields are ignored; an empty text means absent; null clears; an empty list empties. Enumerations and country codes are read in any case.',
  ],
  [
    'Lists',
    'Lists are answered newest first, 20 items a page. Follow the header `Link`; `X-Total-Count` is the length of the whole list. Report types, groups, job roles, employment sectors and webhooks are answered whole unless `page` or `per_page` is sent.',
  ],
  [
    'Repeating a request',
    'Every POST accepts `Idempotency-Key`. Repeating the request with the same body replays the first answer with `Idempotent-Replayed: true`; a request with another body is refused, and so is a repetition while the first is in progress.',
  ],
  [
    'Notifications',
    'Register a webhook, store its `token`, and answer every notification with a status from 200 to 299 within 10 seconds: store it first, process it afterwards. After any other outcome it is sent again after about 1 minute, 15 minutes, 3 hours and 11 hours, with the same `webhook-id` and the same bytes. The header `Retry-After` of your answer can delay the next attempt within these 12 hours; a later time is ignored. A notification may arrive twice: ignore a `webhook-id` that you have processed.',
    'Notifications are sent in parallel, and may arrive out of order: a repeated one arrives after later events. Use the current state of the check or report, or `completed_at`, the time of each change. With `ordered` on a webhook, a later notification of a check waits until the earlier ones are acknowledged or given up; those of other checks do not wait. `max_per_second` limits the notifications per second. The reply of a webhook contains either only if it is set.',
  ],
  [
    'Verifying notifications',
    'Verify before you parse: signatures cover the raw bytes of the body. `X-Signature` is the lower-case hexadecimal HMAC-SHA1 of the body; its key is the whole text of the token, including `whsec_`.',
    'Or use a library of Standard Webhooks with the same token: `webhook-signature` holds `v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops; its key is the base64 text of the token after `whsec_`, decoded. Compare in constant time, accept any one of several signatures, and refuse a timestamp that is more than five minutes away.',
    'After `POST /webhooks/{webhook_id}/rotate`, until the overlap ends, `webhook-signature` contains signatures with the new and the old token, and `X-Signature` is computed with the old one. Change the token during the overlap: nothing is refused if a receiver of `X-Signature` accepts either token meanwhile.',
    'In JavaScript, for Node; names of `headers` are in lower case, and `body` is a Buffer. Either function is enough:',
    `\`\`\`js\n${verifyingNotifications}\`\`\``,
  ],
  [
    'Proving that nothing is missing',
    '`webhook-sequence` counts the notifications of a webhook: 1, 2, 3, … without a gap. A number that is missing for more than a moment belongs to a notification that is not acknowledged yet or was given up; every resend repeats the number.',
    '`GET /events` lists every event that notifies webhooks, with the same payload, in one order that never changes, at most a second behind. Store the `id` of the last one, continue with `after`, and process events whose `id` did not arrive in any `webhook-event-id`. The list is complete even for a webhook that was disabled, or registered later.',
  ],
  [
    'When a notification does not arrive',
    '`GET /events/{event_id}` says for every webhook of this interface whether it was notified of an event, or why not. `GET /webhooks/{webhook_id}/attempts` lists the attempts, the duration of each step and the answers. Both are kept for 30 days.',
    '`POST /webhooks/{webhook_id}/doctor` calls your endpoint and reports problems with its name, its address, its connection, its certificate, its answer or its clock, and what to do. To have your signature compared with ours, answer the test with the signature that you computed in a header `X-Signature`, or with the hexadecimal one in the body. `POST /webhooks/{webhook_id}/test` sends a test notification like any other: its `resource_type` is `test`, its `action` `webhook.test`, and it names no resource of yours.',
    '`POST /webhooks/{webhook_id}/resend` sends again one notification, a range, or with `failed` all that failed: after an outage of yours it sends at once those that were given up and those that wait for their next attempt; `from` and `to` limit it to those that became due between them. It does not count as one of the five attempts. When an endpoint has failed three times in a row for five minutes, or a notification was given up, the administrators of the account get a mail, at most once an hour.',
    'A webhook is never disabled because it fails, but its notifications are paused: after 10 failures in a row, or 3 over 20 seconds while it hangs, its notifications wait, and one at a time probes the endpoint, after a pause of 10 seconds, then of twice as long each time, up to 5 minutes. Once a probe is acknowledged the others follow. A notification has at most five attempts, all within 12 hours; after a long outage a waiting notification may end as `window_over` after fewer attempts, or none. Both environments of a webhook share the pause: if failures in the sandbox must never delay live notifications, register two webhooks with two URLs.',
  ],
  [
    'Errors',
    'Every error has an `error` object with an `id` (equal to the header `X-Request-Id`), a `type` and a `message`; validation errors have `fields`, which maps each field to its messages. A method that a resource does not have gets 405 with the header `Allow`.',
  ],
  [
    'Live and test keys of one account',
    'A webhook belongs to the account, whichever key registered it. Live notifications begin once a live key has registered or updated it; from then on a test key cannot change, delete or rotate it. If a test key got the secret before, rotate it with a live key. The clock of test data moves forward only, at most 100 years ahead of the real one, and a test report can complete only after the form.',
  ],
  [
    'Limits',
    'The sandbox takes 100 requests in 10 minutes, then refuses all for one minute with 429; live requests are limited to 600 a minute and key unless the operator sets another limit. The same limit applies to reading the results document of each check. A body has at most 1 MiB, 1,000 parameters and 8 levels; an applicant at most 32,768 characters in all, the tags of a check 10,000; an account at most 100 webhooks. Order numbers increase with gaps.',
  ],
  [
    'Changes',
    'Nothing is removed within v2. The headers `Deprecation` and `Sunset` announce a removal 12 months ahead. New attributes may be added: ignore those you do not know.',
  ],
];

/** Markdown with a heading per section. */
export const guide = sections.flatMap(([title, ...paragraphs]) => [`## ${title}`, ...paragraphs]).join('\n\n');
