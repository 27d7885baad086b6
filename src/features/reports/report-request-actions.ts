// Marks reports as requested, with their events and the jobs that ask their providers.
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { Report } from './report.ts';
import { type AboutCheck, eventAbout, jobOf } from './report-actions.ts';
import { requestReports } from './report-store.ts';

/** The events to store and the jobs to enqueue for requested reports. */
export function requestsOf(tenant: Tenant, check: AboutCheck, reports: readonly Pick<Report, 'id' | 'status'>[]) {
  return {
    events: reports.map((report) => eventAbout(check, report, 'report.requested', report.status)),
    jobs: reports.map(({ id }) => jobOf(tenant, { id, checkId: check.id })),
  };
}

/** Marks the open reports of a check as requested. @param dueOn by the ids of the reports; null where that is not known */
export async function markReportsRequested(
  tx: Ctx,
  caller: Caller,
  check: AboutCheck,
  dueOn: ReadonlyMap<string, IsoDate | null>,
) {
  return requestsOf(caller, check, await requestReports(tx.db, caller, check.id, { at: timeFor(tx, caller), dueOn }));
}
