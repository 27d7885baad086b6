// Lets the monitoring of a test report find a change, on request (decisions, Sandbox; ours).
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readCheck } from '../checks/check-actions.ts';
import { asSandbox, refuseLive } from '../checks/sandbox-actions.ts';
import { sandboxOutcome } from '../checks/sandbox-rules.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { Report } from '../reports/report.ts';
import { type MonitoredTarget, recordChange } from './monitor-actions.ts';

export const canChange = ({ status, monitor }: Report): boolean => status === 'complete' && monitor !== null;

/**
 * Opens the report again, with a new outcome that awaits approval. Refuses with `state_does_not_allow` a report that is
 * not monitored or not complete. @param result by default one that it does not have
 */
export async function changeSandboxReport(
  ctx: Ctx,
  caller: Caller,
  target: MonitoredTarget,
  result: ReportResult | undefined,
): Promise<Check> {
  demand(caller, 'order_checks');
  refuseLive(caller);
  const check = await readCheck(ctx, caller, target.checkId);
  const report = check.reports.find(({ id }) => id === target.reportId);
  if (report === undefined) throw new Refusal('not_found');
  if (!canChange(report)) {
    const status = report.monitor === null ? 'of a report that is not monitored' : `is ${report.status}`;
    throw new Refusal('state_does_not_allow', { status: [status] });
  }
  const found = result ?? (report.result === 'clear' ? 'consider' : 'clear');
  const sandbox = asSandbox(caller);
  return recordChange(ctx, sandbox, target, {
    actor: sandbox.actor,
    outcome: sandboxOutcome(check.order, report, { result: found }),
  });
}
