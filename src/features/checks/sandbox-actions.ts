// Moves test checks and the clock of test data on request; refuses live data (decisions, Sandbox; ours).
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { moveTestClock, readTestClock } from '../accounts/test-clock-actions.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { takeDueSoon } from '../deadlines/deadline-actions.ts';
import { placeholderDob } from '../facts/facts.ts';
import type { Report } from '../reports/report.ts';
import type { Check } from './check.ts';
import { readCheck } from './check-actions.ts';
import { completeForm, moveReport, openForm } from './check-progress-actions.ts';
import { type AskedOutcome, nextSandboxStep, sandboxOutcome } from './sandbox-rules.ts';

/** Refuses with `not_found`. */
export function refuseLive(caller: Caller): void {
  if (caller.environment !== 'test') throw new Refusal('not_found');
}

/** One step: the form is submitted with the current facts, then each report completes, then the check. */
export function advanceCheck(ctx: Ctx, caller: Caller, checkId: string): Promise<Check> {
  demand(caller, 'order_checks');
  refuseLive(caller);
  return inTransaction(ctx, async (tx) => {
    const check = await readCheck(tx, caller, checkId);
    const step = nextSandboxStep(check);
    if (step === undefined) throw stateRefusal(check.status);
    if (step === 'submit_form') {
      const { facts } = check.order;
      // Lock the applicant first: placing a check locks in the same order.
      await holdApplicant(tx, caller, check.applicantId);
      await openForm(tx, caller, checkId);
      // The form would refuse the placeholder.
      const dob = facts.dob === placeholderDob ? '1990-01-01' : facts.dob;
      return completeForm(tx, caller, checkId, { ...facts, dob });
    }
    return finishReport(tx, caller, check, step.complete, {});
  });
}

/** Moves that a provider or a screener makes in real life are recorded as the sandbox provider's. */
export const asSandbox = (caller: Caller): Caller => ({ ...caller, actor: 'provider:sandbox' });

export type SandboxMove =
  | { readonly move: 'complete'; readonly asked: AskedOutcome }
  | { readonly move: 'pause' | 'await_approval' };

/** Moves one report to a state that the client wants to test; `resume` continues it, `complete` ends it. */
export function moveSandboxReport(
  ctx: Ctx,
  caller: Caller,
  target: { readonly checkId: string; readonly reportId: string },
  given: SandboxMove,
): Promise<Check> {
  demand(caller, 'order_checks');
  refuseLive(caller);
  return inTransaction(ctx, async (tx) => {
    const check = await readCheck(tx, caller, target.checkId);
    const report = check.reports.find((candidate) => candidate.id === target.reportId);
    if (report === undefined) throw new Refusal('not_found');
    // Reports begin after the form is submitted, as in live checks.
    if (check.status === 'awaiting_applicant') {
      throw new Refusal('state_does_not_allow', { status: ['is awaiting_applicant: advance the check first'] });
    }
    if (given.move === 'complete') return finishReport(tx, caller, check, report, given.asked);
    const outcome = sandboxOutcome(check.order, report);
    return moveReport(tx, asSandbox(caller), target, { move: given.move, outcome });
  });
}

async function finishReport(
  tx: Ctx,
  caller: Caller,
  check: Check,
  report: Report,
  asked: AskedOutcome,
): Promise<Check> {
  const target = { checkId: check.id, reportId: report.id };
  if (report.status === 'paused') await moveReport(tx, caller, target, { move: 'resume' });
  // What is proposed is approved, unless another outcome is asked for.
  const asksNothing = Object.values(asked).every((one) => one === undefined);
  const isProposed = report.status === 'awaiting_approval' && asksNothing;
  const outcome = isProposed ? {} : { outcome: sandboxOutcome(check.order, report, asked) };
  return moveReport(tx, asSandbox(caller), target, { move: 'complete', ...outcome });
}

/**
 * Moves the account's test clock forward, and has done soon what is then due; moving it back would break the order of
 * events. Returns its time.
 */
export async function advanceTestClock(ctx: Ctx, caller: Caller, seconds: number): Promise<Date> {
  demand(caller, 'order_checks');
  refuseLive(caller);
  const offset = await inTransaction(ctx, async (tx) => {
    const moved = await moveTestClock(tx, caller, seconds);
    await takeDueSoon(tx);
    return moved;
  });
  return timeFor(ctx, { environment: 'test', clockOffsetSeconds: offset });
}

export async function readClock(ctx: Ctx, caller: Caller): Promise<Date> {
  demand(caller, 'order_checks');
  refuseLive(caller);
  const offset = await readTestClock(ctx, caller);
  return timeFor(ctx, { environment: 'test', clockOffsetSeconds: offset });
}
