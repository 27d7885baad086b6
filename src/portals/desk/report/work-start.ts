// Says in the head of a report when its candidate starts work, by when the screening must be complete of who starts before it
// is, and that the right to work was checked too late.
import { todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readBarredListLacks } from '../../../features/work-starts/barred-list-actions.ts';
import { readLateCheck, readRightToWork } from '../../../features/work-starts/right-to-work-actions.ts';
import { readStartRisks } from '../../../features/work-starts/start-risk-actions.ts';
import { conditionOf, isConditional, readWorkStart, stopOf } from '../../../features/work-starts/work-start-actions.ts';
import { countedFrom, reasonLines } from '../../../features/work-starts/work-start-rules.ts';
import { barredListSentence } from '../../shared/barred-list-words.ts';
import { startDayWords } from '../../shared/start-words.ts';
import type { OrderPanel } from './report-panel.ts';

export const workStartPanel: OrderPanel = {
  place: 'work',
  template: 'desk/report/work-start.njk',
  async model(ctx, { caller, check, key }, user) {
    const start = await readWorkStart(ctx, caller, check.id);
    if (start === undefined) return undefined;
    const { startsOn, hasStarted, withoutClearance } = start;
    const today = todayFor(ctx, caller);
    const completeBy = conditionOf(check, start);
    const lateCheck = await readLateCheck(ctx, caller, check, startsOn);
    if (completeBy === null) {
      const planned = hasStarted || !isConditional(check) ? undefined : startDayWords(startsOn, today);
      const said = lateCheck ?? planned ?? (withoutClearance || undefined);
      return (
        said && {
          startsOn,
          lateCheck,
          planned,
          withoutClearance,
          stoppedOn: stopOf(check, start),
          isPast: startsOn < today,
        }
      );
    }
    const [risk] = mayDo(user, 'read_results') ? await readStartRisks(ctx, caller, check.id, key) : [];
    return {
      ...{ startsOn, lateCheck, completeBy, withoutClearance, why: countedFrom({ startsOn, completeBy }) },
      risk: risk && [risk.text, ...reasonLines(risk)].join('\n'),
      hasStarted: startsOn <= today,
      isOver: completeBy < today,
      lists: (await readBarredListLacks(ctx, { ...caller, permissions: user.permissions }, [check.id]))
        .get(check.id)!
        .map(barredListSentence),
      isRightToWorkOpen: (await readRightToWork(ctx, caller, check.id, startsOn)).lack === 'open',
    };
  },
};
