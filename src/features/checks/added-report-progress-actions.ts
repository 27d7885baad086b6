// Begins the work on reports that were added to a check after it was started.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { storeEvents } from '../events/event-actions.ts';
import { dueFromToday } from '../reports/due-date-actions.ts';
import type { Report } from '../reports/report.ts';
import { markReportsRequested } from '../reports/report-request-actions.ts';
import { sealOrder } from './check-actions.ts';
import type { LockedCheck } from './check-progress-actions.ts';
import { needsSeenIdentity } from './check-rules.ts';
import { insertAddedReports, type NewReport, updateCheck } from './check-store.ts';
import { mailClient } from './client-mail-actions.ts';

/** With their charges. @param codes how interface v1 names them */
export async function storeAddedReports(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  reports: readonly NewReport[],
  codes: readonly string[],
): Promise<void> {
  const { id, order } = check;
  const added = { checkId: id, held: check.reports.length, at: timeFor(tx, caller), reports };
  await insertAddedReports(tx.db, caller, added);
  if (order.details === null) return;
  const details = { ...order.details, CheckTypes: [...order.details.CheckTypes, ...codes] };
  await updateCheck(tx.db, caller, { id, sealedOrder: sealOrder(key, id, { ...order, details }) });
}

/** They are due from today, and go to their providers. */
export async function beginAddedReports(
  tx: Ctx,
  caller: Caller,
  { check }: LockedCheck,
  added: readonly Report[],
): Promise<void> {
  const dueOn = new Map(added.map((report) => [report.id, dueFromToday(tx, caller, check, report)]));
  const requested = await markReportsRequested(tx, caller, check, dueOn);
  await storeEvents(tx, caller, requested.events);
  await tx.jobs.addEach(tx.db, 'request_report', requested.jobs);
  const others = check.reports.filter(({ id }) => !dueOn.has(id));
  if (check.identityConfirmedAt === null && needsSeenIdentity(added) && !needsSeenIdentity(others))
    await mailClient(tx, caller, check, 'identity_awaited');
}
