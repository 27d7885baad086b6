// Says in the head of a report that its candidate works already, and by when the screening must be complete.
import { todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readRightToWorkLack } from '../../../features/start-risks/right-to-work-actions.ts';
import { readStartRisks } from '../../../features/start-risks/start-risk-actions.ts';
import { conditionOf, isConditional, readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import type { OrderPanel } from './report-panels.ts';

export const workStartPanel: OrderPanel = {
  place: 'work',
  template: 'desk/report/work-start.njk',
  async model(ctx, { caller, check, key }, user) {
    const start = isConditional(check) ? await readWorkStart(ctx, caller, check.id) : undefined;
    const completeBy = start === undefined ? null : conditionOf(check, start);
    if (start === undefined || completeBy === null) return undefined;
    const today = todayFor(ctx, caller);
    const [risk] = mayDo(user, 'read_results') ? await readStartRisks(ctx, caller, check.id, key) : [];
    return {
      risk: risk?.text,
      startsOn: start.startsOn,
      completeBy,
      hasStarted: start.startsOn <= today,
      isOver: completeBy < today,
      isRightToWorkOpen: (await readRightToWorkLack(ctx, caller, check.id, start.startsOn)) === 'open',
    };
  },
};
