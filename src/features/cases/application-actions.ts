// Records that the application was made whose fee an authority takes, such as to the DBS: only then is the fee spent.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { type FeeRow, findFee, markApplied } from '../reports/credit-queries.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { ownReport, type Screener } from './screening-actions.ts';

/** Whether the fee of the report is spent; undefined where there is none. */
export async function readFee(ctx: Pick<Ctx, 'db'>, caller: Caller, reportId: string): Promise<FeeRow | undefined> {
  demand(caller, 'read_reports');
  return findFee(ctx.db, caller, reportId);
}

/** Whether the fee of the report is credited if it ends now without a result. */
export async function isFeeCredited(ctx: Pick<Ctx, 'db'>, caller: Caller, reportId: string): Promise<boolean> {
  demand(caller, 'read_reports');
  return (await findFee(ctx.db, caller, reportId))?.is_spent === false;
}

/** Twice is the same as once. @param isMade false to take it back. Refuses with `state_does_not_allow` a report that is over. */
export async function recordApplication(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  isMade: boolean,
): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'send_out');
  if (!allowsAction(queued.status, 'record_application')) throw new Refusal('state_does_not_allow');
  await inTransaction(ctx, async (tx) => {
    const at = isMade ? timeFor(tx, caller) : null;
    if (!(await markApplied(tx.db, caller, queued.report_id, at))) return;
    const about = { resourceId: queued.report_id, checkId: queued.check_id, reportId: queued.report_id };
    await storeEvents(tx, caller, [
      { type: isMade ? 'report.application_made' : 'report.application_taken_back', ...about },
    ]);
  });
}
