// The buttons that move a test check in the portal, equal to the sandbox's operations (decisions, Sandbox; ours).
import type { Caller, Ctx } from '../../../context.ts';
import { withdrawSandboxConsent } from '../../../features/cases/withdrawal-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { resumeReport } from '../../../features/checks/check-progress-actions.ts';
import { advanceCheck, moveSandboxReport } from '../../../features/checks/sandbox-actions.ts';
import { nextSandboxStep } from '../../../features/checks/sandbox-rules.ts';
import { canChange, changeSandboxReport } from '../../../features/monitoring/sandbox-change-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import { nextReportState } from '../../../features/reports/report-states.ts';
import { Refusal } from '../../../lib/refusal.ts';

const moves = {
  complete: 'Complete',
  pause: 'Pause',
  resume: 'Resume',
  await_approval: 'Send to approval',
  find_change: 'Find a change',
} as const;
type Move = keyof typeof moves;

interface Step {
  readonly value: string;
  readonly text: string;
}

export interface SandboxSteps {
  /** Undefined once every report is over. */
  readonly next: Step | undefined;
  /** Undefined once the check is over. */
  readonly withdrawal: Step | undefined;
  /** Empty until the form is submitted. */
  readonly reports: readonly { readonly label: string; readonly steps: readonly Step[] }[];
}

/** Undefined for a live check, and for one that is over. */
export function sandboxStepsOf(check: Check): SandboxSteps | undefined {
  if (check.tenant.environment !== 'test' || check.status === 'withdrawn' || check.status === 'cancelled')
    return undefined;
  const next = nextSandboxStep(check);
  const withdrawal = next && { value: 'withdraw_consent', text: 'Let the candidate withdraw their consent' };
  if (next === 'submit_form') return { next: { value: 'advance', text: 'Submit the form' }, withdrawal, reports: [] };
  const reports = check.reports.flatMap((report) => {
    const steps = stepsOf(report);
    const label = reportTypeById(report.reportTypeId)?.label ?? report.name;
    return steps.length === 0 ? [] : [{ label, steps }];
  });
  if (next === undefined) return reports.length === 0 ? undefined : { next, withdrawal, reports };
  return { next: { value: 'advance', text: 'Complete the next report' }, withdrawal, reports };
}

/** A paused report must be resumed before it can be completed. */
const stepsOf = (report: Report): Step[] =>
  (Object.keys(moves) as Move[])
    .filter(
      (move) => nextReportState(report.status, move) !== undefined && (move !== 'find_change' || canChange(report)),
    )
    .map((move) => ({ value: `${move} ${report.id}`, text: moves[move] }));

/** @param step the value of the pressed button */
export async function takeSandboxStep(ctx: Ctx, caller: Caller, check: Check, step: string): Promise<void> {
  if (step === 'advance') {
    await advanceCheck(ctx, caller, check.id);
    return;
  }
  if (step === 'withdraw_consent') {
    await withdrawSandboxConsent(ctx, caller, check.id);
    return;
  }
  const [move = '', reportId = ''] = step.split(' ');
  const target = { checkId: check.id, reportId };
  if (!Object.hasOwn(moves, move) || check.tenant.environment !== 'test') throw new Refusal('not_found');
  if (move === 'resume') await resumeReport(ctx, caller, target);
  else if (move === 'find_change') await changeSandboxReport(ctx, caller, target, undefined);
  else if (move === 'complete') await moveSandboxReport(ctx, caller, target, { move, asked: {} });
  else await moveSandboxReport(ctx, caller, target, { move: move as 'pause' | 'await_approval' });
}
