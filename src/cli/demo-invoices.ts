// The invoices of the demo: those of the months that are over, and the older ones paid; with what was added to its charges by hand.
import type { Ctx } from '../context.ts';
import { changeAccountSettings } from '../features/accounts/account-settings-actions.ts';
import { disputeCharge } from '../features/charge-disputes/dispute-actions.ts';
import { addCharge } from '../features/charges/added-charge-actions.ts';
import { readInvoices } from '../features/invoices/invoice-actions.ts';
import { lastMonth, leftOf } from '../features/invoices/invoice-rules.ts';
import { issueInvoices } from '../features/invoices/issue-actions.ts';
import { readCharges } from '../features/lists/charge-actions.ts';
import { recordReceipt } from '../features/payments/payment-actions.ts';
import { keepPurchaseOrder } from '../features/purchase-orders/purchase-order-actions.ts';
import { addDays } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { demoOperator } from './demo-place.ts';

/** How many months the demo has behind it. */
const MONTHS = 3;

/** At noon on the first day of the month after it. */
const dayAfter = (month: string) => new Date(`${addDays(`${month}-28`, 7).slice(0, 7)}-01T12:00:00Z`);

/** The demo names an operator of its own where none is set. */
const withOperator = (ctx: Ctx): Ctx => ({
  ...ctx,
  settings: {
    ...ctx.settings,
    ...demoOperator,
    operatorName: ctx.settings.operatorName ?? demoOperator.operatorName,
  },
});

/** The client asks about one of the reports of a month. */
async function disputeOne(tx: Ctx, accountId: string, month: string): Promise<void> {
  const caller = { accountId, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  for await (const part of readCharges(tx, caller, { month })) {
    const line = part.find(({ kind, purchaseOrder }) => kind === 'order' && purchaseOrder !== null);
    if (line === undefined) continue;
    const words = 'The agreed price is lower by £2.00, please compare our agreement.';
    return disputeCharge(tx, caller, { aboutId: line.about_id, reason: 'wrong_price', words });
  }
}

export async function issueDemoInvoices(
  tx: Ctx,
  accounts: readonly { readonly id: string; readonly name: string }[],
  now: Date,
): Promise<void> {
  const last = lastMonth(ukDateOf(now));
  const months = [last];
  while (months.length < MONTHS) months.unshift(lastMonth(`${months[0]}-01`));
  for (const { id, name } of accounts) {
    const billingAddress = [name, '2 Sample Road', 'York', 'YO1 1AA'].join('\n');
    await changeAccountSettings(tx, 'system', id, { billingAddress, purchaseOrder: 'PO-1001' });
    const agreed = { number: 'PO-1001', name: 'All departments', from: '', until: '', limitPence: 50_000 };
    await keepPurchaseOrder(tx, { actor: 'system' }, id, undefined, agreed);
    const caller = { accountId: id, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
    const at = (time: Date): Ctx => ({ ...tx, now: () => time });
    const ofAll = { order: '', subsidiaryId: '', month: '' };
    const discount = { description: 'Volume discount', pence: -1000, as: 'price', ...ofAll } as const;
    await addCharge(at(new Date(`${last}-15T12:00:00Z`)), caller, discount);
    await addCharge(at(now), caller, { description: 'Court fee', pence: 4500, as: 'fee', ...ofAll });
    for (const month of months) {
      // In the first hours of a month, those of the last one are issued now.
      const issuedAt = new Date(Math.min(dayAfter(month).getTime(), now.getTime()));
      await issueInvoices(withOperator({ ...tx, now: () => issuedAt }), 'system', id, month);
    }
    await disputeOne(tx, id, last);
    for await (const part of readInvoices(tx, 'system', [id]))
      for (const invoice of part.filter((one) => one.month < last && one.kind === 'invoice' && leftOf(one) > 0))
        await recordReceipt({ ...tx, now: () => now }, caller, {
          ...{ on: addDays(invoice.issuedOn, 14), reference: `BACS ${invoice.number}`, method: 'bank_transfer' },
          ...{ pence: leftOf(invoice), shares: undefined },
        });
  }
}
