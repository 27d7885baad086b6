// What is open in each subsidiary that a client's user sees.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { findStartsWithoutRight } from '../work-starts/right-to-work-actions.ts';
import { soughtWaits } from './client-waiting-actions.ts';
import { daysWithin, type StartPeriod } from './start-period-rules.ts';
import { findSubsidiaryWork, type SubsidiaryWork } from './subsidiary-work-queries.ts';

export type { SubsidiaryWork };

/** So many days ahead first days are counted. */
export const STARTS_WITHIN: StartPeriod = 7;

export async function readSubsidiaryWork(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
): Promise<readonly SubsidiaryWork[]> {
  demand(caller, 'read_checks');
  const today = todayFor(ctx, caller);
  return findSubsidiaryWork(ctx.db, caller, {
    waits: await soughtWaits(ctx, caller),
    days: {
      ...daysWithin(today, STARTS_WITHIN),
      withoutRight: await findStartsWithoutRight(ctx, caller),
    },
    today,
  });
}
