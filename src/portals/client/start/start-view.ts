// What a client's pages say of the start of work of a candidate.
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import {
  conditionOf,
  isConditional,
  readWorkStart,
  type WorkStart,
} from '../../../features/work-starts/work-start-actions.ts';
import { callerOf } from '../check/check-facts.ts';
import type { ClientUser } from '../client-caller.ts';

export const startPath = (checkId: string): string => `/portal/checks/${checkId}/start`;

export interface StartView extends Partial<WorkStart> {
  readonly isOver: boolean;
  /** Where it is recorded; undefined for who may not. */
  readonly href: string | undefined;
}

/** For the page of a check. Once the screening is complete, a start is no condition any more. */
export async function startIn(ctx: Ctx, user: ClientUser, check: Check): Promise<StartView> {
  const caller = callerOf(user, check);
  const start = await readWorkStart(ctx, caller, check.id);
  const mayRecord = mayDo(user, 'decide_on_candidates') && !check.isRestricted && isConditional(check);
  const completeBy = start === undefined ? null : conditionOf(check, start);
  return {
    ...start,
    completeBy,
    isOver: completeBy !== null && completeBy < todayFor(ctx, caller),
    href: mayRecord ? startPath(check.id) : undefined,
  };
}
