// Writes off what is not collected, takes receipts back, and moves one to the account that paid it.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { listUnpaidInvoices } from '../invoices/invoice-actions.ts';
import { leftOf } from '../invoices/invoice-rules.ts';
import { storeSettlement } from '../invoices/settlement-actions.ts';
import { type Caller, readPayment, storeReceipt } from './payment-actions.ts';
import { type TakenBackReason, takenBackReasonsOf, type WriteOffReason, writeOffWords } from './payment-rules.ts';
import { insertTakenBack } from './payment-store.ts';

/**
 * Writes off what is left to pay of an invoice: it is owed no more, and no money came in. Refuses with `invalid_fields`
 * (reason), and with `not_found` where nothing is left.
 */
export async function writeOff(
  ctx: Ctx,
  caller: Caller,
  invoiceId: string | undefined,
  reason: WriteOffReason | undefined,
): Promise<void> {
  demand(caller, 'manage_agreements');
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, caller.accountId);
    const unpaid = await listUnpaidInvoices(tx, caller, [caller.accountId]);
    const invoice = unpaid.find(({ id }) => id === invoiceId);
    if (invoice === undefined) throw new Refusal('not_found');
    const problems = new Problems();
    if (reason === undefined) problems.add('reason', "can't be blank");
    problems.refuse('invalid_fields');
    const pence = leftOf(invoice);
    await storeReceipt(tx, caller, {
      ...{ on: ukDateOf(tx.now()), pence, method: 'write_off', reference: writeOffWords[reason!] },
      shares: [{ invoiceId: invoice.id, pence }],
    });
  });
}

/**
 * A receipt does not count any more, and nothing stays set from it. Refuses with `invalid_fields` (reason), and with
 * `not_found` for a credit note.
 */
export function takeBackReceipt(
  ctx: Ctx,
  caller: Caller,
  id: string | undefined,
  reason: TakenBackReason | undefined,
): Promise<void> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, caller.accountId);
    const { receipt } = await readPayment(tx, caller, id);
    if (receipt === null) throw new Refusal('not_found');
    const problems = new Problems();
    if (reason === undefined || !takenBackReasonsOf(receipt.method).includes(reason))
      problems.add('reason', "can't be blank");
    problems.refuse('invalid_fields');
    if (receipt.takenBack !== null) return;
    for (const { invoiceId, pence } of receipt.settlements)
      await storeSettlement(tx, caller.accountId, caller, {
        ...{ source: 'receipt', sourceId: receipt.id, invoiceId, pence: -pence },
      });
    const at = tx.now();
    const taken = { receiptId: receipt.id, reason: reason!, on: ukDateOf(at), by: caller.actor, at };
    await insertTakenBack(tx.db, caller.accountId, taken);
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.receipt_taken_back',
      resourceId: caller.accountId,
      detail: { amount_pence: receipt.pence, on: receipt.on, reason },
    });
  });
}

/**
 * Takes a receipt back that is of another account, and records it there, where it pays what its reference names or what is
 * oldest. Returns its id there. Refuses with `not_found`.
 * @param to scope of the other account
 */
export async function moveReceipt(ctx: Ctx, caller: Caller, id: string | undefined, to: Caller): Promise<string> {
  demand(caller, 'manage_agreements');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(to.accountId);
  return inTransaction(ctx, async (tx) => {
    // Before it is read, so that nobody else moves it meanwhile; in one order, so that moves in both directions never block.
    for (const accountId of [caller.accountId, to.accountId].toSorted()) await lockAccount(tx, accountId);
    const { receipt } = await readPayment(tx, caller, id);
    if (receipt === null || receipt.takenBack !== null || receipt.method === 'write_off')
      throw new Refusal('not_found');
    await takeBackReceipt(tx, caller, id, 'other_account');
    const { on, pence, method, reference } = receipt;
    return storeReceipt(tx, to, { on, pence, method, reference, shares: undefined });
  });
}
