// Makes the demo's work queue look like a working day: some reports are claimed or urgent, and the screener has saved views.
import type { Ctx } from '../context.ts';
import { claimReport } from '../features/cases/claim-actions.ts';
import type { Screener } from '../features/cases/screening-actions.ts';
import { changeWork } from '../features/cases/work-actions.ts';
import { saveView } from '../features/lists/saved-view-actions.ts';
import { findQueuedReports } from '../features/lists/work-queue-queries.ts';

const views = [
  { name: 'Nobody has them yet', address: 'view=unassigned' },
  { name: 'Right to work, overdue', address: 'view=overdue&type=3' },
  { name: 'Waiting for a client', address: 'waiting=client' },
];

/** Of the reports that nobody worked on yet, some are claimed and some are urgent. */
export async function fillQueue(tx: Ctx, screener: Screener, reviewer: Screener): Promise<void> {
  const page = { view: 'unassigned', now: tx.now(), sort: 'due', offset: 0, limit: 100 } as const;
  // Who proposed an outcome may not take its approval.
  const filter = { environment: 'live', status: 'awaiting_data' } as const;
  const queued = await findQueuedReports(tx.db, screener, filter, page);
  for (const [index, { report_id }] of queued.entries()) {
    if (index % 4 === 1) await claimReport(tx, screener, report_id);
    if (index % 8 === 2) await claimReport(tx, reviewer, report_id);
    if (index % 8 === 6) await changeWork(tx, screener, report_id, { priority: 1 });
  }
  for (const view of views) await saveView(tx, screener, view);
}
