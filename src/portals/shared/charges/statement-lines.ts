// The lines of a statement, by purchase order with a subtotal each where the client gave any.
import type { Charge } from '../../../features/lists/charge-actions.ts';
import { chargeLabel, withPackages } from '../../../features/lists/charge-line-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { isVolume, lineReasonWords } from '../../../messages/en-credits.ts';
import { withdrawalText } from '../../../messages/en-withdrawals.ts';
import { agreedPrice, orderNumber } from '../page-filters.ts';

const kinds = {
  order: 'Ordered',
  credit: 'Credited',
  part_credit: 'Credited in part',
  added: 'Added',
  taken_back: 'Taken back',
} as const;

/** Empty if a charge was added for no order. */
export const orderOf = ({ order_id }: Pick<Charge, 'order_id'>): string =>
  order_id === null ? '' : orderNumber(order_id);

const kindOf = (charge: Charge): string => {
  if (charge.billed_elsewhere) return 'Billed elsewhere';
  if (charge.reason !== null && isVolume(charge.reason)) return lineReasonWords[charge.reason];
  const isFee = charge.kind === 'part_credit' && charge.amount_pence === 0 && charge.fee_pence !== 0;
  return isFee ? 'Fee credited' : kinds[charge.kind];
};

const lineOf = (charge: Charge) => ({
  at: charge.created_at,
  aboutId: charge.about_id,
  order: orderOf(charge) || 'No order',
  report: chargeLabel(charge),
  purchaseOrder: charge.purchaseOrder ?? 'Erased',
  kind: kindOf(charge),
  approved: charge.approved_by && `Approved by ${charge.approved_by}`,
  withdrawn: charge.withdrawn_because && `Order withdrawn: ${withdrawalText(charge.withdrawn_because)}`,
  ...moneyOf(charge),
});

interface Money {
  /** Without VAT; null without an agreed price. */
  readonly amount_pence: number | null;
  readonly fee_pence: number;
  readonly vat_pence: number;
}

/** The price, what is added to it, and the sum of them, as people read them. */
export function moneyOf({ amount_pence, fee_pence, vat_pence }: Money) {
  const isPriced = amount_pence !== null;
  return {
    price: agreedPrice(amount_pence),
    fee: isPriced ? inPounds(fee_pence) : '',
    vat: isPriced ? inPounds(vat_pence) : '',
    total: isPriced ? inPounds(amount_pence + fee_pence + vat_pence) : '',
  };
}

/** After the name of a sum where some of its lines have no agreed price. */
export const ofPriced = ', of the lines with a price';

/** Of the lines with a price. */
export function pricedSum(lines: readonly Money[]): Money {
  const priced = lines.filter(({ amount_pence }) => amount_pence !== null);
  const sum = (of: (line: Money) => number) => priced.reduce((all, one) => all + of(one), 0);
  return {
    amount_pence: priced.length === 0 && lines.length > 0 ? null : sum((one) => one.amount_pence!),
    fee_pence: sum((one) => one.fee_pence),
    vat_pence: sum((one) => one.vat_pence),
  };
}

/** Named ones by name, then the lines without one, then those whose purchase order was erased. */
const rankOf = (purchaseOrder: string | null) => (purchaseOrder === null ? 2 : purchaseOrder === '' ? 1 : 0);

function subtotalLabel(purchaseOrder: string | null): string {
  if (purchaseOrder === null) return 'Subtotal of orders whose candidate was erased';
  return purchaseOrder === '' ? 'Subtotal without a purchase order' : `Subtotal of ${purchaseOrder}`;
}

/** @param all oldest first @param isCut whether they are a part only, of which no subtotal would be true */
export function statementLines(all: readonly Charge[], isCut: boolean) {
  const charges = withPackages(all);
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
          ...moneyOf(pricedSum(lines)),
        },
        lines: lines.map(lineOf),
      })),
  };
}
