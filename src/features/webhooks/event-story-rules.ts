// What became of an event at one webhook, or why nothing did; pure.

/** What a webhook wanted at a time. */
export interface WantedThen {
  readonly enabled: boolean;
  readonly environments: readonly string[];
  readonly liveConfirmed: boolean;
  /** null: every event that notifies. */
  readonly events: readonly string[] | null;
}

interface StoryEvent {
  readonly type: string;
  readonly environment: 'live' | 'test';
  readonly recordedAt: Date;
}

export interface StoryDelivery {
  readonly status: 'due' | 'delivered' | 'exhausted';
  /** Why it is exhausted, else null. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly isUnderWay: boolean;
  /** An earlier notification of the same check is not finished, and the webhook is ordered. */
  readonly waitsForEarlier: boolean;
  /** The endpoint failed so often that nothing is sent before this. */
  readonly pausedUntil: Date | null;
}

export interface StoryFacts {
  readonly event: StoryEvent;
  readonly registeredAt: Date;
  readonly wantedThen: WantedThen;
  readonly delivery: StoryDelivery | null;
  /** On the database's clock. */
  readonly now: Date;
}

const catchUp = 'Read what it missed with GET /events.';

/** Every outcome with what it means and what to do. */
export const storyOutcomes = {
  delivered: 'The endpoint acknowledged it.',
  sending: 'It is being sent at this moment.',
  due: 'It is about to be sent.',
  retrying: 'No attempt was acknowledged yet; another one follows by itself.',
  behind_earlier:
    'The webhook is ordered, and an earlier notification of the same check is not finished: that one comes first.',
  paused:
    'The endpoint failed so often that nothing is sent for a while; it goes on by itself. POST /webhooks/{id}/doctor says what is wrong.',
  attempts_used: 'No attempt was acknowledged. Mend the endpoint, then send it again with POST /webhooks/{id}/resend.',
  window_over: 'Twelve hours went by without an acknowledgement. Send it again with POST /webhooks/{id}/resend.',
  webhook_disabled:
    'The webhook was disabled before it was acknowledged. Enable it, then send it again with POST /webhooks/{id}/resend.',
  environment_removed:
    'The webhook no longer wanted this environment when it was to be sent. Add it, then send it again with POST /webhooks/{id}/resend.',
  resend_failed: 'It was sent again on request and not acknowledged. Mend the endpoint, then send it again.',
  registered_later: `The webhook was registered after this event. ${catchUp}`,
  disabled: `The webhook was disabled when this happened. ${catchUp}`,
  other_environment: `The webhook did not ask for this environment when this happened. ${catchUp}`,
  live_not_confirmed: `Live notifications were named with a test key only: update the webhook with a live key. ${catchUp}`,
  not_subscribed: 'The webhook did not subscribe to this event when it happened. Add it to its events.',
  history_removed: 'It was finished more than 30 days ago, and its history is gone.',
} as const;

export type StoryOutcome = keyof typeof storyOutcomes;

/** Of what was to be sent. */
export type DeliveryOutcome = Exclude<StoryOutcome, ReturnType<typeof whyNone>>;

/** Attempts and finished deliveries are kept this long (ours). */
export const historyDays = 30;
const DAY = 86_400_000;

export function storyOutcomeOf(facts: StoryFacts): StoryOutcome {
  return facts.delivery === null ? whyNone(facts) : deliveryOutcomeOf(facts.delivery, facts.now);
}

/** @param now on the database's clock */
export function deliveryOutcomeOf(delivery: StoryDelivery, now: Date): DeliveryOutcome {
  if (delivery.status === 'delivered') return 'delivered';
  if (delivery.status === 'exhausted') return (delivery.reason as DeliveryOutcome | null) ?? 'attempts_used';
  if (delivery.isUnderWay) return 'sending';
  if (delivery.pausedUntil !== null && delivery.pausedUntil > now) return 'paused';
  if (delivery.waitsForEarlier) return 'behind_earlier';
  return delivery.attempts === 0 ? 'due' : 'retrying';
}

function whyNone({ event, registeredAt, wantedThen, now }: StoryFacts) {
  if (registeredAt > event.recordedAt) return 'registered_later';
  if (!wantedThen.enabled) return 'disabled';
  if (!wantedThen.environments.includes(event.environment)) return 'other_environment';
  if (event.environment === 'live' && !wantedThen.liveConfirmed) return 'live_not_confirmed';
  if (wantedThen.events !== null && !wantedThen.events.includes(event.type)) return 'not_subscribed';
  const isOld = now.getTime() - event.recordedAt.getTime() > historyDays * DAY;
  // Registered in a transaction that ended after the event's, although it began before.
  return isOld ? 'history_removed' : 'registered_later';
}
