// Who reads the amounts in what a history says of money: whoever reads charges. Others read that it happened.
import { type Asker, askerMay } from '../../features/access/permissions.ts';
import type { EventName } from '../../features/events/event-types.ts';

type Detail = Readonly<Record<string, unknown>>;

export const readsAmounts = (by: Asker): boolean => askerMay(by, 'read_charges');

/** Prices of an agreement are no charges: whoever reads the account reads them. */
const ofAgreement = /^(account\.report_types_|package\.)/;
const isAmount = (name: string) => name === 'pence' || name.endsWith('_pence');

/** What of the detail of an event somebody reads. @param seesAmounts whether they read charges */
export function readDetail(seesAmounts: boolean, type: EventName, detail: Detail): Detail {
  if (seesAmounts || ofAgreement.test(type)) return detail;
  const rest = Object.fromEntries(Object.entries(detail).filter(([name]) => !isAmount(name)));
  // That an allocation is undone is said by its sign alone.
  return type === 'account.payment_allocated' ? { ...rest, is_undone: Number(detail.amount_pence) < 0 } : rest;
}
