// Reads what became of one event: for every webhook of the account whether it was notified, and otherwise why not.
import type { Caller, Ctx } from '../../context.ts';
import { type ListedEvent, readEvent } from '../events/event-list-actions.ts';
import { findAttemptsOfDeliveries, type ListedAttempt } from './attempt-queries.ts';
import { type EventDeliveryRow, findEventDeliveryRows } from './event-delivery-queries.ts';
import { type DeliveryProgress, type EventOutcome, eventOutcomeOf } from './event-delivery-rules.ts';

export interface EventAtWebhook {
  readonly webhookId: string;
  readonly url: string;
  readonly outcome: EventOutcome;
  readonly deliveryId: string | null;
  readonly sequence: number | null;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  /** Oldest first. */
  readonly attempts: readonly ListedAttempt[];
}

export interface EventDeliveries {
  readonly event: ListedEvent;
  readonly webhooks: readonly EventAtWebhook[];
}

function deliveryOf(row: EventDeliveryRow): DeliveryProgress | null {
  const { status, attempts, reason, isUnderWay, waitsForEarlier, pausedUntil } = row;
  if (status === null || attempts === null) return null;
  return { status, attempts, reason, isUnderWay, waitsForEarlier, pausedUntil };
}

export async function readEventDeliveries(ctx: Ctx, tenant: Caller, eventId: string): Promise<EventDeliveries> {
  const event = await readEvent(ctx, tenant, eventId);
  const rows = await findEventDeliveryRows(ctx.db, tenant, event);
  const deliveryIds = rows.flatMap(({ deliveryId }) => (deliveryId === null ? [] : [deliveryId]));
  const attempts = Map.groupBy(await findAttemptsOfDeliveries(ctx.db, tenant, deliveryIds), (one) => one.deliveryId);
  const webhooks = rows.map((row): EventAtWebhook => {
    const { webhookId, url, deliveryId, sequence, nextAttemptAt, finishedAt, registeredAt, now } = row;
    const wantedThen = row.wantedThen ?? row.wantedNow;
    const outcome = eventOutcomeOf({ event, registeredAt, wantedThen, delivery: deliveryOf(row), now });
    const made = attempts.get(deliveryId ?? '') ?? [];
    return { webhookId, url, outcome, deliveryId, sequence, nextAttemptAt, finishedAt, attempts: made };
  });
  return { event, webhooks };
}
