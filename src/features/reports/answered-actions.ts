// Marks in the queue that a query about a report was answered, until its screener has read the answer.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { markAnswered } from './report-store.ts';

/** Needs a transaction. */
export const noteAnswer = (tx: Ctx, caller: Caller, reportId: string): Promise<void> =>
  markAnswered(tx.db, caller, reportId, timeFor(tx, caller));

export const noteAnswerRead = (ctx: Ctx, caller: Caller, reportId: string): Promise<void> =>
  markAnswered(ctx.db, caller, reportId, null);
