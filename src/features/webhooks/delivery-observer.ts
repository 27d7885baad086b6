// What a delivery worker tells for figures: what an attempt came to, and what became of a delivery; of tests nothing.
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
