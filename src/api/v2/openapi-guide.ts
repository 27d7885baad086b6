// What holds for all operations of interface v2, in words: the description of the OpenAPI document.

/** By tag, as routes carry them. */
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
    'Send your key with every request, over HTTPS, in the header `Authorization`: as it is, as `Token token=KEY` or as `Bearer KEY`. A live key works under `/vftapi/v2`, a test key under `/vft-staging/v2`. Test data is kept apart from live data, costs nothing, and moves only on request.',
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
    'Errors',
    'Every error has an `error` object with an `id` (equal to the header `X-Request-Id`), a `type` and a `message`; validation errors have `fields`, which maps each field to its messages. A method that a resource does not have is answered 405 with the header `Allow`.',
  ],
  [
    'Limits',
    'The sandbox takes 100 requests in 10 minutes, then refuses all for one minute with 429; live requests are limited to 600 a minute and key unless the operator sets another limit. A body has at most 1 MiB, 1,000 parameters and 8 levels.',
  ],
  [
    'Changes',
    'Nothing is removed within v2. What will be is announced by the headers `Deprecation` and `Sunset` 12 months ahead. New attributes may be added: ignore those you do not know.',
  ],
];

/** Markdown: a heading for each section, and `code`. */
export const guide = sections.flatMap(([title, ...paragraphs]) => [`## ${title}`, ...paragraphs]).join('\n\n');
