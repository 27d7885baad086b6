// Records what a client decided about a candidate after a check, and reads it. Decisions are never changed: a newer one
// stands beside the earlier ones.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { demand } from '../access/permissions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { changeRenewed } from '../renewals/renewal-actions.ts';
import { type DecisionGiven, decisionProblems, seenBy } from './client-decision-rules.ts';
import { findClientDecisions, insertClientDecision } from './client-decision-store.ts';

export interface MadeDecision {
  readonly decision: ClientDecision;
  /** Empty if none was given, or the applicant was erased. */
  readonly reason: string;
  readonly by: NamedActor;
  readonly decidedAt: Date;
}

const placeOf = (id: string) => `client_decisions.reason ${id}`;

/**
 * @param seen what `seenBy` said of the check that was read: if its results or decisions are newer, refuses with
 * `already_taken`. Refuses with `invalid_fields` by the names of `DecisionGiven`, and with `state_does_not_allow` a check
 * that is not complete.
 */
export function decideOnCheck(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { seen, ...given }: DecisionGiven & { readonly seen: string },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    if (check.status !== 'complete') throw stateRefusal(check.status);
    if (seenBy(check) !== seen) throw new Refusal('already_taken');
    decisionProblems(given).refuse('invalid_fields');
    const id = tx.newId();
    const decision = given.decision as ClientDecision;
    await insertClientDecision(tx.db, caller, {
      checkId,
      id,
      decision,
      sealed_reason: given.reason === '' ? null : key.seal(placeOf(id), given.reason),
      decided_by: caller.actor,
      decided_at: timeFor(tx, caller),
    });
    await storeEvents(tx, caller, [{ ...eventAbout(check, 'check.decided', check.status), detail: { decision } }]);
    await changeRenewed(tx, caller, check.applicantId, decision !== 'not_suitable');
  });
}

/** The newest first, for somebody who may read results. */
export async function readDecisions(ctx: Ctx, caller: Caller, { id, decidedAt }: Check): Promise<MadeDecision[]> {
  demand(caller, 'read_results');
  if (decidedAt === null) return [];
  const [{ key }, rows] = await Promise.all([
    readCheckAndKey(ctx, caller, id),
    findClientDecisions(ctx.db, caller, id),
  ]);
  const nameOf = await readActorNames(
    ctx.db,
    caller.accountId,
    rows.map((row) => row.decided_by),
  );
  return rows.map(({ id: decisionId, decision, sealed_reason, decided_by, decided_at }) => ({
    decision,
    reason: sealed_reason === null || key === undefined ? '' : key.open<string>(placeOf(decisionId), sealed_reason),
    by: nameOf(decided_by),
    decidedAt: decided_at,
  }));
}
