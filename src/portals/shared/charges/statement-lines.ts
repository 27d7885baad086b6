// The lines of a statement, by purchase order with a subtotal each where the client gave any.
import type { Charge } from '../../../features/lists/charge-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { agreedPrice, orderNumber } from '../page-filters.ts';

const kinds = { order: 'Ordered', credit: 'Credited' } as const;

export const reportLabel = (reportTypeId: number): string => reportTypeById(reportTypeId)?.label ?? 'Report';

const lineOf = (charge: Charge) => ({
  at: charge.created_at,
  order: orderNumber(charge.order_id),
  report: reportLabel(charge.report_type_id),
  purchaseOrder: charge.purchaseOrder ?? 'Erased',
  kind: kinds[charge.kind],
  amount: agreedPrice(charge.amount_pence),
});

/** After the name of a sum where some of its lines have no agreed price. */
export const ofPriced = ', of the lines with a price';

/** Null if no line has a price. */
export function pricedSum(lines: readonly { readonly amount_pence: number | null }[]): number | null {
  const amounts = lines.flatMap(({ amount_pence }) => amount_pence ?? []);
  return amounts.length === 0 && lines.length > 0 ? null : amounts.reduce((sum, one) => sum + one, 0);
}

/** Named ones by name, then the lines without one, then those whose purchase order was erased. */
const rankOf = (purchaseOrder: string | null) => (purchaseOrder === null ? 2 : purchaseOrder === '' ? 1 : 0);

function subtotalLabel(purchaseOrder: string | null): string {
  if (purchaseOrder === null) return 'Subtotal of orders whose candidate was erased';
  return purchaseOrder === '' ? 'Subtotal without a purchase order' : `Subtotal of ${purchaseOrder}`;
}

/** @param charges oldest first @param isCut whether they are a part only, of which no subtotal would be true */
export function statementLines(charges: readonly Charge[], isCut: boolean) {
  const groups = [...Map.groupBy(charges, ({ purchaseOrder }) => purchaseOrder)];
  const hasPurchaseOrders = charges.some(({ purchaseOrder }) => purchaseOrder);
  if (isCut || !hasPurchaseOrders)
    return { isCut, hasPurchaseOrders, groups: [{ subtotal: undefined, lines: charges.map(lineOf) }] };
  const byName = new Intl.Collator('en-GB', { numeric: true }).compare;
  return {
    isCut,
    hasPurchaseOrders,
    groups: groups
      .toSorted(([one], [other]) => rankOf(one) - rankOf(other) || byName(one ?? '', other ?? ''))
      .map(([purchaseOrder, lines]) => ({
        subtotal: {
          label: `${subtotalLabel(purchaseOrder)}${lines.some(({ amount_pence }) => amount_pence === null) ? ofPriced : ''}`,
          amount: agreedPrice(pricedSum(lines)),
        },
        lines: lines.map(lineOf),
      })),
  };
}
