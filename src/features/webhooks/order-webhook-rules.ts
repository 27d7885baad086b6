// Rules of a v1 webhook's arguments: events can be subscribed to but not unsubscribed from (decisions, Webhook); pure.
import { hash } from 'node:crypto';
import { Problems } from '../../lib/refusal.ts';
import { type OrderEventType, orderEventNames, orderEventTypes } from './order-event-types.ts';
import type { OrderWebhook, OrderWebhookArguments } from './order-webhook.ts';

/** In the order of the list of event types. */
export function subscribedEvents(given: Pick<OrderWebhookArguments, 'events'>): OrderEventType[] {
  return orderEventNames.filter((name) => given.events.some((one) => one.eventType === name && one.eventSubscribed));
}

/**
 * @param before what the webhook is subscribed to already
 * @param problems those found already: unreadable events are not checked further
 */
export function orderWebhookProblems(
  given: Pick<OrderWebhookArguments, 'events'>,
  before: readonly OrderEventType[],
  problems = new Problems(),
): Problems {
  if (Object.keys(problems.fields).some((path) => path.startsWith('events'))) return problems;
  const subscribed = subscribedEvents(given);
  given.events.forEach(({ eventType }, index) => {
    const first = given.events.findIndex((one) => one.eventType === eventType);
    if (first !== index) problems.add(`events[${index}].eventType`, `is listed twice: ${eventType}`);
  });
  if (subscribed.length === 0) problems.add('events', "can't be blank: subscribe to at least one");
  const dropped = before.filter((name) => !subscribed.includes(name));
  for (const name of dropped) {
    problems.add('events', `must keep ${name}: delete the webhook instead, events cannot be unsubscribed from`);
  }
  return problems;
}

/** What is stored, shown and sent for a v1 authorisationToken (interface, Webhook v1). */
export function authorisationTokenHash(token: string): string {
  return hash('sha1', token, 'hex');
}

/** The hash that is sent as X-Signature from now on; it stays if the token is omitted or is the hash itself (decisions, Webhook). */
export function tokenHashAfter(before: string | null, token: string | undefined): string | null {
  if (token === undefined || token.toLowerCase() === before) return before;
  return authorisationTokenHash(token);
}

/** Our event types, as webhooks store them. */
export const storedEvents = (events: readonly OrderEventType[]): string[] =>
  events.flatMap((name) => [...orderEventTypes[name]]);

/** The v1 event types of a webhook, from our stored types. */
export const eventsOfStored = (stored: readonly string[]): OrderWebhook['events'] =>
  orderEventNames.filter((name) => orderEventTypes[name].some((event) => stored.includes(event)));
