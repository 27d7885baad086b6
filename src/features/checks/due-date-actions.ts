// Tells when the reports of a check are due on which work begins.
import type { Caller, Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { dueFromToday } from '../reports/due-date-actions.ts';
import type { Check } from './check.ts';

/**
 * When its reports are due once the candidate has submitted the form, by their ids: from today, or on the day that was promised in
 * the system from which the order was brought in. What was added here later is due from today.
 */
export const dueAtStart = (tx: Ctx, caller: Caller, check: Check): ReadonlyMap<string, IsoDate | null> =>
  new Map(
    check.reports.map((report) => {
      const cameWithIt = report.createdAt.getTime() === check.createdAt.getTime();
      const promised = cameWithIt ? check.order.brought_in?.due_on : null;
      return [report.id, promised ?? dueFromToday(tx, caller, check, report)];
    }),
  );
