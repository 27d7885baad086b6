// The guide of interface v2: the description in its OpenAPI document.

import { variablesExplained } from '../shared/openapi-samples.ts';
import { exampleId } from '../shared/schemas.ts';
import { verifyingNotifications } from './openapi-recipe.ts';

/** By the tags of the routes. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Applicants: 'The individuals that checks are performed on.',
  Checks: 'Orders of one or more reports on an applicant.',
  Reports: 'What a check consists of, each with its own state and result.',
  'Report types': 'What can be ordered, and what was agreed with the account.',
  Webhooks: 'Where notifications of status changes are sent.',
  Deliveries: 'What was sent to a webhook: every attempt, sending again, a test, and a doctor for the endpoint.',
  Events: 'What happened, whole and in order, to catch up with and to prove that nothing is missing.',
  Sandbox: 'Moves test data on request; served under the staging path only.',
};

const sections: readonly (readonly [title: string, ...paragraphs: string[]])[] = [
  [
    'The flow',
    'Create an applicant, then a check on that applicant, naming reports or report type groups. The candidate is mailed a link to an online form. Once it is submitted the reports are worked on; they complete, then the check completes. Webhooks announce every change.',
  ],
  [
    'Keys',
    'Send your key with every request, over HTTPS, in the header `Authorization`: as it is, as `Token token=KEY` or as `Bearer KEY`. A live key works under `/vftapi/v2`, a test key under `/vft-staging/v2`; either works under `/v2`, with which every `href` begins. Test data is kept apart from live data, costs nothing, and moves only on request.',
  ],
  [
    'Examples',
    variablesExplained('check_id', exampleId),
    '`applicant_id`, `check_id`, `report_id`, `webhook_id` and `event_id` are the `id` that the operation which creates or lists these answers; `group_number` is the `id` of a report type group.',
  ],
  [
    'Bodies',
    'Bodies are JSON, or form-encoded with bracket notation: `addresses[][street]`, where a name that comes again begins a new element. Unknown fields are ignored; an empty text means absent; null clears; an empty list empties. Words of a list and country codes are read in any case.',
  ],
  [
    'Lists',
    'Lists are answered newest first, 20 items a page. Follow the header `Link`; `X-Total-Count` is the length of the whole list. Report types, groups, job roles, employment sectors and webhooks are answered whole unless `page` or `per_page` is sent.',
  ],
  [
    'Repeating a request',
    'Every POST accepts `Idempotency-Key`. Sent again with the same body, the first answer is replayed with `Idempotent-Replayed: true`; another body is refused, and so is a repetition while the first is in progress.',
  ],
  [
    'Notifications',
    'Register a webhook, keep its `token`, and answer every notification with a status from 200 to 299 within 10 seconds: keep it first, work afterwards. Anything else is sent again after about 1 minute, 15 minutes, 3 hours and 11 hours, with the same `webhook-id` and the same bytes; the header `Retry-After` of your answer can only put the next one off, inside these 12 hours; one that leads beyond them counts as none. A notification may come twice: do nothing for a `webhook-id` that you have worked on.',
    'Notifications are sent side by side, and may come out of order: one that is sent again comes after what happened meanwhile. Go by the check or report itself, or by `completed_at`, which says when each change happened. Or set `ordered` on a webhook, and a later notification of a check waits until the earlier ones are acknowledged or given up; those of other checks do not wait for it. Set `max_per_second`, and no more than these are sent in a second. Both are absent from the reply of a webhook that has not set them.',
  ],
  [
    'Verifying notifications',
    'Verify before you parse: signatures are made over the raw bytes of the body. `X-Signature` is the lower-case hexadecimal HMAC-SHA1 of the body; its key is the whole text of the token, with its `whsec_`.',
    'Or use a library of Standard Webhooks with the same token: `webhook-signature` holds `v1,` and the base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body, joined by full stops; its key is what the token spells in base64 after its `whsec_`. Compare in constant time, accept any one of several signatures, and refuse a timestamp that is more than five minutes away.',
    'After `POST /webhooks/{webhook_id}/rotate`, and until the overlap ends, `webhook-signature` carries signatures of the new and of the old token, and `X-Signature` is made with the old one. Change the token in between, and nothing is refused, as long as a receiver of `X-Signature` accepts either token during the overlap.',
    'In JavaScript, for Node; names of `headers` are in small letters, and `body` is a Buffer. Either function is enough:',
    `\`\`\`js\n${verifyingNotifications}\`\`\``,
  ],
  [
    'Proving that nothing is missing',
    '`webhook-sequence` counts the notifications of a webhook: 1, 2, 3, … without a gap. A number that is missing for more than a moment is a notification that was not acknowledged yet, or was given up: it keeps its number, and so does every resend.',
    '`GET /events` lists everything that webhooks are told of, with the same payload, in one order that never changes, at most a second behind. Keep the `id` of the last one, ask again with `after`, and work on those whose `id` no notification brought you in `webhook-event-id`. It is complete also for a webhook that was disabled, or registered later.',
  ],
  [
    'When a notification does not arrive',
    '`GET /events/{event_id}` says of every webhook of this interface whether it was told of an event, and otherwise why not. `GET /webhooks/{webhook_id}/attempts` lists what was tried, how long each step took and what came back. Both are kept for 30 days.',
    '`POST /webhooks/{webhook_id}/doctor` calls your endpoint and says what is wrong with its name, its address, its connection, its certificate, its answer or its clock, and what to do. Answer its test with a header `X-Signature` that holds the signature you computed, or with the hexadecimal one in the body, and it is compared with ours. `POST /webhooks/{webhook_id}/test` sends a test notification as any other is sent: its `resource_type` is `test`, its `action` `webhook.test`, and it names no resource of yours.',
    '`POST /webhooks/{webhook_id}/resend` sends again one notification, a range, or with `failed` all that failed: after an outage of yours it sends at once what was given up and what waits for its next attempt, with `from` and `to` only what became due between them. It uses up none of the five attempts. When an endpoint has failed three times in a row for five minutes, or a notification was given up, the administrators of the account are mailed, at most once an hour.',
    'A webhook is never disabled for failing, but its endpoint is left alone for a while: after 10 failures in a row, or 3 over 20 seconds where it hangs, its notifications wait, and one at a time tries it, after a pause of 10 seconds, then of twice as long each time, up to 5 minutes. Once one is acknowledged the others follow. So a notification has at most five attempts, all within 12 hours, and after a long outage what waited may end as `window_over` after fewer, or none. The pause is of the webhook, for both environments together: if failures in the sandbox must never delay live notifications, register two webhooks, under two URLs.',
  ],
  [
    'Errors',
    'Every error has an `error` object with an `id` (equal to the header `X-Request-Id`), a `type` and a `message`; validation errors have `fields`, which maps each field to its messages. A method that a resource does not have is answered 405 with the header `Allow`.',
  ],
  [
    'Live and test keys of one account',
    'A webhook belongs to the account, whichever key registered it. Live notifications begin once a live key has registered or updated it; from then on a test key cannot change or delete it, nor rotate its secret. If a test key was told the secret before, rotate it with a live key. The clock of test data moves forward only, at most 100 years ahead of the real one, and a test report completes only after the form.',
  ],
  [
    'Limits',
    'The sandbox takes 100 requests in 10 minutes, then refuses all for one minute with 429; live requests are limited to 600 a minute and key unless the operator sets another limit. Results documents are limited as live requests are, for each check. A body has at most 1 MiB, 1,000 parameters and 8 levels; an applicant at most 32,768 characters in all, the tags of a check 10,000; an account at most 100 webhooks. Order numbers grow, but have holes.',
  ],
  [
    'Changes',
    'Nothing is removed within v2. What will be is announced by the headers `Deprecation` and `Sunset` 12 months ahead. New attributes may be added: ignore those you do not know.',
  ],
];

/** Markdown with a heading per section. */
export const guide = sections.flatMap(([title, ...paragraphs]) => [`## ${title}`, ...paragraphs]).join('\n\n');
