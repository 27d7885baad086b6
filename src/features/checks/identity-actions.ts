// Records that somebody confirmed who the candidate of a check is.
import { type Caller, type Ctx, ownerOf, timeFor, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { readPortalUser } from '../accounts/sign-in-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { regimesOf } from '../report-types/identity-inputs.ts';
import type { SeenPapers } from '../requirements/seen-papers.ts';
import type { Check } from './check.ts';
import { sealOrder } from './check-actions.ts';
import { eventAbout, withLockedCheck } from './check-progress-actions.ts';
import { needsSeenIdentity } from './check-rules.ts';
import { isOngoing } from './check-states.ts';
import { updateCheck } from './check-store.ts';
import { identityEvidence, identityProblems, invitationProblems, isOwnIdentity } from './identity-rules.ts';

async function orderWithIdentity(tx: Ctx, caller: Caller, check: Check, seen: SeenPapers | undefined) {
  const { order, reports, identityConfirmedAt: before } = check;
  const by = await readPortalUser(tx, ownerOf(caller));
  if (by !== undefined && isOwnIdentity(by, order.facts)) throw new Refusal('not_permitted');
  if (seen === undefined || by === undefined) return order;
  const regimes = regimesOf(reports, order.criminal_details?.place_of_work ?? null);
  const person = { facts: order.facts, today: todayFor(tx, caller) };
  // What a client states by interface v1 is taken as stated, as the interface refuses nothing there.
  if (seen.has_originals) identityProblems(regimes, seen, person).refuse('invalid_fields');
  const replaced = before && { on: ukDateOf(before), evidence: order.identity_evidence ?? null };
  const { awaits_fingerprints: _, ...others } = order;
  return { ...others, identity_evidence: identityEvidence(regimes, seen, by, person, replaced ?? undefined) };
}

/**
 * Records that somebody confirmed the candidate's identity, for a criminal record check (interface, Events v1).
 * Repeating it changes nothing and stores no event, except with the reason why the confirmation is replaced
 * (`why_replaced`). Refuses with `state_does_not_allow` an order that is over, or has
 * no such check; with `not_permitted` a user who is the candidate.
 * @param seen refused with `invalid_fields` if it is not enough, unless it is what the order itself names
 */
export function confirmIdentityOf(ctx: Ctx, caller: Caller, checkId: string, seen?: SeenPapers): Promise<Check> {
  demand(caller, 'confirm_identity');
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const isFirst = check.identityConfirmedAt === null;
    if (!isFirst && !seen?.why_replaced) return check;
    if (!isOngoing(check.status)) throw stateRefusal(check.status);
    if (!needsSeenIdentity(check.reports)) {
      throw new Refusal('state_does_not_allow', {
        reports: ['have no criminal record check, whose identity could be confirmed'],
      });
    }
    const order = await orderWithIdentity(tx, caller, check, seen);
    const identityConfirmedAt = timeFor(tx, caller);
    const sealedOrder = order === check.order ? {} : { sealedOrder: sealOrder(key, check.id, order) };
    await updateCheck(tx.db, caller, { id: check.id, identityConfirmedAt, ...sealedOrder });
    await storeEvents(tx, caller, [
      eventAbout(check, isFirst ? 'check.identity_confirmed' : 'check.identity_replaced', check.status),
    ]);
    return { ...check, identityConfirmedAt, order };
  });
}

/**
 * Keeps what was seen of somebody whom no route confirms, and when they were invited to give fingerprints. Refuses as
 * `confirmIdentityOf` does, and once the identity is confirmed.
 */
export function inviteForFingerprints(ctx: Ctx, caller: Caller, checkId: string, seen: SeenPapers): Promise<Check> {
  demand(caller, 'confirm_identity');
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const isDone = check.identityConfirmedAt !== null;
    if (isDone || !isOngoing(check.status) || !needsSeenIdentity(check.reports)) throw stateRefusal(check.status);
    const by = await readPortalUser(tx, ownerOf(caller));
    if (by === undefined || isOwnIdentity(by, check.order.facts)) throw new Refusal('not_permitted');
    invitationProblems(seen, todayFor(tx, caller)).refuse('invalid_fields');
    const order = { ...check.order, awaits_fingerprints: seen };
    await updateCheck(tx.db, caller, { id: check.id, sealedOrder: sealOrder(key, check.id, order) });
    await storeEvents(tx, caller, [eventAbout(check, 'check.fingerprints_invited', check.status)]);
    return { ...check, order };
  });
}
