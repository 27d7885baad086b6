// Measures how long deliveries that could be sent have been waiting, and logs an error when it is too long.
import type { Ctx } from '../../context.ts';
import { type DeliveryMetrics, readDeliveryMetrics } from './endpoint-health-store.ts';

/** No delivery that could be sent may wait longer. */
const LATE_MS = 60_000;

export async function watchLateDeliveries(
  ctx: Pick<Ctx, 'db' | 'log'>,
  observe: (metrics: DeliveryMetrics) => void = () => undefined,
): Promise<void> {
  const metrics = await readDeliveryMetrics(ctx.db);
  observe(metrics);
  const durationMs = Math.round(metrics.oldestDueSeconds * 1000);
  if (durationMs > LATE_MS) ctx.log.error('deliveries wait too long', { durationMs });
}
