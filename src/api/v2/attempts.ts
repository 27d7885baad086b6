// The wire schema and presenter of a delivery attempt in interface v2 (ours).

import { attemptOutcomes, type ListedAttempt } from '../../features/webhooks/attempt-actions.ts';
import { explainAttempt } from '../../features/webhooks/attempt-explanations.ts';
import { toTimestamp } from '../../lib/dates.ts';
import {
  exampleId,
  flag,
  id,
  integer,
  nullableInteger,
  nullableText,
  nullableTimestamp,
  oneOf,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { testAction } from './notification-format.ts';

const milliseconds = (what: string, example: number) => nullableInteger({ description: what, examples: [example] });

export const sequence = nullableInteger({
  description:
    'The number in webhook-sequence: 1, 2, 3, … for the webhook, without a gap; null until the notification is first sent, and for a test.',
  examples: [42],
});

export const AttemptReply = Type.Object(
  {
    delivery_id: id('Identifier of the notification, equal to webhook-id.'),
    event_id: nullableText({ description: 'The event of the notification; null for a test.', examples: [exampleId] }),
    event_type: text({ description: 'What happened.', examples: ['report.completed'] }),
    sequence,
    number: integer({ description: 'Number of this attempt, from 1.', examples: [1] }),
    manual: flag({ description: 'Whether somebody requested it: a resend or a test.', examples: [false] }),
    started_at: timestamp('Start of the attempt.'),
    outcome: oneOf(attemptOutcomes, { description: 'Outcome of the attempt.', examples: ['failed'] }),
    status: nullableInteger({ description: 'Status of the answer; null without an answer.', examples: [500] }),
    reason: nullableText({ description: 'Class of failure; null if acknowledged.', examples: ['not_acknowledged'] }),
    explanation: text({
      description: 'Explanation of the failure, and what to do.',
      examples: ['The endpoint failed. Check its log for this time.'],
    }),
    answer: nullableText({
      description:
        "The first kilobyte of the answer; null without a body or an answer, and from an address that only the operator's allow-list opens.",
      examples: ['Internal Server Error'],
    }),
    dns_ms: milliseconds('Time to resolve the name, in milliseconds.', 2),
    connect_ms: milliseconds('Time to connect; null if a kept connection was reused.', 11),
    tls_ms: milliseconds('Time of the TLS handshake; null if a kept connection was reused.', 24),
    first_byte_ms: milliseconds('Time from the start to the status of the answer.', 93),
    total_ms: integer({ description: 'Time from the start to the end.', examples: [95] }),
    next_attempt_at: nullableTimestamp('When the next attempt follows; null if none does.'),
  },
  { title: 'Attempt', description: 'One attempt to deliver a notification.' },
);

export function presentAttempt(attempt: ListedAttempt): Static<typeof AttemptReply> {
  return {
    delivery_id: attempt.deliveryId,
    event_id: attempt.eventId,
    event_type: attempt.eventType ?? testAction,
    sequence: attempt.sequence,
    number: attempt.number,
    manual: attempt.manual,
    started_at: toTimestamp(attempt.startedAt),
    outcome: attempt.reason === null ? 'acknowledged' : 'failed',
    status: attempt.status,
    reason: attempt.reason,
    explanation: explainAttempt(attempt.reason, attempt.status),
    answer: attempt.answer,
    dns_ms: attempt.dnsMs,
    connect_ms: attempt.connectMs,
    tls_ms: attempt.tlsMs,
    first_byte_ms: attempt.firstByteMs,
    total_ms: attempt.totalMs,
    next_attempt_at: attempt.nextAttemptAt === null ? null : toTimestamp(attempt.nextAttemptAt),
  };
}
