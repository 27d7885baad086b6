// Decides the outcome of an event at one webhook: the state of its delivery, or why it has none; pure.

/** A webhook's subscription at the time of an event. */
export interface WantedThen {
  readonly enabled: boolean;
  readonly environments: readonly string[];
  readonly liveConfirmed: boolean;
  /** null: every event that notifies. */
  readonly events: readonly string[] | null;
}

interface OutcomeEvent {
  readonly type: string;
  readonly environment: 'live' | 'test';
  readonly recordedAt: Date;
}

export interface DeliveryProgress {
  readonly status: 'due' | 'delivered' | 'exhausted';
  /** Why it is exhausted, else null. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly isUnderWay: boolean;
  /** Whether the webhook is ordered and an earlier notification of the same check is not finished. */
  readonly waitsForEarlier: boolean;
  /** Nothing is sent before this, because the endpoint has failed too often. */
  readonly pausedUntil: Date | null;
}

export interface EventOutcomeFacts {
  readonly event: OutcomeEvent;
  readonly registeredAt: Date;
  readonly wantedThen: WantedThen;
  readonly delivery: DeliveryProgress | null;
  /** On the database's clock. */
  readonly now: Date;
}

const catchUp = 'GET /events has the events that it missed.';

/** Every outcome, with what it means and what to do. */
export const eventOutcomes = {
  delivered: 'The endpoint acknowledged it.',
  sending: 'It is being sent now.',
  due: 'It is about to be sent.',
  retrying: 'No attempt was acknowledged yet; another attempt follows automatically.',
  behind_earlier:
    'It waits because the webhook is ordered and an earlier notification of the same check is not finished.',
  paused:
    'Sending is paused because the endpoint failed repeatedly; it resumes automatically. POST /webhooks/{id}/doctor says what is wrong.',
  attempts_used: 'No attempt was acknowledged. Fix the endpoint, then resend it with POST /webhooks/{id}/resend.',
  window_over: 'It was not acknowledged within twelve hours. Resend it with POST /webhooks/{id}/resend.',
  webhook_disabled:
    'The webhook was disabled before it was acknowledged. Enable the webhook, then resend it with POST /webhooks/{id}/resend.',
  environment_removed:
    'The environment was removed from the webhook before it was sent. Add the environment, then resend it with POST /webhooks/{id}/resend.',
  resend_failed: 'It was resent on request and not acknowledged. Fix the endpoint, then resend it.',
  registered_later: `The webhook was registered after this event. ${catchUp}`,
  disabled: `The webhook was disabled when this happened. ${catchUp}`,
  other_environment: `The webhook did not have this environment when this happened. ${catchUp}`,
  live_not_confirmed: `Only a test key has asked for live notifications: update the webhook with a live key. ${catchUp}`,
  not_subscribed: 'The webhook was not subscribed to this event when it happened. Add it to its events.',
  history_removed: 'It finished more than 30 days ago, and its history was deleted.',
} as const;

export type EventOutcome = keyof typeof eventOutcomes;

/** The outcomes of an event that has a delivery. */
export type DeliveryOutcome = Exclude<EventOutcome, ReturnType<typeof reasonNotDelivered>>;

/** Attempts and finished deliveries are kept this long (ours). */
export const historyDays = 30;
const DAY = 86_400_000;

export function eventOutcomeOf(facts: EventOutcomeFacts): EventOutcome {
  return facts.delivery === null ? reasonNotDelivered(facts) : deliveryOutcomeOf(facts.delivery, facts.now);
}

/** @param now on the database's clock */
export function deliveryOutcomeOf(delivery: DeliveryProgress, now: Date): DeliveryOutcome {
  if (delivery.status === 'delivered') return 'delivered';
  if (delivery.status === 'exhausted') return (delivery.reason as DeliveryOutcome | null) ?? 'attempts_used';
  if (delivery.isUnderWay) return 'sending';
  if (delivery.pausedUntil !== null && delivery.pausedUntil > now) return 'paused';
  if (delivery.waitsForEarlier) return 'behind_earlier';
  return delivery.attempts === 0 ? 'due' : 'retrying';
}

function reasonNotDelivered({ event, registeredAt, wantedThen, now }: EventOutcomeFacts) {
  if (registeredAt > event.recordedAt) return 'registered_later';
  if (!wantedThen.enabled) return 'disabled';
  if (!wantedThen.environments.includes(event.environment)) return 'other_environment';
  if (event.environment === 'live' && !wantedThen.liveConfirmed) return 'live_not_confirmed';
  if (wantedThen.events !== null && !wantedThen.events.includes(event.type)) return 'not_subscribed';
  const isOld = now.getTime() - event.recordedAt.getTime() > historyDays * DAY;
  // The webhook was registered in a transaction that began before the event's and committed after it.
  return isOld ? 'history_removed' : 'registered_later';
}
