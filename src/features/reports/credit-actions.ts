// Credits reports that should not have been charged, whatever became of them.
import { type Authority, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { type CreditReason, creditReasonWords } from '../../messages/en-credits.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { creditReportRows } from './report-store.ts';

export const creditReasons = Object.keys(creditReasonWords) as readonly CreditReason[];

export interface CreditArguments {
  readonly checkId: string;
  readonly applicantId: string;
  readonly reportIds: readonly string[];
  readonly reason: CreditReason | undefined;
}

/**
 * Credits the price, the fee and the VAT of reports of one check in the month of today; a report is credited once only. The
 * work on them goes on. Refuses with `invalid_fields` (report, reason).
 */
export function creditReports(ctx: Ctx, caller: Tenant & Authority, given: CreditArguments): Promise<void> {
  demand(caller, 'manage_agreements');
  const { checkId, applicantId, reportIds, reason } = given;
  const problems = new Problems();
  if (reportIds.length === 0) problems.add('report', "can't be blank");
  if (reason === undefined) problems.add('reason', "can't be blank");
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const credited = await creditReportRows(tx.db, caller, given, tx.now());
    if (credited.length < new Set(reportIds).size) {
      problems.add('report', 'has been credited already, or was not charged');
      problems.refuse('invalid_fields');
    }
    const about = { type: 'report.credited', applicantId, checkId, detail: { reason } } as const;
    const as = { ...caller, clockOffsetSeconds: 0 };
    await storeEvents(
      tx,
      as,
      credited.map((id) => ({ ...about, resourceId: id, reportId: id })),
    );
  });
}
