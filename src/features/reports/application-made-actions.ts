// Records that the application to an authority was made, or was not after all, whoever says so.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { storeEvents } from '../events/event-actions.ts';
import { updateApplication } from './application-queries.ts';
import { markApplied } from './credit-queries.ts';

interface Target {
  readonly checkId: string;
  readonly reportId: string;
}

/** False if it was so already, or the report is over. Run it in a transaction. */
export async function recordApplied(tx: Ctx, caller: Caller, { checkId, reportId }: Target): Promise<boolean> {
  if (!(await markApplied(tx.db, caller, reportId, timeFor(tx, caller)))) return false;
  await storeEvents(tx, caller, [{ type: 'report.application_made', resourceId: reportId, checkId, reportId }]);
  return true;
}

/** With its number and how far it is. Twice is the same as once. Run it in a transaction. */
export async function takeBackApplied(tx: Ctx, caller: Caller, { checkId, reportId }: Target): Promise<void> {
  if (!(await markApplied(tx.db, caller, reportId, null))) return;
  await updateApplication(tx.db, caller, reportId, { sealedReference: null, stage: null, lookedOn: null });
  await storeEvents(tx, caller, [{ type: 'report.application_taken_back', resourceId: reportId, checkId, reportId }]);
}
