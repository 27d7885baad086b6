// Says in the head of a report that its candidate works already, by when the screening must be complete, and that the right
// to work was checked too late.
import { todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readLateCheck, readRightToWorkLack } from '../../../features/start-risks/right-to-work-actions.ts';
import { readStartRisks } from '../../../features/start-risks/start-risk-actions.ts';
import { conditionOf, readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import type { OrderPanel } from './report-panels.ts';

export const workStartPanel: OrderPanel = {
  place: 'work',
  template: 'desk/report/work-start.njk',
  async model(ctx, { caller, check, key }, user) {
    const start = await readWorkStart(ctx, caller, check.id);
    if (start === undefined) return undefined;
    const { startsOn } = start;
    const completeBy = conditionOf(check, start);
    const lateCheck = await readLateCheck(ctx, caller, check, startsOn);
    if (completeBy === null) return lateCheck && { startsOn, lateCheck };
    const today = todayFor(ctx, caller);
    const [risk] = mayDo(user, 'read_results') ? await readStartRisks(ctx, caller, check.id, key) : [];
    return {
      ...{ startsOn, lateCheck, completeBy },
      risk: risk?.text,
      hasStarted: startsOn <= today,
      isOver: completeBy < today,
      isRightToWorkOpen: (await readRightToWorkLack(ctx, caller, check.id, startsOn)) === 'open',
    };
  },
};
