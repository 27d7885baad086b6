// When a report is due on which work begins today.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { dueDate } from './due-date-rules.ts';

/**
 * Because the candidate has submitted the form or a complete report is opened again: the day of the order may be long past.
 * @param jurisdiction of the order
 */
export const dueFromToday = (
  tx: Ctx,
  caller: Caller,
  { jurisdiction }: { readonly jurisdiction: Jurisdiction },
  { workingDays }: { readonly workingDays: number | null },
): IsoDate | null => dueDate(todayFor(tx, caller), workingDays, jurisdiction, tx.calendar());
