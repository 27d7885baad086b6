// What is open for invoices, with the minimums that issuing adds; pure.
import { vatPence } from '../lists/charge-line-rules.ts';
import type { OpenAccount, OpenInvoice } from './invoiced-charge-store.ts';
import type { DueMinimum } from './minimum-store.ts';

const nothing = { reports: 0, added: 0, since: null, unpriced: 0, unpriced_since: null, credited: 0, has_vat: false };

/** By name. */
export function withMinimums(open: readonly OpenAccount[], due: readonly DueMinimum[]): OpenAccount[] {
  const minimumOf = (id: string) => due.find(({ account_id }) => account_id === id);
  const others = due.filter(({ account_id: id }) => !open.some(({ account_id }) => account_id === id));
  return [...open, ...others.map((one) => ({ ...nothing, minimum: 0, ...one }))]
    .map((one) => {
      const minimum = minimumOf(one.account_id);
      if (minimum === undefined) return one;
      return { ...one, minimum: 1, has_vat: one.has_vat || minimum.vat_percent > 0 };
    })
    .toSorted((one, other) => one.account.localeCompare(other.account, 'en'));
}

const empty = {
  subsidiary_id: null,
  subsidiary: null,
  purchase_order_key: null,
  reports: 0,
  added: 0,
  price_pence: 0,
  fee_pence: 0,
  vat_pence: 0,
};

/** A minimum is on the invoice of no subsidiary, which is first of its account. */
export function withMinimumLines(open: readonly OpenInvoice[], due: readonly DueMinimum[]): OpenInvoice[] {
  const isOfNone = (id: string) => (one: OpenInvoice) =>
    one.account_id === id && one.subsidiary_id === null && one.purchase_order_key === null;
  const others = due.filter(({ account_id: id }) => !open.some(isOfNone(id)));
  return [...others.map(({ account_id }) => ({ ...empty, minimum: 0, account_id })), ...open].map((one) => {
    const minimum = due.find(({ account_id: id }) => isOfNone(id)(one));
    if (minimum === undefined) return one;
    const vat = vatPence(minimum.pence, minimum.vat_percent);
    return { ...one, minimum: 1, price_pence: one.price_pence + minimum.pence, vat_pence: one.vat_pence + vat };
  });
}
