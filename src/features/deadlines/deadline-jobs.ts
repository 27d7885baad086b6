// The job that calls the handler of each deadline that is due, each in a transaction of its own.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import type { Deadline, DeadlineHandler } from './deadline.ts';
import { deadlineOf, takeDueDeadlinesJob } from './deadline-actions.ts';
import {
  type DueDeadline,
  deleteDeadline,
  findDueDeadlines,
  postponeDeadline,
  repeatDeadline,
  takeDeadline,
} from './deadline-store.ts';

const atOnce = 100;
const RETRY_AFTER_MS = 15 * 60_000;

export const deadlineCrontab = `* * * * * ${takeDueDeadlinesJob}`;

const callerOf = (due: DueDeadline): Caller => ({
  accountId: due.account_id,
  environment: due.environment,
  actor: 'system',
  clockOffsetSeconds: due.clock_offset_seconds,
});

async function handle(tx: Ctx, caller: Caller, handler: DeadlineHandler, deadline: Deadline): Promise<void> {
  const again = await handler.whenDue(tx, caller, deadline);
  await (again === undefined
    ? deleteDeadline(tx.db, caller, deadline)
    : repeatDeadline(tx.db, caller, deadline, again));
}

/** A handler that fails undoes its own work only, and is called again later. */
async function take(ctx: Ctx, due: DueDeadline, handler: DeadlineHandler): Promise<void> {
  const caller = callerOf(due);
  try {
    // Loading the keys inside the transaction would take a second connection.
    await ctx.keys.forAccount(due.account_id);
    await inTransaction(ctx, async (tx) => {
      const row = await takeDeadline(tx.db, caller, due, timeFor(tx, caller));
      if (row !== undefined) await handle(tx, caller, handler, deadlineOf(row));
    });
  } catch (error) {
    ctx.log.error('deadline failed', { operation: due.kind, resourceId: due.subject_id, error });
    const retryAt = new Date(ctx.now().getTime() + RETRY_AFTER_MS);
    await postponeDeadline(ctx.db, caller, { kind: due.kind, subjectId: due.subject_id }, retryAt);
  }
}

/** Returns how many were due. */
export async function takeDueDeadlines(ctx: Ctx, handlers: readonly DeadlineHandler[]): Promise<number> {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  for (let count = 0; ; ) {
    const due = await findDueDeadlines(ctx.db, ctx.now(), atOnce);
    for (const one of due) {
      const handler = byKind.get(one.kind);
      if (handler === undefined) throw new Error(`nothing handles deadlines of the kind ${one.kind}`);
      await take(ctx, one, handler);
    }
    count += due.length;
    if (due.length < atOnce) return count;
  }
}

export const deadlineJobs = (ctx: Ctx, handlers: readonly DeadlineHandler[]): Readonly<Record<string, JobHandler>> => ({
  async [takeDueDeadlinesJob]() {
    const count = await takeDueDeadlines(ctx, handlers);
    if (count > 0) ctx.log.info('deadlines taken', { count });
  },
});
