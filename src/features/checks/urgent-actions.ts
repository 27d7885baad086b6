// Urgent orders: they come before others, are due earlier, and cost the surcharge that was agreed with the account.

import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { needsApproval } from '../accounts/order-approval-need-actions.ts';
import { vatPercentOn } from '../accounts/vat-queries.ts';
import { storeEvents } from '../events/event-actions.ts';
import { creditUrgency } from '../reports/credit-queries.ts';
import { hurryReports, unhurryReports } from '../reports/urgent-actions.ts';
import type { Check } from './check.ts';
import { eventAbout, withLockedCheck } from './check-progress-actions.ts';
import { isOngoing } from './check-states.ts';
import { followHurry } from './form-day-actions.ts';
import { chargeUrgency, findUrgentCharge, updateUrgency } from './urgent-store.ts';

/** As a statement and an invoice name the surcharge. */
export const URGENT = 'Urgent';

/** What an urgent order of the account costs more, without VAT. */
export interface UrgentTerms {
  readonly pence: number;
  /** Of the working days that its reports usually have. */
  readonly percent: number;
}

/** Undefined if the account has not agreed to urgent orders. */
export const urgentTermsIn = (
  settings: Pick<AccountSettings, 'urgentOrders' | 'urgentPounds' | 'urgentTimePercent'>,
): UrgentTerms | undefined =>
  settings.urgentOrders
    ? { pence: Math.round(settings.urgentPounds * 100), percent: settings.urgentTimePercent }
    : undefined;

export const notAgreed = 'is not agreed with this account';
const needsApprovalOf = 'costs more, and only those who approve orders make an order urgent';

const hurriedOf = ({ id, jurisdiction }: Check) => ({ checkId: id, jurisdiction });

async function begin(tx: Ctx, caller: Caller, check: Check): Promise<void> {
  const settings = await readAccountSettings(tx, caller.accountId);
  const terms = urgentTermsIn(settings);
  if (terms === undefined) throw new Refusal('invalid_fields', { urgent: [notAgreed] });
  await updateUrgency(tx.db, caller, check.id, true);
  await followHurry(tx, caller, check.id);
  await hurryReports(tx, caller, hurriedOf(check), terms.percent);
  const vatPercent = vatPercentOn(settings, ukDateOf(timeFor(tx, caller)));
  const surcharge = { id: tx.newId(), pence: terms.pence, vatPercent, description: URGENT, at: timeFor(tx, caller) };
  const isCharged =
    caller.environment === 'live' && terms.pence > 0 && (await chargeUrgency(tx.db, caller, check.id, surcharge));
  await storeChange(tx, caller, check, { urgent: true, pence: isCharged ? terms.pence : 0 });
}

const storeChange = (
  tx: Ctx,
  caller: Caller,
  check: Check,
  detail: { readonly urgent: boolean; readonly pence: number },
) => storeEvents(tx, caller, [{ ...eventAbout(check, 'check.urgency_changed', check.status), detail }]);

/** An order that is being placed. Refuses with `invalid_fields` (`urgent`) if the account has not agreed to urgent orders. */
export function placeUrgent(tx: Ctx, caller: Caller, check: Check): Promise<void> {
  demand(caller, 'order_checks', 'order_for_clients');
  return begin(tx, caller, check);
}

/** What was added to an urgent order is urgent, too. */
export async function hurryAdded(tx: Ctx, caller: Caller, check: Check): Promise<void> {
  if (!check.isUrgent) return;
  const { urgentTimePercent } = await readAccountSettings(tx, caller.accountId);
  await hurryReports(tx, caller, hurriedOf(check), urgentTimePercent);
}

export interface UrgencyOffer {
  readonly isUrgent: boolean;
  /** What changing it costs, or brings back; 0 for nothing. */
  readonly pence: number;
  readonly percent: number;
}

/**
 * Undefined if nothing can be changed: the order is over, the account has not agreed to urgent orders, or what the caller orders
 * needs approval.
 */
export async function readUrgencyOffer(ctx: Ctx, caller: Caller, check: Check): Promise<UrgencyOffer | undefined> {
  demand(caller, 'order_checks', 'order_for_clients');
  const terms = urgentTermsIn(await readAccountSettings(ctx, caller.accountId));
  const { isUrgent } = check;
  if (!isOngoing(check.status) || check.isRestricted || (terms === undefined && !isUrgent)) return undefined;
  if (!isUrgent && (await needsApproval(ctx, caller))) return undefined;
  const charged = await findUrgentCharge(ctx.db, caller, check.id);
  const costs = charged === undefined && caller.environment === 'live' ? (terms?.pence ?? 0) : 0;
  const brings = charged === undefined || charged.is_taken_back || check.startedAt !== null ? 0 : charged.pence;
  return { isUrgent, pence: isUrgent ? brings : costs, percent: terms?.percent ?? 100 };
}

export interface UrgencyChange {
  readonly isUrgent: boolean;
  /** The surcharge or the credit that the page showed; a change at another amount is refused. Undefined accepts any credit. */
  readonly confirmedPence?: number | undefined;
}

/**
 * Changes nothing if it is so already. Whoever takes it back before work began has the surcharge credited. Refuses with
 * `state_does_not_allow` an order that is over, and with `invalid_fields` (`urgent`) what the account has not agreed to, what
 * needs approval, or another price than the one that was confirmed.
 */
export async function changeUrgency(ctx: Ctx, caller: Caller, checkId: string, change: UrgencyChange): Promise<void> {
  demand(caller, 'order_checks', 'order_for_clients');
  await withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    if (!isOngoing(check.status)) throw stateRefusal(check.status);
    if (check.isUrgent === change.isUrgent) return;
    if (change.isUrgent && (await needsApproval(tx, caller)))
      throw new Refusal('invalid_fields', { urgent: [needsApprovalOf] });
    const offer = await readUrgencyOffer(tx, caller, check);
    const confirmed = change.isUrgent ? change.confirmedPence : (change.confirmedPence ?? offer?.pence);
    if (offer !== undefined && offer.pence !== confirmed) {
      const now = change.isUrgent ? `costs ${inPounds(offer.pence)} now` : `brings ${inPounds(offer.pence)} back now`;
      throw new Refusal('invalid_fields', { urgent: [`${now}: confirm it again`] });
    }
    if (change.isUrgent) return begin(tx, caller, check);
    await updateUrgency(tx.db, caller, check.id, false);
    await followHurry(tx, caller, check.id);
    await unhurryReports(tx, caller, hurriedOf(check));
    const at = timeFor(tx, caller);
    const pence = (await creditUrgency(tx.db, caller, check.id, { at, isOver: false })) ?? 0;
    return storeChange(tx, caller, check, { urgent: false, pence });
  });
}
