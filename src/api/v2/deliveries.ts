// What was sent to a webhook, on the wire of interface v2 (ours): its attempts, sending again, a test, the doctor.
import { attemptOutcomes, listAttempts } from '../../features/webhooks/attempt-actions.ts';
import { type ResendFilter, resendNotifications } from '../../features/webhooks/resend-actions.ts';
import { parseInstant } from '../../lib/dates.ts';
import { type ApiCall, argumentsOf, ok, queryOf } from '../shared/route.ts';
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
  timestamp,
} from '../shared/schemas.ts';
import { AttemptReply, presentAttempt } from './attempts.ts';
import { listed, pageOf, type V2Route } from './route.ts';

const AttemptsQuery = Type.Object({
  outcome: optional(oneOf(attemptOutcomes, { description: 'Only attempts that ended so.', examples: ['failed'] })),
});
const AttemptList = Type.Object(
  { attempts: listOf(AttemptReply, { description: 'Attempts, newest first.' }) },
  { title: 'AttemptList', description: 'Attempts at an endpoint.' },
);

const Resend = Type.Object(
  {
    event_id: optional(id('One: the event that it tells of.')),
    delivery_id: optional(id('One: what webhook-id said.')),
    from: optional(timestamp('A range: due at this time or later.')),
    to: optional(timestamp('A range: due before this time.')),
    after: optional(id('A range: events after this one, in the order of `GET /events`.')),
    failed: optional(flag({ description: 'Only what was given up.', examples: [true] })),
  },
  {
    title: 'ResendNotifications',
    description: 'Which notifications are sent again: all that is given must hold, and something must be given.',
    examples: [{ failed: true }],
  },
);
const ResentReply = Type.Object(
  {
    resent: integer({ description: 'How many are being sent again.', examples: [3] }),
    has_more: flag({
      description: 'Whether there may be more: 10,000 are sent again at once. Go on with `after` the last event.',
      examples: [false],
    }),
    last_event_id: nullableText({
      description: 'The event of the last one; null where none was.',
      examples: [exampleId],
    }),
  },
  { title: 'ResentNotifications', description: 'What is being sent again.' },
);

function resendFilter(call: ApiCall): ResendFilter {
  const { event_id: eventId, delivery_id: deliveryId, from, to, after, failed } = argumentsOf(call, Resend);
  return { eventId, deliveryId, after, failed, from: parseInstant(from ?? ''), to: parseInstant(to ?? '') };
}

const about = { tag: 'Deliveries' } as const;

export const deliveryRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'GET',
    url: '/webhooks/:webhook_id/attempts',
    operationId: 'listAttempts',
    summary: 'List the attempts at an endpoint',
    description: 'Of the environment of the key. Kept for 30 days after the notification was finished.',
    pages: 'always',
    query: AttemptsQuery,
    status: 200,
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
    summary: 'Send notifications again',
    description:
      'With the same identifier and bytes, once, whatever their age and besides the attempts that follow by themselves.',
    body: Resend,
    status: 200,
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
];
