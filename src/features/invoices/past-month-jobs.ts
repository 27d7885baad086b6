// The job that completes the charges of the month before.
import { type Ctx, inTransaction } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { lastMonth } from './invoice-rules.ts';
import { completeMonths } from './past-month-actions.ts';

/** Every day, because the clock of the month is that of the United Kingdom and a price may be agreed late. */
export const pastMonthCrontab = '20 1 * * * complete_past_month';

export const pastMonthJobs = (ctx: Ctx): Readonly<Record<'complete_past_month', JobHandler>> => ({
  complete_past_month: () => inTransaction(ctx, (tx) => completeMonths(tx, 'all', lastMonth(ukDateOf(ctx.now())))),
});
