// Ends a check because its candidate withdraws their consent: processing stops at once, the client is told, and the register
// of requests has it.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { closeLocked, withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { refuseLive } from '../checks/sandbox-actions.ts';
import { recordWithdrawal } from '../data-requests/data-request-act-actions.ts';

/**
 * Withdraws the check with its open reports and all that they wait for. Refuses with `state_does_not_allow` a check that
 * is complete or closed.
 */
export async function withdrawConsent(
  ctx: Ctx,
  { caller, link }: { readonly caller: Caller; readonly link: { readonly checkId: string } },
): Promise<void> {
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

/** Lets the candidate of a test check withdraw their consent, as on their own page (decisions, Sandbox; ours). */
export async function withdrawSandboxConsent(ctx: Ctx, caller: Caller, checkId: string): Promise<void> {
  demand(caller, 'order_checks');
  refuseLive(caller);
  const { permissions: _, ...rest } = caller;
  await withdrawConsent(ctx, { caller: { ...rest, actor: 'candidate' }, link: { checkId } });
}
