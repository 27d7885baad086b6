// Says when the reports of a check are due, by the working days that the account or the catalogue gives their types.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { readWorkingDays } from '../report-types/availability-actions.ts';
import { dueDate } from '../reports/due-date-rules.ts';
import type { Report } from '../reports/report.ts';
import type { Check } from './check.ts';

/**
 * When reports on which work begins today are due, by their ids: when the candidate has submitted the form, or a complete
 * report is opened again, which may be long after the order.
 */
export async function dueFromToday(
  tx: Ctx,
  caller: Caller,
  { order }: Check,
  reports: readonly Report[],
): Promise<ReadonlyMap<string, IsoDate | null>> {
  const types = new Set(reports.map(({ reportTypeId }) => reportTypeId));
  const workingDays = await readWorkingDays(tx, caller.accountId, [...types]);
  const today = ukDateOf(timeFor(tx, caller));
  const placeOfWork = order.criminal_details?.place_of_work ?? null;
  return new Map(
    reports.map(({ id, reportTypeId }) => {
      const days = workingDays.get(reportTypeId);
      return [id, days === undefined ? null : dueDate(today, days, placeOfWork)];
    }),
  );
}
