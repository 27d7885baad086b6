// Records that somebody at the client compared a person with the photograph of their right to work.
import { type Caller, type Ctx, ownerOf, timeFor, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readPortalUser } from '../accounts/sign-in-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { sealOrder } from './check-actions.ts';
import { eventAbout, reopenReport, withLockedApplicantAndCheck } from './check-progress-actions.ts';
import { updateCheck } from './check-store.ts';
import { isOwnIdentity } from './identity-rules.ts';
import {
  type ComparisonWay,
  comparisonOf,
  comparisonProblems,
  isComparisonAwaited,
  isFollowUpCompared,
  judgedAgain,
  type TypedComparison,
  takesComparison,
} from './person-comparison-rules.ts';

/**
 * Stores a comparison. The newest counts, and earlier ones are kept. Refuses with `invalid_fields` one that is not complete,
 * with `state_does_not_allow` an order that has ended or has no such report, and with `not_permitted` the candidate's own.
 * A complete report that gave no excuse is opened again, so that a screener judges it with the comparison.
 */
export function recordComparison(ctx: Ctx, caller: Caller, checkId: string, typed: TypedComparison): Promise<void> {
  demand(caller, 'confirm_identity');
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    if (!takesComparison(check)) throw stateRefusal(check.status);
    const user = await readPortalUser(tx, ownerOf(caller));
    const before = isComparisonAwaited(check) ? comparisonOf(check) : undefined;
    comparisonProblems(typed, todayFor(tx, caller), before).refuse('invalid_fields');
    if (user === undefined || isOwnIdentity(user, check.order.facts)) throw new Refusal('not_permitted');
    const recorded = {
      ...{ by: typed.by, how: typed.how as ComparisonWay, on: typed.on },
      ...{ recorded_by: user.name, recorded_at: timeFor(tx, caller).toISOString() },
      ...(isFollowUpCompared(check) ? { follows_up: true as const } : {}),
    };
    const order = { ...check.order, person_comparisons: [...(check.order.person_comparisons ?? []), recorded] };
    const sealedOrder = sealOrder(key, check.id, order);
    await updateCheck(tx.db, caller, { id: check.id, personComparedAt: timeFor(tx, caller), sealedOrder });
    await storeEvents(tx, caller, [eventAbout(check, 'check.person_compared', check.status)]);
    for (const { id: reportId } of judgedAgain(check)) await reopenReport(tx, caller, { checkId, reportId }, 'reopen');
  });
}
