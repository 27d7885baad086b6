// Tells when the reports of a check are due on which work begins.
import type { Caller, Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { dueFromToday } from '../reports/due-date-actions.ts';
import { dueDate } from '../reports/due-date-rules.ts';
import { daysSaved } from '../reports/urgent-actions.ts';
import type { Check } from './check.ts';

/**
 * When its reports are due once the candidate has submitted the form, by their ids: from today, or on the day that was promised in
 * the system from which the order was brought in, or earlier if it became urgent here. What was added here later is due from today.
 */
export async function dueAtStart(tx: Ctx, caller: Caller, check: Check): Promise<ReadonlyMap<string, IsoDate | null>> {
  const promised = check.order.brought_in?.due_on ?? null;
  const saved = promised !== null && check.isUrgent ? await daysSaved(tx, caller, check.id) : undefined;
  return new Map(
    check.reports.map((report) => {
      const cameWithIt = report.createdAt.getTime() === check.createdAt.getTime();
      if (promised === null || !cameWithIt) return [report.id, dueFromToday(tx, caller, check, report)];
      const days = saved?.get(report.id) ?? 0;
      return [report.id, days === 0 ? promised : dueDate(promised, -days, check.jurisdiction, tx.calendar())];
    }),
  );
}
