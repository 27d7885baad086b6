// What is open for invoices, with the minimums that issuing adds; pure.
import { vatPence } from '../lists/charge-line-rules.ts';
import type { OpenAccount, OpenInvoice } from './invoiced-charge-store.ts';
import type { DueMinimum } from './minimum-store.ts';

const nothing = {
  reports: 0,
  added: 0,
  minimum: 0,
  since: null,
  unpriced: 0,
  unpriced_since: null,
  credited: 0,
  has_vat: false,
};

/** By name. @param due of one month, or of several that were held */
export function withMinimums(open: readonly OpenAccount[], due: readonly DueMinimum[]): OpenAccount[] {
  const ofAccount = Map.groupBy(due, ({ account_id }) => account_id);
  const others = [...ofAccount.values()]
    .map(([first]) => first!)
    .filter(({ account_id: id }) => !open.some(({ account_id }) => account_id === id))
    .map(({ account_id, account, lacks_address }) => ({ ...nothing, account_id, account, lacks_address }));
  return [...open, ...others]
    .map((one) => {
      const minimums = ofAccount.get(one.account_id) ?? [];
      const months = [...minimums.map(({ month }) => month), ...(one.since === null ? [] : [one.since])];
      const hasVat = one.has_vat || minimums.some(({ vat_percent: percent }) => percent > 0);
      return { ...one, minimum: minimums.length, has_vat: hasVat, since: months.toSorted()[0] ?? null };
    })
    .toSorted((one, other) => one.account.localeCompare(other.account, 'en'));
}

const empty = {
  subsidiary_id: null,
  subsidiary: null,
  purchase_order_key: null,
  reports: 0,
  added: 0,
  minimum: 0,
  price_pence: 0,
  fee_pence: 0,
  vat_pence: 0,
};

/** A minimum is on the invoice of no subsidiary, which is first of its account: each month is a line. */
export function withMinimumLines(open: readonly OpenInvoice[], due: readonly DueMinimum[]): OpenInvoice[] {
  const isOfNone = (id: string) => (one: OpenInvoice) =>
    one.account_id === id && one.subsidiary_id === null && one.purchase_order_key === null;
  const others = [...new Set(due.map(({ account_id: id }) => id))].filter((id) => !open.some(isOfNone(id)));
  return [...others.map((account_id) => ({ ...empty, account_id })), ...open].map((one) => {
    const minimums = due.filter(({ account_id: id }) => isOfNone(id)(one));
    const sum = (of: (each: DueMinimum) => number) => minimums.reduce((all, each) => all + of(each), 0);
    return {
      ...one,
      minimum: minimums.length,
      price_pence: one.price_pence + sum(({ pence }) => pence),
      vat_pence: one.vat_pence + sum(({ pence, vat_percent }) => vatPence(pence, vat_percent)),
    };
  });
}
