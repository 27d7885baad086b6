// Makes up how notifications of the past went, for the history of a demo: nothing is sent.
import type { Ctx, Tenant } from '../../context.ts';
import { afterAttempt } from './delivery-schedule.ts';
import type { AttemptRow } from './delivery-store.ts';
import { updateHealth } from './endpoint-health-store.ts';
import type { NotificationFormats } from './notification-format.ts';
import { findUntried, insertPast, type PastDelivery, type UntriedDelivery } from './past-delivery-store.ts';

export interface PastReceivers {
  readonly formats: NotificationFormats;
  readonly now: Date;
  /** Whether the receiver acknowledged then. */
  acknowledged(webhookId: string, at: Date): boolean;
}

const answered = (startedAt: Date, acknowledged: boolean, nth: number): AttemptRow => ({
  ...{ startedAt, dnsMs: 1, connectMs: 2 + (nth % 3), tlsMs: 6 + (nth % 5) },
  ...{ firstByteMs: 40 + ((nth * 13) % 70), totalMs: 42 + ((nth * 13) % 70) },
  ...(acknowledged
    ? { status: 204, reason: null, answer: '' }
    : { status: 503, reason: 'not_acknowledged', answer: 'Service Unavailable' }),
});

/** As the schedule of resends has it, up to now. */
function pastOf(delivery: UntriedDelivery, nth: number, receivers: PastReceivers): PastDelivery {
  const attempts: AttemptRow[] = [];
  const made = { delivery, body: receivers.formats[delivery.interface](delivery), attempts };
  for (let at = new Date(delivery.occurredAt.getTime() + 400); ; ) {
    const attempt = answered(at, receivers.acknowledged(delivery.webhookId, at), nth);
    attempts.push(attempt);
    const decision = afterAttempt({
      ...{ number: attempts.length, startedAt: at, endedAt: new Date(at.getTime() + attempt.totalMs) },
      ...{ createdAt: delivery.occurredAt, random: (nth % 10) / 10 },
      outcome: { kind: 'answered', status: attempt.status!, retryAfter: null },
    });
    if (decision.kind === 'delivered') return { ...made, status: 'delivered', reason: null, dueAt: null };
    if (decision.kind === 'exhausted') return { ...made, status: 'exhausted', reason: decision.reason, dueAt: null };
    if (decision.at > receivers.now) return { ...made, status: 'due', reason: null, dueAt: decision.at };
    at = decision.at;
  }
}

/** Of every delivery of these webhooks that was never tried. Inside the transaction that stored their events. */
export async function recordPastDeliveries(
  tx: Ctx,
  tenant: Tenant,
  webhookIds: readonly string[],
  receivers: PastReceivers,
): Promise<void> {
  const untried = await findUntried(tx.db, tenant, webhookIds);
  for (const [webhookId, deliveries] of Map.groupBy(untried, (delivery) => delivery.webhookId)) {
    const past = deliveries.map((delivery, index) => pastOf(delivery, index, receivers));
    await insertPast(tx.db, tenant, webhookId, past);
    const made = past
      .flatMap(({ attempts }) => attempts)
      .map(({ startedAt, totalMs, reason }) => ({
        ...{ accountId: tenant.accountId, webhookId, acknowledged: reason === null, probe: false, random: 0 },
        ...{ startedAt, endedAt: new Date(startedAt.getTime() + totalMs) },
      }));
    await updateHealth(
      tx.db,
      made.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime()),
    );
  }
}
