// Credits reports that should not have been charged, whatever became of them.
import { type Authority, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { type CreditReason, creditReasonWords } from '../../messages/en-credits.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { creditPartRow, creditReportRows } from '../reports/credit-queries.ts';
import { withinInvoices } from './credit-limit-actions.ts';

export const creditReasons = Object.keys(creditReasonWords) as readonly CreditReason[];

export interface CreditArguments {
  readonly checkId: string;
  readonly applicantId: string;
  readonly reportIds: readonly string[];
  readonly reason: CreditReason | undefined;
}

/**
 * Credits the price, the fee and the VAT of reports of one check in the month of today; a report is credited once only. The
 * work on them goes on. Refuses with `invalid_fields` (report, reason; credit: more than is left of their invoice).
 */
export function creditReports(ctx: Ctx, caller: Tenant & Authority, given: CreditArguments): Promise<void> {
  demand(caller, 'manage_agreements');
  const { checkId, applicantId, reportIds, reason } = given;
  const problems = new Problems();
  if (reportIds.length === 0) problems.add('report', "can't be blank");
  if (reason === undefined) problems.add('reason', "can't be blank");
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const credited = await withinInvoices(tx, caller, reportIds, () =>
      creditReportRows(tx.db, caller, { checkId, reportIds, reason: reason! }, tx.now()),
    );
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

export interface ManyCreditArguments {
  readonly reports: readonly { readonly report_id: string; readonly check_id: string; readonly applicant_id: string }[];
  readonly reason: CreditReason | undefined;
}

/** Credits reports of several checks as `creditReports` does those of one: all of them, or none. */
export function creditManyReports(ctx: Ctx, caller: Tenant & Authority, given: ManyCreditArguments): Promise<void> {
  demand(caller, 'manage_agreements');
  const { reports, reason } = given;
  const checks = [...Map.groupBy(reports, ({ check_id: id }) => id)];
  if (checks.length === 0) throw new Refusal('invalid_fields', { report: ["can't be blank"] });
  return inTransaction(ctx, async (tx) => {
    for (const [checkId, ofCheck] of checks) {
      const { applicant_id: applicantId } = ofCheck[0]!;
      const reportIds = ofCheck.map(({ report_id: id }) => id);
      await creditReports(tx, caller, { checkId, applicantId, reportIds, reason });
    }
  });
}

export interface PartCreditArguments {
  readonly checkId: string;
  readonly applicantId: string;
  readonly reportId: string | undefined;
  /** Of the price without VAT, and of the fee: undefined for nothing, NaN for a text that is no amount. */
  readonly pricePence: number | undefined;
  readonly feePence: number | undefined;
  readonly reason: CreditReason | undefined;
}

/**
 * Credits a part of the price, with its VAT, or of the fee of one report, in the month of today. Refuses with `invalid_fields`
 * (report, price, fee, reason; credit: more than is left of its invoice), also more than is left of the report.
 */
export function creditPart(ctx: Ctx, caller: Tenant & Authority, given: PartCreditArguments): Promise<void> {
  demand(caller, 'manage_agreements');
  const { checkId, applicantId, reportId, reason, pricePence = 0, feePence = 0 } = given;
  const problems = new Problems();
  if (reportId === undefined) problems.add('report', "can't be blank");
  if (!Number.isInteger(pricePence) || pricePence < 0) problems.add('price', 'must be in pounds, such as 2.50');
  if (!Number.isInteger(feePence) || feePence < 0) problems.add('fee', 'must be in pounds, such as 2.50');
  if (pricePence === 0 && feePence === 0) problems.add('price', "can't be blank");
  if (reason === undefined) problems.add('reason', "can't be blank");
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const part = { checkId, reportId: reportId!, pricePence, feePence, reason: reason! };
    const isCredited = await withinInvoices(tx, caller, [part.reportId], () =>
      creditPartRow(tx.db, caller, part, tx.now()),
    );
    if (!isCredited) {
      problems.add(pricePence > 0 ? 'price' : 'fee', 'is more than is left of what was charged');
      problems.refuse('invalid_fields');
    }
    const detail = { reason, price_pence: pricePence, fee_pence: feePence };
    const event = {
      type: 'report.part_credited',
      applicantId,
      checkId,
      resourceId: reportId!,
      reportId: reportId!,
      detail,
    } as const;
    await storeEvents(tx, { ...caller, clockOffsetSeconds: 0 }, [event]);
  });
}
