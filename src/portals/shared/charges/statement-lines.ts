// The lines of a statement, by purchase order with a subtotal each where the client gave any.
import type { Charge } from '../../../features/lists/charge-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { inPounds, orderNumber } from '../page-filters.ts';

const kinds = { order: 'Ordered', credit: 'Credited' } as const;

export const reportLabel = (reportTypeId: number): string => reportTypeById(reportTypeId)?.label ?? 'Report';

const lineOf = (charge: Charge) => ({
  at: charge.created_at,
  order: orderNumber(charge.order_id),
  report: reportLabel(charge.report_type_id),
  purchaseOrder: charge.purchaseOrder ?? 'Erased',
  kind: kinds[charge.kind],
  amount: inPounds(charge.amount_pence),
});

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
          label: subtotalLabel(purchaseOrder),
          amount: inPounds(lines.reduce((sum, { amount_pence }) => sum + amount_pence, 0)),
        },
        lines: lines.map(lineOf),
      })),
  };
}
