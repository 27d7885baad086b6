// How charges that are added by hand are listed, and what one comes to before it is added.

import type { PreparedCharge } from '../../../features/charges/added-charge-actions.ts';
import type { AddedCharge } from '../../../features/charges/added-charge-queries.ts';
import { vatPence } from '../../../features/lists/charge-line-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { orderOf } from '../../shared/charges/statement-lines.ts';

/** `£45.00 fee` or `£10.00 + £2.00 VAT` */
function amountText({ amount_pence, fee_pence, vat_pence }: AddedCharge): string {
  if (fee_pence !== 0) return `${inPounds(fee_pence)} fee`;
  return `${inPounds(amount_pence)}${vat_pence === 0 ? '' : ` and ${inPounds(vat_pence)} VAT`}`;
}

/** The model of `added-charges.njk`. @param path the address of the account */
export const addedRows = (charges: readonly AddedCharge[], path: string) =>
  charges.map((charge) => ({
    at: charge.created_at,
    description: charge.description,
    about: [orderOf(charge), charge.subsidiary ?? ''].filter(Boolean).join(', '),
    amount: amountText(charge),
    taken: charge.taken_pence > 0 ? inPounds(charge.taken_pence) : '',
    mayBePart: charge.amount_pence + charge.fee_pence > 0,
    isTakenBack: charge.is_taken_back,
    href: `${path}/charges/added/${charge.id}`,
  }));

/** What a charge comes to with its VAT, before it is added; a fee has none. */
export function preparedMoney({ pricePence, feePence, vatPercent }: PreparedCharge) {
  const vat = vatPence(pricePence, vatPercent);
  const isFee = feePence !== 0;
  return {
    net: inPounds(pricePence + feePence),
    vat: isFee ? 'None: a fee is passed on at cost' : `${inPounds(vat)} (${vatPercent}%)`,
    total: inPounds(pricePence + feePence + vat),
  };
}
