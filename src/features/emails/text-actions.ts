// Sends the text message that goes with a mail to a candidate.
import type { Ctx, Tenant } from '../../context.ts';
import { GIVEN_UP, OVERTAKEN } from '../../lib/text-failures.ts';
import { readTextMessage } from './email-actions.ts';
import { queueText } from './text-queue-actions.ts';
import { textTime } from './text-schedule.ts';
import { isTextWanted, recordTextAttempt } from './text-store.ts';

/** A night and the 22 hours in which a job is tried. */
const longestMs = 36 * 3_600_000;

/**
 * Sends it for the job, once, unless what it asks for was done meanwhile. In the night it waits for the morning, also when it is
 * tried again. Rejects if the gateway did not take it, so that the job is retried. One that may have been taken, or that the
 * gateway refuses for its recipient, fails at once. If the program is killed between the gateway's answer and our record, it
 * is sent again.
 */
export async function sendText(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  const message = await readTextMessage(ctx, tenant, id);
  if (message === undefined || message.textedAt !== null || !ctx.texts.canSend) return;
  const record = (failure: string | null) => recordTextAttempt(ctx.db, tenant, { id, at: ctx.now(), failure });
  if (!(await isTextWanted(ctx.db, tenant, id))) return record(OVERTAKEN);
  const now = ctx.now();
  // A gateway that has been away for longer is mended by then, or the message says too little too late.
  if (message.queuedAt !== null && now.getTime() - message.queuedAt.getTime() > longestMs) return record(GIVEN_UP);
  if (textTime(now) > now) return queueText(ctx, tenant, id);
  const outcome = await ctx.texts.send(message.to, message.text);
  await record(outcome.failure);
  if (outcome.failure === null) return;
  if (!outcome.isFinal) throw new Error(`the gateway for text messages did not take it: ${outcome.failure}`);
  ctx.log.warn('text message refused', { resourceId: id, reason: outcome.failure });
}
