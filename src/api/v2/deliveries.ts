// Deliveries to a webhook in interface v2 (ours): attempts, resends, tests, the doctor.
import { attemptOutcomes, listAttempts } from '../../features/webhooks/attempt-actions.ts';
import { examineEndpoint } from '../../features/webhooks/endpoint-doctor.ts';
import { findingStatuses, findingSubjects, worstOf } from '../../features/webhooks/endpoint-finding-rules.ts';
import { failedKinds, type ResendFilter, resendNotifications } from '../../features/webhooks/resend-actions.ts';
import { longestWaitSeconds, sendTest } from '../../features/webhooks/test-delivery-actions.ts';
import { parseInstant } from '../../lib/dates.ts';
import { type ApiCall, argumentsOf, created, ok, queryOf } from '../shared/route.ts';
import {
  exampleId,
  flag,
  id,
  integer,
  listOf,
  nullableText,
  oneOf,
  optional,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { AttemptReply, presentAttempt } from './attempts.ts';
import { testFormat } from './notification-format.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const AttemptsQuery = Type.Object({
  outcome: optional(oneOf(attemptOutcomes, { description: 'Only attempts with this outcome.', examples: ['failed'] })),
});
const AttemptList = Type.Object(
  { attempts: listOf(AttemptReply, { description: 'Attempts, newest first.' }) },
  { title: 'AttemptList', description: 'Attempts at an endpoint.' },
);

const Resend = Type.Object(
  {
    event_id: optional(id('One notification: its event.')),
    delivery_id: optional(id('One notification: its webhook-id.')),
    from: optional(timestamp('A range: due at this time or later.')),
    to: optional(timestamp('A range: due before this time.')),
    after: optional(id('A range: events after this one, in the order of `GET /events`.')),
    failed: optional(
      flag({
        description:
          'Only failed notifications: those given up (after five attempts, after 12 hours without an acknowledgement, or because they were no longer wanted), and those that wait for their next attempt.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'ResendNotifications',
    description: 'The notifications to send again: all given conditions must hold, and at least one must be given.',
    examples: [{ failed: true }],
  },
);
const ResentReply = Type.Object(
  {
    resent: integer({ description: 'Number of notifications that are sent again.', examples: [3] }),
    has_more: flag({
      description:
        'Whether there may be more: at most 10,000 are sent again at once. Continue with `after` the last event.',
      examples: [false],
    }),
    last_event_id: nullableText({
      description: 'The event of the last notification; null if there was none.',
      examples: [exampleId],
    }),
  },
  { title: 'ResentNotifications', description: 'The notifications that are sent again.' },
);

const SendTest = Type.Object(
  {
    wait_seconds: optional(
      integer(
        {
          description: `Maximum time to wait for the result; ${longestWaitSeconds} seconds by default.`,
          examples: [1],
        },
        { minimum: 0, maximum: longestWaitSeconds },
      ),
    ),
  },
  { title: 'SendTest', description: 'Options of the test.' },
);
const TestReply = Type.Object(
  {
    delivery_id: id('Identifier of the test, equal to webhook-id.'),
    attempt: optional(AttemptReply),
  },
  {
    title: 'TestNotification',
    description: 'A test, with its attempt if it was made within the time; otherwise read the attempts a little later.',
  },
);

const FindingReply = Type.Object(
  {
    subject: oneOf(findingSubjects, { description: 'Subject of the finding.', examples: ['certificate'] }),
    status: oneOf(findingStatuses, {
      description: 'State; `unknown` if nothing could be compared.',
      examples: ['warning'],
    }),
    seen: text({
      description: 'What the doctor saw.',
      examples: ['TLSv1.3, with a trusted certificate from Example Authority that expires in 9 days.'],
    }),
    fix: nullableText({
      description: 'What to do; null if nothing needs to be done.',
      examples: ['Renew it before it expires.'],
    }),
  },
  { title: 'Finding', description: 'A finding of the doctor.' },
);
const FindingsReply = Type.Object(
  {
    status: oneOf(findingStatuses, { description: 'The worst finding.', examples: ['warning'] }),
    findings: listOf(FindingReply, { description: 'Findings in the order of a call, up to the step that failed.' }),
  },
  { title: 'EndpointFindings', description: 'The state of an endpoint.' },
);

const examine = (call: ApiCall) =>
  examineEndpoint(call.ctx, call.caller, call.params.webhook_id!, testFormat(call.ctx.settings.baseUrl));

function resendFilter(call: ApiCall): ResendFilter {
  const { event_id: eventId, delivery_id: deliveryId, from, to, after, failed } = argumentsOf<typeof Resend>(call);
  return {
    eventId,
    deliveryId,
    after,
    failed: failed === true ? failedKinds : undefined,
    from: parseInstant(from ?? ''),
    to: parseInstant(to ?? ''),
  };
}

const about = { tag: 'Deliveries' } as const;

export const deliveryRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'GET',
    url: '/webhooks/:webhook_id/attempts',
    operationId: 'listAttempts',
    permission: 'read_webhooks',
    summary: 'List the attempts at an endpoint',
    description: 'Attempts in the environment of the key, kept for 30 days after the notification has finished.',
    pages: 'always',
    query: AttemptsQuery,
    answer: AttemptList,
    async handle(call) {
      const page = pageOf(call);
      const { outcome } = queryOf(call, AttemptsQuery);
      const webhookId = call.params.webhook_id!;
      const { total, attempts } = await listAttempts(call.ctx, call.caller, { webhookId, outcome, page });
      return listed(call, 'attempts', attempts.map(presentAttempt), page, total);
    },
  },
  {
    ...about,
    method: 'POST',
    url: '/webhooks/:webhook_id/resend',
    operationId: 'resendNotifications',
    permission: 'send_notifications',
    summary: 'Send notifications again',
    description:
      'Sends with the same identifier and bytes, once, at any age, in addition to the planned attempts. With `failed`, only notifications that were given up or wait for their next attempt, which stays planned; a range without it sends everything again, delivered or not. Notifications that are being sent at this moment, or are due for an earlier request like this one, are left out. A test cannot be sent again: send another.',
    body: Resend,
    answer: ResentReply,
    async handle(call) {
      const { count, hasMore, lastEventId } = await resendNotifications(
        call.ctx,
        call.caller,
        call.params.webhook_id!,
        resendFilter(call),
      );
      return ok({ resent: count, has_more: hasMore, last_event_id: lastEventId });
    },
  },
  {
    ...about,
    method: 'POST',
    url: '/webhooks/:webhook_id/test',
    operationId: 'testWebhook',
    permission: 'send_notifications',
    summary: 'Send a test notification',
    description:
      'Signed and sent like every notification, once, whatever the webhook subscribes to, also while it is disabled. With an Idempotency-Key the answer comes at once, without the result.',
    body: SendTest,
    status: 201,
    answer: TestReply,
    async handle(call) {
      const { wait_seconds: waitSeconds = longestWaitSeconds } = argumentsOf<typeof SendTest>(call);
      const { deliveryId, attempt } = await sendTest(call.ctx, call.caller, {
        webhookId: call.params.webhook_id!,
        waitSeconds,
        format: testFormat(call.ctx.settings.baseUrl),
      });
      return created({ delivery_id: deliveryId, ...(attempt === null ? {} : { attempt: presentAttempt(attempt) }) });
    },
  },
  {
    ...about,
    method: 'POST',
    url: '/webhooks/:webhook_id/doctor',
    operationId: 'examineWebhook',
    permission: 'send_notifications',
    summary: 'Examine an endpoint',
    description:
      'Checks its name, its address and its certificate, and calls it with a signed test notification; takes up to 18 seconds.',
    answer: FindingsReply,
    prepare: examine,
    async handle(call) {
      const findings = await examine(call);
      return ok({ status: worstOf(findings), findings });
    },
  },
];
