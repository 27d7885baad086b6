// Prunes the history of deliveries after 30 days, for which interface v1 promises it (interface, Webhook history).
import type { Ctx } from '../../context.ts';
import { inBatches } from '../../platform/jobs.ts';
import { historyDays } from './event-delivery-rules.ts';
import { deleteFinishedDeliveries } from './history-store.ts';
import { purgeDeletedWebhooks } from './webhook-deletion-store.ts';

/** For the pruning job. Returns how many deliveries were deleted. */
export function pruneDeliveries(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return inBatches((limit) => deleteFinishedDeliveries(ctx.db, historyDays, limit));
}

/** For the pruning job. Returns how many deliveries of deleted webhooks were deleted. */
export function pruneDeletedWebhooks(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return inBatches((limit) => purgeDeletedWebhooks(ctx.db, limit));
}
