// What a v1 webhook may be told: events are subscribed to, never unsubscribed from (decisions, Webhook); pure.
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
 * @param problems those found already: of events that could not be read nothing more is said
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

/** What goes out as X-Signature from now on: left out, or the hash itself said back, it stays (decisions, Webhook). */
export function tokenHashAfter(before: string | null, token: string | undefined): string | null {
  if (token === undefined || token.toLowerCase() === before) return before;
  return authorisationTokenHash(token);
}

/** As webhooks keep them: events of ours. */
export const storedEvents = (events: readonly OrderEventType[]): string[] =>
  events.flatMap((name) => [...orderEventTypes[name]]);

/** Said of a webhook by the events of ours that it keeps. */
export const eventsOfStored = (stored: readonly string[]): OrderWebhook['events'] =>
  orderEventNames.filter((name) => orderEventTypes[name].some((event) => stored.includes(event)));
