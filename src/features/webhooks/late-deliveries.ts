// Tells the operator how long what could go out has been waiting: a figure always, and the log where it is too long.
import type { Ctx } from '../../context.ts';
import { type DeliveryFigures, findDeliveryFigures } from './endpoint-health-store.ts';

/** Nothing that could go out waits longer than this. */
const LATE_MS = 60_000;

export async function watchLateDeliveries(
  ctx: Pick<Ctx, 'db' | 'log'>,
  waiting: (figures: DeliveryFigures) => void = () => undefined,
): Promise<void> {
  const figures = await findDeliveryFigures(ctx.db);
  waiting(figures);
  const durationMs = Math.round(figures.oldestDueSeconds * 1000);
  if (durationMs > LATE_MS) ctx.log.error('deliveries wait too long', { durationMs });
}
