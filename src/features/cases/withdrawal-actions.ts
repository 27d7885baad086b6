// Ends a check because its candidate withdraws their consent: processing stops at once, the client is told, and the register
// of requests has it.
import type { Caller, Ctx } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { closeLocked, moveReport, withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { refuseLive } from '../checks/sandbox-actions.ts';
import { recordWithdrawal } from '../data-requests/data-request-act-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { isOpen } from '../reports/report-states.ts';

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

const LONGEST_REASON = 1000;

/** The reports that a candidate can refuse beside others that go on; of the last one they withdraw from the check. */
export function refusableReports({ reports }: Pick<Check, 'reports'>): readonly Report[] {
  const open = reports.filter(({ status }) => isOpen(status));
  return open.length > 1 ? open : [];
}

/**
 * Ends one report because its candidate refuses it, while the others go on: the client is told, and reads why or that
 * they gave no reason. Refuses with
 * `invalid_fields` (report, why), and with `state_does_not_allow` a report that is not open any more.
 */
export async function refuseReport(
  ctx: Ctx,
  { caller, link: { checkId } }: { readonly caller: Caller; readonly link: { readonly checkId: string } },
  { reportId, why }: { readonly reportId: string; readonly why: string },
): Promise<void> {
  await ctx.keys.forAccount(caller.accountId);
  await withLockedApplicantAndCheck(
    ctx,
    caller,
    checkId,
    async (tx, { check, key }) => {
      const report = refusableReports(check).find(({ id }) => id === reportId);
      const problems = new Problems();
      if (report === undefined) problems.add('report', 'Choose the part that you refuse');
      if (isLongerThan(why, LONGEST_REASON)) problems.add('why', `It must be ${LONGEST_REASON} characters or fewer`);
      problems.refuse('invalid_fields');
      await moveReport(tx, caller, { checkId, reportId }, { move: 'withdraw' });
      await recordWithdrawal(
        tx,
        caller,
        { check, key },
        `${reportTypeById(report!.reportTypeId)?.label ?? report!.name}: ${why === '' ? 'gave no reason' : why}`,
      );
      await mailClient(tx, caller, check, 'candidate_refused_report');
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
