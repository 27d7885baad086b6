// Lists the attempts made at an endpoint, for its owner.
import type { Caller, Ctx } from '../../context.ts';
import type { Page } from '../../lib/pages.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { type AttemptOutcomeName, attemptOutcomes, findAttempts, type ListedAttempt } from './attempt-queries.ts';
import { findWebhook } from './webhook-store.ts';

export { type AttemptOutcomeName, attemptOutcomes, type ListedAttempt };

/** Newest first, in the caller's environment only, although the webhook may have both. */
export async function listAttempts(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  asked: { readonly webhookId: string; readonly outcome: AttemptOutcomeName | undefined; readonly page: Page },
): Promise<{ readonly total: number; readonly attempts: readonly ListedAttempt[] }> {
  demand(caller, 'read_webhooks');
  if ((await findWebhook(ctx.db, caller.accountId, asked.webhookId)) === undefined) throw new Refusal('not_found');
  return findAttempts(ctx.db, caller, asked);
}
