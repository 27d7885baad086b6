// Tells the story of one event: for every webhook of the account whether it got it, and otherwise why not.
import type { Ctx, Tenant } from '../../context.ts';
import { type ListedEvent, readEvent } from '../events/event-list-actions.ts';
import { findAttemptsOfDeliveries, type ListedAttempt } from './attempt-queries.ts';
import { findStoryRows, type StoryRow } from './event-story-queries.ts';
import { type StoryDelivery, type StoryOutcome, storyOutcomeOf } from './event-story-rules.ts';

export interface WebhookStory {
  readonly webhookId: string;
  readonly url: string;
  readonly outcome: StoryOutcome;
  readonly deliveryId: string | null;
  readonly sequence: number | null;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  /** Oldest first. */
  readonly attempts: readonly ListedAttempt[];
}

export interface EventStory {
  readonly event: ListedEvent;
  readonly webhooks: readonly WebhookStory[];
}

function deliveryOf(row: StoryRow): StoryDelivery | null {
  const { status, attempts, reason, isUnderWay, waitsForEarlier, pausedUntil } = row;
  if (status === null || attempts === null) return null;
  return { status, attempts, reason, isUnderWay, waitsForEarlier, pausedUntil };
}

export async function readEventStory(ctx: Ctx, tenant: Tenant, eventId: string): Promise<EventStory> {
  const event = await readEvent(ctx, tenant, eventId);
  const rows = await findStoryRows(ctx.db, tenant, event);
  const deliveryIds = rows.flatMap(({ deliveryId }) => (deliveryId === null ? [] : [deliveryId]));
  const attempts = Map.groupBy(await findAttemptsOfDeliveries(ctx.db, tenant, deliveryIds), (one) => one.deliveryId);
  const webhooks = rows.map((row): WebhookStory => {
    const { webhookId, url, deliveryId, sequence, nextAttemptAt, finishedAt, registeredAt, now } = row;
    const wantedThen = row.wantedThen ?? row.wantedNow;
    const outcome = storyOutcomeOf({ event, registeredAt, wantedThen, delivery: deliveryOf(row), now });
    const made = attempts.get(deliveryId ?? '') ?? [];
    return { webhookId, url, outcome, deliveryId, sequence, nextAttemptAt, finishedAt, attempts: made };
  });
  return { event, webhooks };
}
