// Credits what a report that ended does not cost: all of it, or the fee of an authority that was not spent.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import type { CreditReason } from '../../messages/en-credits.ts';
import type { EventToStore } from '../events/event-actions.ts';
import { creditReportRows, creditUnspentFee, creditUrgency } from './credit-queries.ts';
import type { Report } from './report.ts';

/**
 * Credits a report that ends before work began (decisions, Charges), with the last one the surcharge of an urgent order, and of one that ends later without a result the fee that
 * was not spent. Returns the events of what was credited.
 */
export async function creditEnded(
  tx: Ctx,
  caller: Caller,
  check: { readonly id: string; readonly applicantId: string },
  report: Report,
): Promise<EventToStore[]> {
  const isClosed = report.status === 'withdrawn' || report.status === 'cancelled';
  const isUnable = report.status === 'complete' && report.result === 'unidentified';
  if (!isClosed && !isUnable) return [];
  if (isClosed && report.requestedAt === null) {
    const at = timeFor(tx, caller);
    const reason = 'ended_before_work';
    await creditReportRows(tx.db, caller, { checkId: check.id, reportIds: [report.id], reason }, at);
    await creditUrgency(tx.db, caller, check.id, { at, isOver: true });
    return [];
  }
  const about = { checkId: check.id, reportId: report.id };
  const feePence = await creditUnspentFee(tx.db, caller, about, timeFor(tx, caller));
  if (feePence === undefined) return [];
  const detail = { reason: 'fee_not_spent' satisfies CreditReason, price_pence: 0, fee_pence: feePence };
  return [{ type: 'report.part_credited', resourceId: report.id, applicantId: check.applicantId, ...about, detail }];
}
