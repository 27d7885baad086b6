// The job that tells a referee that their reference is no longer needed, after its report was closed.
import { type Caller, type Ctx, type Environment, inTransaction } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { isOpen } from '../reports/report-states.ts';
import { lockedReference, mailNotNeeded } from './reference-move-actions.ts';
import { findReference } from './reference-store.ts';

/** Nobody is written to who was not before, who has answered, or whom somebody has asked again meanwhile. */
async function tellReferee(ctx: Ctx, tenant: Pick<Caller, 'accountId' | 'environment'>, id: string): Promise<void> {
  const found = await findReference(ctx.db, tenant, id);
  if (found === undefined || found.sealed_key === null || found.mailed_at === null) return;
  const caller: Caller = { ...tenant, actor: 'system', clockOffsetSeconds: found.clock_offset_seconds };
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    if (await isRestricted(tx.db, caller, found.applicant_id)) return;
    const locked = await lockedReference(tx, caller, id);
    const { status, report_status } = locked.row;
    if (status === 'withdrawn' || (status === 'unanswered' && !isOpen(report_status)))
      await mailNotNeeded(tx, caller, locked);
  });
}

export const referenceJobs = (ctx: Ctx): Readonly<Record<string, JobHandler>> => ({
  tell_referee: (payload) =>
    tellReferee(
      ctx,
      { accountId: String(payload.accountId), environment: payload.environment as Environment },
      String(payload.referenceId),
    ),
});
