// The VAT of a period, for the return: what was charged and credited at each rate, and what is outside the scope.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { findVatRows, type VatRow } from './vat-summary-store.ts';

export type { VatRow };

/** Of what was issued from the first day to the last one. */
export function readVatRows(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  period: { readonly from: IsoDate; readonly to: IsoDate },
): Promise<VatRow[]> {
  demand(by, 'read_charges');
  return findVatRows(ctx.db, accounts, period);
}
