// Keeps what is credited of an invoice, VAT and fees included, within what the invoice charged after its discounts.
import type { Ctx, Tenant } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import { Refusal } from '../../lib/refusal.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { invoiceLineOf, numberText, sumsOf, withCreditedVat } from './invoice-rules.ts';
import { findCreditNoteLines, findInvoice } from './invoice-store.ts';
import {
  type ClaimedLine,
  findDiscountsTakenBack,
  findInvoicesOfCharges,
  findUnnotedCredits,
} from './invoiced-charge-store.ts';

interface Left {
  readonly number: string;
  readonly pence: number;
}

/**
 * After its credit notes, and what is credited of it and on no note yet; with the discounts that were taken back. Less than 0 if
 * more is credited than was charged.
 */
export async function leftToCredit(tx: Ctx, accountId: string, invoiceId: string): Promise<Left> {
  const invoice = (await findInvoice(tx.db, accountId, invoiceId))!;
  const noted = await findCreditNoteLines(tx.db, accountId, invoiceId);
  const lined = (lines: readonly ClaimedLine[]) => lines.map((line) => invoiceLineOf(line, invoice.month));
  const open = lined(await findUnnotedCredits(tx.db, accountId, invoiceId));
  const recharged = lined(await findDiscountsTakenBack(tx.db, accountId, invoiceId));
  const credited = [...noted, ...withCreditedVat(open, invoice.lines, noted)];
  const pence = sumsOf([...invoice.lines, ...recharged, ...credited]).totalPence;
  return { number: numberText('invoice', invoice.number), pence };
}

/**
 * Credits reports, or takes back what was added by hand. Whoever credits something of the account at the same time waits. Refuses
 * with `invalid_fields` (credit) more than is left of an invoice. @param aboutIds of the reports or charges @param credit stores it
 */
export async function withinInvoices<T>(
  tx: Ctx,
  { accountId }: Tenant,
  aboutIds: readonly string[],
  credit: () => Promise<T>,
): Promise<T> {
  await lockAccount(tx, accountId);
  const ids = await findInvoicesOfCharges(tx.db, accountId, aboutIds);
  const before = new Map<string, Left>();
  for (const id of ids) before.set(id, await leftToCredit(tx, accountId, id));
  const credited = await credit();
  for (const [id, { number, pence }] of before) {
    const after = await leftToCredit(tx, accountId, id);
    if (after.pence >= 0 || after.pence >= pence) continue;
    const left = inPounds(Math.max(pence, 0));
    const problem = `comes to ${inPounds(pence - after.pence)} with VAT and fees, but only ${left} is left to credit of ${number}, after its discounts`;
    throw new Refusal('invalid_fields', { credit: [problem] });
  }
  return credited;
}
