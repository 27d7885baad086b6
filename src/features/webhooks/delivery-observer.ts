// Reports what a delivery worker does: a log line for each attempt, and metrics for all but test deliveries.
import type { Log } from '../../platform/log.ts';
import type { Sent } from './delivery-attempt.ts';
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import type { EndReason } from './delivery-schedule.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import type { DeliveryMetrics } from './endpoint-health-store.ts';

export interface DeliveryObserver {
  attempted(outcome: 'delivered' | 'retry' | 'given_up', seconds: number): void;
  delivered(): void;
  exhausted(reason: EndReason): void;
  tookOver(count: number): void;
  waiting(metrics: DeliveryMetrics): void;
}

/** @param totalMs of the attempt; undefined where the delivery ended without one */
export function observeRecord(
  observer: DeliveryObserver | undefined,
  { eventId }: Pick<ClaimedDelivery, 'eventId'>,
  { status, reason, attempt }: DeliveryRecord,
  totalMs?: number,
): void {
  // Whoever sends a test reads its result: the operator need not know of it.
  if (eventId === null || observer === undefined) return;
  const acknowledged = attempt?.reason === null;
  if (totalMs !== undefined) {
    observer.attempted(status === 'due' ? 'retry' : acknowledged ? 'delivered' : 'given_up', totalMs / 1000);
  }
  if (acknowledged) observer.delivered();
  if (reason !== null) observer.exhausted(reason);
}

export function observeAttempt(
  log: Log,
  observer: DeliveryObserver | undefined,
  delivery: ClaimedDelivery,
  { record, result }: Sent,
): void {
  observeRecord(observer, delivery, record, result.timings.totalMs);
  log.info('delivery attempt', {
    accountId: delivery.accountId,
    environment: delivery.environment,
    webhookId: delivery.webhookId,
    resourceId: delivery.id,
    attempt: delivery.attempts + 1,
    durationMs: Math.round(result.timings.totalMs),
    ...(result.outcome === 'answered' ? { status: result.status } : { reason: result.reason }),
  });
}
