// What somebody confirms to be charged before they place an order: sent with the form, and compared when it is placed; pure.
import type { FieldMessages } from '../../../lib/refusal.ts';

export interface PricedItem {
  readonly typeId: number;
  readonly quantity: number;
  /** Null if no price is agreed; undefined if the type is not available any more. */
  readonly pence: number | null | undefined;
  /** Besides the price. */
  readonly feePence: number;
}

/** Differs if an item or a price does. */
export const confirmedPrices = (items: readonly PricedItem[]): string =>
  items
    .map(({ typeId, quantity, pence, feePence }) => `${typeId}x${quantity}:${pence ?? ''}+${feePence}`)
    .toSorted()
    .join();

/** An urgent order is charged as one more item. */
export const urgentItem = (pence: number): PricedItem => ({ typeId: 0, quantity: 1, pence, feePence: 0 });

/** For a form that confirms other prices; the template shows it at `confirmed`. */
export const pricesChanged: FieldMessages = {
  confirmed: ['The prices or the reports have changed. Check the order again before you place it'],
};
