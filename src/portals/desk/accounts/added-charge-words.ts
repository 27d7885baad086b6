// How charges that were added by hand are listed.
import type { AddedCharge } from '../../../features/charges/added-charge-queries.ts';
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
    isTakenBack: charge.is_taken_back,
    href: `${path}/charges/added/${charge.id}`,
  }));
