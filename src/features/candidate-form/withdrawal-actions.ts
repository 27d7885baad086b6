// Ends a check because its candidate withdraws their consent: processing stops at once, and the client is told.
import type { Ctx } from '../../context.ts';
import type { Check } from '../checks/check.ts';
import { closeLocked, withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { findHistory } from '../events/check-history-queries.ts';
import type { FormFront } from './open-form.ts';

/**
 * Withdraws the check with its open reports and all that they wait for. Refuses with `state_does_not_allow` a check that
 * is complete or closed.
 */
export async function withdrawConsent(ctx: Ctx, { caller, link }: FormFront): Promise<void> {
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await withLockedApplicantAndCheck(
    ctx,
    caller,
    link.checkId,
    async (tx, locked) => {
      await closeLocked(tx, caller, locked, 'withdraw');
      await mailClient(tx, caller, locked.check, 'candidate_withdrew');
    },
    { restrictedToo: true },
  );
}

/** When the candidate withdrew; undefined unless they closed the check. */
export async function readWithdrawal(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id, status }: Pick<Check, 'tenant' | 'id' | 'status'>,
): Promise<Date | undefined> {
  if (status !== 'withdrawn') return undefined;
  const closing = (await findHistory(ctx.db, tenant, { checkId: id, types: ['check.withdrawn'] })).at(-1);
  return closing?.actor === 'candidate' ? closing.occurred_at : undefined;
}
