// Sends the text message that goes with a mail to a candidate.
import type { Ctx, Tenant } from '../../context.ts';
import { readTextMessage } from './email-actions.ts';
import { recordTextAttempt } from './email-store.ts';

/**
 * Sends it for the job, once; rejects if the gateway did not take it, so that the job is retried. One to a number that the
 * gateway refuses fails at once. If the program is killed between the gateway's answer and our record, it is sent again.
 */
export async function sendText(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  const message = await readTextMessage(ctx, tenant, id);
  if (message === undefined || message.textedAt !== null || !ctx.texts.canSend) return;
  const outcome = await ctx.texts.send(message.to, message.text);
  await recordTextAttempt(ctx.db, tenant, { id, at: ctx.now(), failure: outcome.failure });
  if (outcome.failure === null) return;
  if (!outcome.isFinal) throw new Error(`the gateway for text messages did not take it: ${outcome.failure}`);
  ctx.log.warn('text message refused', { resourceId: id, reason: outcome.failure });
}
