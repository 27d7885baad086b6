// How the purchase orders that a client agreed to are named, with how much of their limits is used.
import {
  isNearLimit,
  type PurchaseOrder,
  usedPercent,
} from '../../../features/purchase-orders/purchase-order-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';

/** `£80.00 of £100.00 used (80%)`; empty without a limit, or for who does not read what is used. */
const usedText = (one: PurchaseOrder): string =>
  one.limit_pence === null || one.used_pence === null
    ? ''
    : `${inPounds(one.used_pence)} of ${inPounds(one.limit_pence)} used (${usedPercent(one)}%)`;

/** `PO-1, Nursing, £80.00 of £100.00 used (80%)` */
export const purchaseOrderText = (one: PurchaseOrder): string =>
  [one.number, one.name, usedText(one)].filter(Boolean).join(', ');

export const purchaseOrderRows = (all: readonly PurchaseOrder[], today: IsoDate) =>
  all.map((one) => ({
    ...one,
    used: one.used_pence === null ? '' : inPounds(one.used_pence),
    month: one.month_pence === null ? '' : inPounds(one.month_pence),
    limit: one.limit_pence === null ? 'No limit' : inPounds(one.limit_pence),
    hasEnded: one.valid_until !== null && one.valid_until < today,
    warning: isNearLimit(one)
      ? {
          text: `${usedPercent(one)}% used`,
          classes: (usedPercent(one) ?? 0) >= 100 ? 'govuk-tag--red' : 'govuk-tag--yellow',
        }
      : undefined,
  }));
