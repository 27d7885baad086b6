// What a client's pages say of the start of work of a candidate.
import { type Caller, type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import { type RightToWorkLack, tellsResult } from '../../../features/reports/right-to-work-rules.ts';
import { readLateCheck, readRightToWorkLack } from '../../../features/start-risks/right-to-work-actions.ts';
import { readStartRisks, type StartRisk } from '../../../features/start-risks/start-risk-actions.ts';
import {
  conditionOf,
  isConditional,
  readWorkStart,
  type WorkStart,
} from '../../../features/work-starts/work-start-actions.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { callerOf } from '../check/check-facts.ts';
import type { ClientUser } from '../client-caller.ts';
import { startPath } from './start-path.ts';

/** What is said to who records a start without it. */
export const rightToWorkWarnings: Readonly<Record<RightToWorkLack, string>> = {
  missing: 'This order does not check the right to work. Check it before the first day of work.',
  open: 'The right to work is not checked yet. Nobody may start work before it is.',
  not_clear: 'The result of the right to work is not clear. Make sure of it before the first day of work.',
  ended: 'The permission to work that was found ends before the first day of work, or has ended. Check it again.',
};

export interface StartView extends Partial<WorkStart> {
  readonly isOver: boolean;
  /** What lacks of the right to work, as far as the reader may know; undefined if nothing does. */
  readonly warning: string | undefined;
  /** The day of a right to work check that came after the start; undefined also for who may not read results. */
  readonly lateCheck: IsoDate | undefined;
  /** How the risk is managed; undefined for who may not read results. */
  readonly risk: StartRisk | undefined;
  /** Where it is recorded; undefined for who may not. */
  readonly href: string | undefined;
}

/** Of a check whose reader may read results; the newest first. */
export async function startRisksOf(ctx: Ctx, user: ClientUser, check: Check): Promise<StartRisk[]> {
  const { key } = await readCheckAndKey(ctx, check.tenant, check.id);
  return readStartRisks(ctx, callerOf(user, check), check.id, key);
}

/** Nobody may work without it, also once the screening is complete; who checks it elsewhere is told of it only till then. */
async function lackOf(ctx: Ctx, caller: Caller, check: Check, { startsOn }: WorkStart, isOnCondition: boolean) {
  if (check.isRestricted || (!isConditional(check) && check.status !== 'complete')) return undefined;
  const lack = await readRightToWorkLack(ctx, caller, check.id, startsOn);
  return lack === 'missing' && !isOnCondition ? undefined : lack;
}

/** For the page of a check. Once the screening is complete, a start is no condition any more. */
export async function startIn(ctx: Ctx, user: ClientUser, check: Check): Promise<StartView> {
  const caller = callerOf(user, check);
  const start = await readWorkStart(ctx, caller, check.id);
  const mayRecord = mayDo(user, 'decide_on_candidates') && !check.isRestricted && isConditional(check);
  const completeBy = start === undefined ? null : conditionOf(check, start);
  const lack = start && (await lackOf(ctx, caller, check, start, completeBy !== null));
  const seesResults = mayDo(user, 'read_results');
  return {
    ...start,
    completeBy,
    lateCheck: start && seesResults ? await readLateCheck(ctx, caller, check, start.startsOn) : undefined,
    warning: lack && (!tellsResult(lack) || seesResults) ? rightToWorkWarnings[lack] : undefined,
    isOver: completeBy !== null && completeBy < todayFor(ctx, caller),
    risk: start !== undefined && seesResults ? (await startRisksOf(ctx, user, check))[0] : undefined,
    href: mayRecord ? startPath(check.id) : undefined,
  };
}
