// Queues a text message, so that it is sent at a time of day at which texts may come.
import type { Ctx, Tenant } from '../../context.ts';
import { textTime } from './text-schedule.ts';
import { markTextQueued } from './text-store.ts';

/** For a time at which nobody is woken by it. */
export async function queueText(ctx: Ctx, { accountId, environment }: Tenant, id: string): Promise<void> {
  await markTextQueued(ctx.db, { accountId, environment }, id, ctx.now());
  const when = { runAt: textTime(ctx.now()), key: `send_text ${id}` };
  await ctx.jobs.add(ctx.db, 'send_text', { accountId, environment, emailId: id }, when);
}
