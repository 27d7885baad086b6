// The job that gives reports that became ready to who gets them by the rules of the desk.
import type { Ctx } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { assignNewReports } from './assignment-actions.ts';

export const assignmentCrontab = '* * * * * assign_by_rules';

export const assignmentJobs = (ctx: Ctx): Readonly<Record<'assign_by_rules', JobHandler>> => ({
  async assign_by_rules() {
    const count = await assignNewReports(ctx);
    if (count > 0) ctx.log.info('reports assigned by rules', { count });
  },
});
