// Moves test checks on request, and the clock of test data; does nothing for live data (decisions, Sandbox; ours).
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { moveTestClock, readTestClock } from '../accounts/account-actions.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { placeholderDob } from '../facts/facts.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { Report } from '../reports/report.ts';
import type { Check } from './check.ts';
import { readCheck } from './check-actions.ts';
import { completeForm, moveReport, openForm } from './check-progress-actions.ts';
import { nextSandboxStep, sandboxOutcome } from './sandbox-rules.ts';

function refuseLive(caller: Caller): void {
  if (caller.environment !== 'test') throw new Refusal('not_found');
}

/** One step: the form is submitted with the facts as they stand, then each report completes, then the check. */
export function advanceCheck(ctx: Ctx, caller: Caller, checkId: string): Promise<Check> {
  refuseLive(caller);
  return inTransaction(ctx, async (tx) => {
    const check = await readCheck(tx, caller, checkId);
    const step = nextSandboxStep(check);
    if (step === undefined) {
      throw new Refusal('state_does_not_allow', { status: [`is ${check.status}, which does not allow this`] });
    }
    if (step === 'submit_form') {
      const { facts } = check.order;
      // Before the check, which opening the form changes: whoever places a check has the applicant first, too.
      await holdApplicant(tx, caller, check.applicantId);
      await openForm(tx, caller, checkId);
      // A candidate could not submit the placeholder either.
      const dob = facts.dob === placeholderDob ? '1990-01-01' : facts.dob;
      return completeForm(tx, caller, checkId, { ...facts, dob });
    }
    return finishReport(tx, caller, check, step.complete, undefined);
  });
}

/** Who rehearses the moves that are not the client's own: here the provider's and the screener's. */
const asProvider = (caller: Caller): Caller => ({ ...caller, actor: 'provider:sandbox' });

export type SandboxMove =
  | { readonly move: 'complete'; readonly result: ReportResult | undefined }
  | { readonly move: 'pause' | 'await_approval' };

/** One report, to where its next steps can be rehearsed; it goes on by `resume`, and ends by `complete`. */
export function moveSandboxReport(
  ctx: Ctx,
  caller: Caller,
  target: { readonly checkId: string; readonly reportId: string },
  given: SandboxMove,
): Promise<Check> {
  refuseLive(caller);
  return inTransaction(ctx, async (tx) => {
    const check = await readCheck(tx, caller, target.checkId);
    const report = check.reports.find((candidate) => candidate.id === target.reportId);
    if (report === undefined) throw new Refusal('not_found');
    // Reports begin with the candidate's form, here as in life.
    if (check.status === 'awaiting_applicant') {
      throw new Refusal('state_does_not_allow', { status: ['is awaiting_applicant: advance the check first'] });
    }
    if (given.move === 'complete') return finishReport(tx, caller, check, report, given.result);
    const outcome = sandboxOutcome(check.order, report, undefined);
    return moveReport(tx, asProvider(caller), target, { move: given.move, outcome });
  });
}

async function finishReport(
  tx: Ctx,
  caller: Caller,
  check: Check,
  report: Report,
  forced: ReportResult | undefined,
): Promise<Check> {
  const target = { checkId: check.id, reportId: report.id };
  if (report.status === 'paused') await moveReport(tx, caller, target, { move: 'resume' });
  const outcome = sandboxOutcome(check.order, report, forced);
  return moveReport(tx, asProvider(caller), target, { move: 'complete', outcome });
}

/** Moves the account's test clock forward; back would let things happen before they began. Returns its time. */
export async function advanceTestClock(ctx: Ctx, caller: Caller, seconds: number): Promise<Date> {
  refuseLive(caller);
  const offset = await moveTestClock(ctx, caller, seconds);
  return timeFor(ctx, { environment: 'test', clockOffsetSeconds: offset });
}

export async function readClock(ctx: Ctx, caller: Caller): Promise<Date> {
  refuseLive(caller);
  const offset = await readTestClock(ctx, caller);
  return timeFor(ctx, { environment: 'test', clockOffsetSeconds: offset });
}
