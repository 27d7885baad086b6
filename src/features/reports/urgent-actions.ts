// Makes the open reports of an urgent order due earlier and puts them before others, and takes that back.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import { isAheadOfOthers } from '../value-sets/refinement-values.ts';
import { dueDate, savedDays } from './due-date-rules.ts';
import { findHurriedReports, updateHurry } from './urgent-store.ts';

interface Hurried {
  readonly checkId: string;
  /** Whose calendar the order follows. */
  readonly jurisdiction: Jurisdiction;
}

/** Those that are due earlier already stay as they are. @param percent of their working days that they have now */
export async function hurryReports(tx: Ctx, caller: Caller, { checkId, jurisdiction }: Hurried, percent: number) {
  const today = todayFor(tx, caller);
  const calendar = tx.calendar();
  const found = await findHurriedReports(tx.db, caller, checkId);
  const hurried = found
    .filter((row) => row.working_days_saved === null)
    .map(({ id, working_days: workingDays, due_on: dueOn, requested_at }) => {
      const isBegun = requested_at !== null;
      const days = savedDays({ workingDays, dueOn, isBegun }, { percent, today, holidays: calendar[jurisdiction] });
      return { id, days, dueOn: dueOn && dueDate(dueOn, -days, jurisdiction, calendar), priority: 1 as const };
    });
  await updateHurry(tx.db, caller, hurried, true);
}

/** By how many working days the reports of an urgent order are due earlier, by their ids. */
export const daysSaved = async (tx: Ctx, caller: Caller, checkId: string): Promise<ReadonlyMap<string, number>> =>
  new Map((await findHurriedReports(tx.db, caller, checkId)).map((row) => [row.id, row.working_days_saved ?? 0]));

/** They have the days back by which they were due earlier; one that has ended keeps the day, and has them if it is opened again. */
export async function unhurryReports(tx: Ctx, caller: Caller, { checkId, jurisdiction }: Hurried): Promise<void> {
  const calendar = tx.calendar();
  const found = await findHurriedReports(tx.db, caller, checkId);
  const back = found.map(({ id, options, working_days_saved, due_on, is_open: isOpen }) => {
    const saved = working_days_saved ?? 0;
    const priority = isAheadOfOthers(options) ? (1 as const) : (0 as const);
    return {
      id,
      days: -saved,
      dueOn: due_on && isOpen ? dueDate(due_on, saved, jurisdiction, calendar) : due_on,
      priority,
    };
  });
  await updateHurry(tx.db, caller, back, false);
}
