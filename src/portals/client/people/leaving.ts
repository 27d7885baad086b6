// What the page of a person says of their leaving: the form, when they are erased, and until when what is kept.
import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../../context.ts';
import type { OpenMatter } from '../../../features/retention/erasure-rules.ts';
import { readLeaverRetention } from '../../../features/retention/leaver-actions.ts';

/** What is open about somebody, as the client reads it. */
const kept: Readonly<Record<OpenMatter, string>> = {
  data_request: 'a request about their data is not answered',
  message: 'a problem that they reported is not answered',
  decision: 'you have not decided about their results',
};

export interface LeavingState {
  readonly endedAt: Date | null;
  readonly isBeingScreened: boolean;
  /** How many of their reports are monitored. */
  readonly monitored: number;
}

/** The model of `leaving.njk`. @param leftOn the day that was typed */
export async function leavingOf(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { endedAt, isBeingScreened, monitored }: LeavingState,
  leftOn?: string,
) {
  const retention = await readLeaverRetention(ctx, caller, applicantId, endedAt ?? timeFor(ctx, caller));
  const keeping = [
    ...(isBeingScreened ? ['an order of theirs is open'] : []),
    ...(monitored > 0 ? ['a report of theirs is monitored'] : []),
  ];
  return {
    ...retention,
    openMatters: retention.openMatters.map((one) => kept[one]),
    keeping: keeping.length === 0 ? ['their data are held, or their use is restricted'] : keeping,
    leftOn: leftOn ?? todayFor(ctx, caller),
  };
}
