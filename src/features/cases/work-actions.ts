// Reads and changes the due date and the priority of a report; each change is an event.
import { type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { ownReport, type Screener } from './screening-actions.ts';
import { findWaits, updateWork, type WaitRow } from './work-store.ts';

export type { WaitRow };

/** The oldest first. */
export const readWaits = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<WaitRow[]> =>
  findWaits(ctx.db, tenant, reportId);

const isDueDate = (text: string) => parseDate(text) === text && text >= '2020-01-01';

/** What is left out stays. */
export interface WorkChange {
  /** A date, or null for none. */
  readonly dueOn?: string | null;
  readonly priority?: 0 | 1;
}

/** Refuses with `state_does_not_allow` a report that is over. */
export async function changeWork(ctx: Ctx, screener: Screener, reportId: string, change: WorkChange): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'claim_reports');
  if (!allowsAction(queued.status, 'plan')) throw new Refusal('state_does_not_allow');
  const problems = new Problems();
  if (typeof change.dueOn === 'string' && !isDueDate(change.dueOn)) problems.add('due_on', 'Enter a date from 2020 on');
  problems.refuse('invalid_fields');
  await inTransaction(ctx, async (tx) => {
    const before = await updateWork(tx.db, caller, queued.report_id, change);
    if (before === undefined) throw new Refusal('not_found');
    const about = { resourceId: queued.report_id, checkId: queued.check_id, reportId: queued.report_id };
    const events: EventToStore[] = [];
    if (change.dueOn !== undefined && before.due_on !== change.dueOn) {
      const detail = { from: before.due_on, to: change.dueOn };
      events.push({ type: 'report.due_date_changed', ...about, detail });
    }
    if (change.priority !== undefined && before.priority !== change.priority) {
      events.push({ type: 'report.priority_changed', ...about, detail: { priority: change.priority } });
    }
    await storeEvents(tx, caller, events);
  });
}
