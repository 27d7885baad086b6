// What a delivery worker tells: a line of the log for each attempt, and for figures what it came to; of tests no figures.
import type { Log } from '../../platform/log.ts';
import type { Sent } from './delivery-attempt.ts';
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import type { EndReason } from './delivery-schedule.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import type { DeliveryFigures } from './endpoint-health-store.ts';

export interface DeliveryObserver {
  attempted(outcome: 'delivered' | 'retry' | 'given_up', seconds: number): void;
  delivered(): void;
  exhausted(reason: EndReason): void;
  tookOver(count: number): void;
  waiting(figures: DeliveryFigures): void;
}

/** @param totalMs of the attempt; undefined where it ended without one */
export function tellObserver(
  observer: DeliveryObserver | undefined,
  { eventId }: Pick<ClaimedDelivery, 'eventId'>,
  { status, reason, attempt }: DeliveryRecord,
  totalMs?: number,
): void {
  // Whoever tests an endpoint looks what comes of it: no news to the operator.
  if (eventId === null || observer === undefined) return;
  const acknowledged = attempt?.reason === null;
  if (totalMs !== undefined) {
    observer.attempted(status === 'due' ? 'retry' : acknowledged ? 'delivered' : 'given_up', totalMs / 1000);
  }
  if (acknowledged) observer.delivered();
  if (reason !== null) observer.exhausted(reason);
}

export function tellOfAttempt(
  log: Log,
  observer: DeliveryObserver | undefined,
  delivery: ClaimedDelivery,
  { record, result }: Sent,
): void {
  tellObserver(observer, delivery, record, result.timings.totalMs);
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
