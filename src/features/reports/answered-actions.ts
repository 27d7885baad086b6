// Marks in the queue that a query about a report or its source was answered, until its screener has read the answer.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { markAnswered, unmarkAnswered } from './report-store.ts';

/** Needs a transaction. */
export const noteAnswer = (tx: Ctx, caller: Caller, reportId: string): Promise<void> =>
  markAnswered(tx.db, caller, reportId, { by: 'query', at: timeFor(tx, caller) });

/** The first answer of a supplier, or a corrected one: also of a report that has its result. Needs a transaction. */
export const noteSourceAnswer = (tx: Ctx, caller: Caller, reportId: string): Promise<void> =>
  markAnswered(tx.db, caller, reportId, { by: 'source', at: timeFor(tx, caller) });

export const noteAnswerRead = (ctx: Ctx, caller: Caller, reportId: string): Promise<void> =>
  unmarkAnswered(ctx.db, caller, reportId);
