// Says whether a charge can still be on the invoice of a month.
import type { Authority, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { type Chargeable, findChargeable } from './invoiced-charge-store.ts';

/** Of these subsidiaries, null for none, those whose invoice of the month is not issued yet. */
export function listChargeable(
  { db }: Pick<Ctx, 'db'>,
  by: Authority,
  accountId: string,
  asked: Chargeable,
): Promise<(string | null)[]> {
  demand(by, 'manage_agreements');
  return findChargeable(db, accountId, asked);
}
