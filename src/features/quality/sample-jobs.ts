// The job that draws completed reports for review, when a period is over.
import type { Ctx } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { drawSamples } from './sample-actions.ts';

/** Each day, so that a period whose first day was missed is drawn on another. */
export const sampleCrontab = '40 4 * * * draw_samples';

export const sampleJobs = (ctx: Ctx): Readonly<Record<'draw_samples', JobHandler>> => ({
  async draw_samples() {
    const count = await drawSamples(ctx);
    if (count > 0) ctx.log.info('completed reports drawn for review', { count });
  },
});
