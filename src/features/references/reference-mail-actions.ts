// What becomes of a reference when a mail to its referee did not arrive, or did after all.
import { timeFor } from '../../context.ts';
import type { WhenRequestSettled } from '../emails/email-actions.ts';
import { isOpen } from '../reports/report-states.ts';
import { beginWaiting, lockedReference, moveReference } from './reference-move-actions.ts';
import { lockReference } from './reference-store.ts';

/** The report waits for its screener again. Ignores a mail that a newer one has replaced: its address may be another one. */
export const settleRequest: WhenRequestSettled = async (tx, caller, { referenceId, writtenAt, isSent }) => {
  const row = await lockReference(tx.db, caller, referenceId);
  if (row === undefined || row.sealed_key === null || !isOpen(row.report_status)) return;
  if (row.mailed_at === null || writtenAt < row.mailed_at) return;
  const locked = await lockedReference(tx, caller, referenceId);
  if (!isSent && row.status === 'requested') return moveReference(tx, caller, locked, 'fail_to_reach');
  if (!isSent || row.status !== 'undelivered') return;
  await moveReference(tx, caller, locked, 'ask_again', { mailedAt: timeFor(tx, caller) });
  await beginWaiting(tx, caller, row);
};
