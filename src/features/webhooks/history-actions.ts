// Keeps the history of deliveries for 30 days, as interface v1 promises it (interface, Webhook history).
import type { Ctx } from '../../context.ts';
import { inBatches } from '../../platform/jobs.ts';
import { historyDays } from './event-story-rules.ts';
import { deleteFinishedDeliveries } from './history-store.ts';
import { removeDeletedWebhooks } from './webhook-deletion-store.ts';

/** For the pruning job: returns how many deliveries went. */
export function pruneDeliveries(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return inBatches((limit) => deleteFinishedDeliveries(ctx.db, historyDays, limit));
}

/** For the pruning job: returns how many deliveries of deleted webhooks went. */
export function pruneDeletedWebhooks(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return inBatches((limit) => removeDeletedWebhooks(ctx.db, limit));
}
