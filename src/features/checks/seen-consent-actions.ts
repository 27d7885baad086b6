// Records that a screener has seen the consent that the candidate signed, of an order that the client entered.
import { type Caller, type Ctx, ownerOf, timeFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readPortalUser } from '../accounts/sign-in-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { sealOrder } from './check-actions.ts';
import { eventAbout, withLockedCheck } from './check-progress-actions.ts';
import { updateCheck } from './check-store.ts';
import { takesSeenConsent } from './seen-consent-rules.ts';

/** Repeating it changes nothing. Refuses with `state_does_not_allow` an order that is over, or whose candidate had a form. */
export function recordConsentSeen(ctx: Ctx, caller: Caller, checkId: string): Promise<void> {
  demand(caller, 'record_outcomes');
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    if (check.order.consent_seen !== undefined) return;
    if (!takesSeenConsent(check)) throw stateRefusal(check.status);
    const user = await readPortalUser(tx, ownerOf(caller));
    if (user === undefined) throw new Refusal('not_permitted');
    const order = { ...check.order, consent_seen: { by: user.name, at: timeFor(tx, caller).toISOString() } };
    await updateCheck(tx.db, caller, { id: check.id, sealedOrder: sealOrder(key, check.id, order) });
    await storeEvents(tx, caller, [eventAbout(check, 'check.consent_seen', check.status)]);
  });
}
