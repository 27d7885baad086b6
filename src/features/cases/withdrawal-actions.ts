// Ends a check because its candidate withdraws their consent: processing stops at once, the client is told, and the register
// of requests has it.
import type { Ctx } from '../../context.ts';
import type { FormFront } from '../candidate-form/open-form.ts';
import { closeLocked, withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { recordWithdrawal } from '../data-requests/data-request-act-actions.ts';

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
      await recordWithdrawal(tx, caller, locked);
      await mailClient(tx, caller, locked.check, 'candidate_withdrew');
    },
    { restrictedToo: true },
  );
}
