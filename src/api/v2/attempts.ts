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
    'What webhook-sequence says: 1, 2, 3, … for the webhook, without a gap; null until it is first sent, and for a test.',
  examples: [42],
});

export const AttemptReply = Type.Object(
  {
    delivery_id: id('Identifier of the notification: what webhook-id says.'),
    event_id: nullableText({ description: 'The event that it tells of; null for a test.', examples: [exampleId] }),
    event_type: text({ description: 'What happened.', examples: ['report.completed'] }),
    sequence,
    number: integer({ description: 'From 1: which attempt of this notification.', examples: [1] }),
    manual: flag({ description: 'Whether it was asked for: a resend or a test.', examples: [false] }),
    started_at: timestamp('When it was started.'),
    outcome: oneOf(attemptOutcomes, { description: 'How it ended.', examples: ['failed'] }),
    status: nullableInteger({ description: 'Status of the answer; null where none came.', examples: [500] }),
    reason: nullableText({ description: 'Class of failure; null when acknowledged.', examples: ['not_acknowledged'] }),
    explanation: text({
      description: 'What that means, and what to do.',
      examples: ['The endpoint failed. Check its log for this time.'],
    }),
    answer: nullableText({
      description:
        "The first kilobyte of the answer; null where it had no body or none came, and from an address that only the operator's allow-list opens.",
      examples: ['Internal Server Error'],
    }),
    dns_ms: milliseconds('Until the name was resolved, in milliseconds.', 2),
    connect_ms: milliseconds('For the connection; null where one was kept from before.', 11),
    tls_ms: milliseconds('For the TLS handshake; null where a connection was kept.', 24),
    first_byte_ms: milliseconds('From the start to the status of the answer.', 93),
    total_ms: integer({ description: 'From the start to the end.', examples: [95] }),
    next_attempt_at: nullableTimestamp('When the next one follows; null where none does.'),
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
