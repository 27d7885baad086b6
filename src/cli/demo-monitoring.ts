// The monitored reports of the demo: one waits for a person since its last month, of one a provider has found a change.
import type { Ctx } from '../context.ts';
import { openReport, type Screener } from '../features/cases/screening-actions.ts';
import type { Check } from '../features/checks/check.ts';
import { readCheck } from '../features/checks/check-actions.ts';
import { askPerson, beginMonitoring, recordChange, recordNoChange } from '../features/monitoring/monitor-actions.ts';
import { isCheckedAnew } from '../features/report-types/monitoring.ts';
import { type DemoCandidate, findingsOf } from './demo-candidates.ts';

const MONTH_HOURS = 30 * 24;

/** Yields as the steps of an order do: how many hours after the order the next one happens. */
export async function* monitor(
  ctx: Ctx,
  screener: Screener,
  placed: Check,
  { monitored }: DemoCandidate,
): AsyncGenerator<number, void> {
  if (monitored === undefined) return;
  const { reports } = await readCheck(ctx, placed.tenant, placed.id);
  const report = reports.find(({ monitor }) => monitor !== null)!;
  const { caller } = await openReport(ctx, screener, report.id);
  const target = { checkId: placed.id, reportId: report.id };
  await beginMonitoring(ctx, caller, target, undefined);
  yield MONTH_HOURS;
  // Nobody says only of a permission that nothing has changed.
  if (!isCheckedAnew(report.monitor!)) await recordNoChange(ctx, caller, target);
  yield 1.9 * MONTH_HOURS;
  if (monitored.last === 'waits_for_person') return askPerson(ctx, caller, target);
  const outcome = { result: 'consider', subResult: null, findings: findingsOf(report, 'consider') } as const;
  await recordChange(ctx, caller, target, { actor: 'provider:sanctions', outcome });
}
