// Credits an invoice in full so that what it charged can be invoiced again, to another purchase order, name, address or subsidiary.
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { InvoiceLine } from './invoice.ts';
import { readInvoice } from './invoice-actions.ts';
import { creditedAgain, withCreditedVat } from './invoice-rules.ts';
import { findCreditNoteLines, findInvoice } from './invoice-store.ts';
import { type Draft, issueCreditNotes, issueDrafts } from './issue-actions.ts';
import { buyerVatOf } from './party-actions.ts';
import { countReopened, findReopenedLines, reopenCharges } from './reopened-charge-store.ts';
import { findDiscountsTakenBack, findUnnotedCredits } from './unnoted-credit-store.ts';

const refuse = (problem: string) => new Refusal('invalid_fields', { invoice: [problem] });

async function draftOf(tx: Ctx, accountId: string, invoiceId: string): Promise<Draft> {
  if ((await findUnnotedCredits(tx.db, accountId, invoiceId)).length > 0)
    throw refuse('has a credit that waits until a discount is taken back');
  if ((await findDiscountsTakenBack(tx.db, accountId, invoiceId)).length > 0)
    throw refuse('had a discount that was taken back afterwards: credit its lines');
  const id = tx.newId();
  await reopenCharges(tx.db, accountId, { invoiceId, creditNoteId: id });
  const reopened = await findReopenedLines(tx.db, accountId, id);
  if (reopened.length === 0) throw refuse('is credited already: nothing of it is left');
  const { month, lines, buyer, is_of_account, subsidiary_id } = (await findInvoice(tx.db, accountId, invoiceId))!;
  const noted: InvoiceLine[] = await findCreditNoteLines(tx.db, accountId, invoiceId);
  return {
    ...{ id, kind: 'credit_note', month, isOfAccount: is_of_account, subsidiaryId: subsidiary_id },
    ...{ purchaseOrderKey: null, creditsId: invoiceId, replacesIds: [] },
    lines: withCreditedVat(
      reopened.map((line) => creditedAgain(line, month)),
      lines,
      noted,
    ),
    ...{ subsidiary: buyer.subsidiary, purchaseOrder: buyer.purchaseOrder, creditedVat: buyerVatOf(buyer) },
  };
}

/**
 * What was credited of it before gets its own credit notes first. Its charges are open again, and the next run, or issuing its
 * month again, invoices them. Refuses with `not_found`, and with `invalid_fields` (invoice: nothing of it is left, or a discount
 * of it was taken back). Returns the number of the credit note.
 */
export async function creditToIssueAgain(
  ctx: Ctx,
  caller: OrderScope & Authority,
  id: string | undefined,
): Promise<string> {
  demand(caller, 'manage_agreements');
  const invoice = await readInvoice(ctx, caller, id);
  if (invoice.kind !== 'invoice') throw new Refusal('not_found');
  return inTransaction(ctx, async (tx) => {
    await issueCreditNotes(tx, caller, caller.accountId);
    const [number] = await issueDrafts(tx, caller, caller.accountId, async (again) => [
      await draftOf(again, caller.accountId, invoice.id),
    ]);
    return number!;
  });
}

/** How many lines of the ledger that an invoice charged are open to be invoiced again. */
export function countOpenAgain(ctx: Pick<Ctx, 'db'>, caller: OrderScope & Authority, id: string): Promise<number> {
  demand(caller, 'read_charges');
  return countReopened(ctx.db, caller.accountId, id);
}
