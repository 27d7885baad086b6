// Sends a candidate to the page of a provider, for which the report waits, and ends that when the provider has answered.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { OUTSIDE_STEP, usualStepText } from '../../messages/en-queries.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import type { OutsideStep } from './query.ts';
import { beginChases, endOpenQuery, openQuery, sealStep } from './query-actions.ts';
import { usualDueOn } from './query-schedule.ts';
import { findQueries, type QueryRow, replaceStep } from './query-store.ts';

interface StepTarget {
  readonly checkId: string;
  readonly reportId: string;
}

/** The last step of this report that the caller, a provider, has asked for. */
async function findStep(ctx: Pick<Ctx, 'db'>, caller: Caller, target: StepTarget): Promise<QueryRow | undefined> {
  const asked = await findQueries(ctx.db, caller, { checkId: target.checkId, addressee: 'candidate' });
  return asked.findLast(
    ({ report_id, kind, asked_by }) =>
      report_id === target.reportId && kind === OUTSIDE_STEP && asked_by === caller.actor,
  );
}

async function findOpenStep(ctx: Pick<Ctx, 'db'>, caller: Caller, target: StepTarget): Promise<QueryRow | undefined> {
  const step = await findStep(ctx, caller, target);
  return step?.status === 'open' ? step : undefined;
}

/** Whether somebody else ended the step: the desk withdrew it, or the candidate said that they cannot do it. */
export async function wasStepRefused(ctx: Pick<Ctx, 'db'>, caller: Caller, target: StepTarget): Promise<boolean> {
  const step = await findStep(ctx, caller, target);
  return step !== undefined && step.status !== 'open' && step.ended_by !== caller.actor;
}

export const hasOpenStep = async (ctx: Pick<Ctx, 'db'>, caller: Caller, target: StepTarget): Promise<boolean> =>
  (await findOpenStep(ctx, caller, target)) !== undefined;

const reportIn = ({ reports }: Check, { reportId }: StepTarget) => reports.find(({ id }) => id === reportId)!;

/** The candidate is mailed and chased as about a query. A newer link replaces the one of before. */
export const openStep = (
  tx: Ctx,
  caller: Caller,
  target: StepTarget,
  { text = usualStepText, ...step }: OutsideStep & { readonly text?: string | undefined },
): Promise<void> =>
  withLockedCheck(tx, caller, target.checkId, async (locked, { check, key }) => {
    const before = await findStep(locked, caller, target);
    if (before?.status === 'open') return replaceStep(locked.db, caller, before.id, sealStep(key, before.id, step));
    const about = { check, key, report: reportIn(check, target) };
    const dueOn = usualDueOn(
      'candidate',
      timeFor(locked, caller),
      await readAccountSettings(locked, caller.accountId),
      locked.calendar(),
    );
    const given = { addressee: 'candidate', kind: OUTSIDE_STEP, dueOn, text, step } as const;
    const id = await openQuery(locked, caller, about, given);
    await beginChases(locked, caller, about, { ...given, id });
  });

/** Ends the step if there is one, not of a restricted person: `answered` once the candidate has finished it, else `withdrawn`. */
export async function endStep(
  tx: Ctx,
  caller: Caller,
  target: StepTarget,
  status: 'answered' | 'withdrawn',
): Promise<boolean> {
  if (!(await hasOpenStep(tx, caller, target))) return false;
  return withLockedCheck(tx, caller, target.checkId, async (locked, { check, key }) => {
    // Asked again behind the lock: the desk may have withdrawn it meanwhile.
    const row = await findOpenStep(locked, caller, target);
    if (row === undefined) return false;
    await endOpenQuery(locked, caller, { check, key, report: reportIn(check, target), row }, { status });
    return true;
  });
}
