// Events in interface v2 (ours): the events that webhooks were sent, complete and in order, and the history of each.
import { type ListedEvent, listEvents } from '../../features/events/event-list-actions.ts';
import {
  type EventAtWebhook,
  type EventDeliveries,
  readEventDeliveries,
} from '../../features/webhooks/event-delivery-actions.ts';
import { eventOutcomes } from '../../features/webhooks/event-delivery-rules.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { type ApiCall, ok, queryOf } from '../shared/route.ts';
import {
  exampleId,
  flag,
  id,
  integer,
  listOf,
  nullableText,
  nullableTimestamp,
  oneOf,
  optional,
  type Static,
  Type,
  text,
  timestamp,
} from '../shared/schemas.ts';
import { AttemptReply, presentAttempt, sequence } from './attempts.ts';
import { Payload, presentNotification } from './notification-format.ts';
import type { V2Route } from './route.ts';

const usualLimit = 100;
const EventsQuery = Type.Object({
  after: optional(id('The last event that you have; without it the list starts with the first event.')),
  limit: optional(
    integer(
      { description: `Maximum number of events; ${usualLimit} by default.`, examples: [100] },
      { minimum: 1, maximum: 500 },
    ),
  ),
});

const eventProperties = {
  id: id('Identifier of the event.'),
  created_at: timestamp('When it was stored, and its notifications became due.'),
  payload: Payload,
};
const EventReply = Type.Object(eventProperties, {
  title: 'Event',
  description: 'A change that webhooks are notified of, with the payload of its notifications.',
});
const EventList = Type.Object(
  {
    events: listOf(EventReply, { description: 'Events, oldest first.' }),
    has_more: flag({ description: 'Whether more events follow the last of these.', examples: [false] }),
  },
  { title: 'EventList', description: 'Events in the order in which they were sealed.' },
);

const outcomes = Object.keys(eventOutcomes) as (keyof typeof eventOutcomes)[];
const EventAtWebhookReply = Type.Object(
  {
    webhook_id: id('Identifier of the webhook.'),
    url: text({ description: 'Its current URL.', examples: ['https://example.com/notifications'] }),
    outcome: oneOf(outcomes, {
      description: 'What became of the event, or why there is no notification.',
      examples: ['delivered'],
    }),
    explanation: text({ description: 'Explanation, and what to do.', examples: [eventOutcomes.delivered] }),
    delivery_id: nullableText({
      description: 'Identifier of the notification, equal to webhook-id; null if there is none.',
      examples: [exampleId],
    }),
    sequence,
    attempts: listOf(AttemptReply, { description: 'Attempts so far, oldest first.' }),
    next_attempt_at: nullableTimestamp('When the next attempt follows; null if none does.'),
    finished_at: nullableTimestamp('When it was delivered or given up; null before.'),
  },
  { title: 'EventAtWebhook', description: 'What became of an event at one webhook.' },
);
const EventDeliveriesReply = Type.Object(
  {
    ...eventProperties,
    webhooks: listOf(EventAtWebhookReply, { description: 'Every webhook of interface v2 in the account.' }),
  },
  { title: 'EventDeliveries', description: 'An event, and what became of it at every webhook of interface v2.' },
);

const timestampOf = (at: Date | null) => (at === null ? null : toTimestamp(at));

function presentEventAtWebhook(story: EventAtWebhook): Static<typeof EventAtWebhookReply> {
  return {
    webhook_id: story.webhookId,
    url: story.url,
    outcome: story.outcome,
    explanation: eventOutcomes[story.outcome],
    delivery_id: story.deliveryId,
    sequence: story.sequence,
    attempts: story.attempts.map(presentAttempt),
    next_attempt_at: timestampOf(story.nextAttemptAt),
    finished_at: timestampOf(story.finishedAt),
  };
}

const presentEventDeliveries = (
  call: ApiCall,
  { event, webhooks }: EventDeliveries,
): Static<typeof EventDeliveriesReply> => ({
  ...presentEvent(call, event),
  webhooks: webhooks.map(presentEventAtWebhook),
});

function presentEvent(call: ApiCall, event: ListedEvent): Static<typeof EventReply> {
  return {
    id: event.id,
    created_at: toTimestamp(event.recordedAt),
    ...presentNotification(call.ctx.settings.baseUrl, event),
  };
}

const about = { tag: 'Events' } as const;

export const eventRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'GET',
    url: '/events',
    operationId: 'listEvents',
    permission: 'read_checks',
    summary: 'List events to catch up',
    description:
      'All events of the environment that notify webhooks, whatever these subscribe to. Complete and always in the same order; at most a second behind. Continue with `after` the last one.',
    query: EventsQuery,
    refusals: ['invalid_fields'],
    answer: EventList,
    async handle(call) {
      const { after, limit = usualLimit } = queryOf(call, EventsQuery);
      const { events, hasMore } = await listEvents(call.ctx, call.caller, { after, limit });
      return ok({ events: events.map((event) => presentEvent(call, event)), has_more: hasMore });
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/events/:event_id',
    operationId: 'readEvent',
    permission: 'read_webhooks',
    summary: 'Read the history of an event',
    description:
      'The event, and for every webhook of interface v2 whether it was notified, or why not. The portal shows the notifications of interface v1.',
    answer: EventDeliveriesReply,
    handle: async (call) =>
      ok(presentEventDeliveries(call, await readEventDeliveries(call.ctx, call.caller, call.params.event_id!))),
  },
];
