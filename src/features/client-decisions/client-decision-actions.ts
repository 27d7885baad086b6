// Records what a client decided about a candidate after a check, and reads it. Decisions are never changed: a newer one
// stands beside the earlier ones.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { findDisputes } from '../checks/dispute-queries.ts';
import { disputesIn } from '../checks/dispute-rules.ts';
import { DECISION_AWAITED } from '../deadlines/deadline.ts';
import { endDeadline } from '../deadlines/deadline-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { changeRenewed } from '../renewals/renewal-actions.ts';
import { awaitsDecision, type DecisionGiven, decisionProblems, seenBy } from './client-decision-rules.ts';
import { findClientDecisions, insertClientDecision } from './client-decision-store.ts';
import { endHearings, lastHeardAt } from './hearing-actions.ts';
import { mailToldCandidate } from './hearing-mails.ts';
import { addToldProblems } from './hearing-rules.ts';

export interface MadeDecision {
  readonly decision: ClientDecision;
  /** Empty if none was given, or the applicant was erased. */
  readonly reason: string;
  /** What the candidate was told of it; empty if they were not. */
  readonly told: string;
  /** A result was disputed at that time. */
  readonly isAlthoughDisputed: boolean;
  readonly by: NamedActor;
  readonly decidedAt: Date;
}

const placeOf = (id: string) => `client_decisions.reason ${id}`;
const toldAad = (id: string) => `client_decisions.told ${id}`;

/**
 * @param seen what `seenBy` said of the check that was read: if its results, its decisions or what the candidate says
 * are newer, refuses with `already_taken`. Refuses with `invalid_fields` by the names of `DecisionGiven`, and with `state_does_not_allow` a check
 * that is not complete.
 */
export async function decideOnCheck(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { seen, told, ...given }: DecisionGiven & { readonly seen: string },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, locked) => {
    const { check, key } = locked;
    if (check.status !== 'complete') throw stateRefusal(check.status);
    if (seenBy(check, await lastHeardAt(tx, caller, checkId)) !== seen) throw new Refusal('already_taken');
    const isDisputed = disputesIn(await findDisputes(tx.db, caller, checkId), check.reports).size > 0;
    const problems = decisionProblems(given, isDisputed);
    if (told !== null) addToldProblems(problems, told);
    problems.refuse('invalid_fields');
    // Without a form of their own they have no page on which they could read it.
    if (told !== null && check.type === 'express') throw stateRefusal(check.type);
    const id = tx.newId();
    const decision = given.decision as ClientDecision;
    await insertClientDecision(tx.db, caller, {
      checkId,
      id,
      decision,
      sealed_reason: given.reason === '' ? null : key.seal(placeOf(id), given.reason),
      sealed_told: told === null ? null : key.seal(toldAad(id), told),
      although_disputed: isDisputed,
      decided_by: caller.actor,
      decided_at: timeFor(tx, caller),
    });
    const detail = { decision, ...(isDisputed && { although_disputed: true }) };
    await storeEvents(tx, caller, [{ ...eventAbout(check, 'check.decided', check.status), detail }]);
    await endHearings(tx, caller, checkId);
    await endDeadline(tx, caller, { kind: DECISION_AWAITED, subjectId: checkId });
    if (told !== null) {
      await storeEvents(tx, caller, [eventAbout(check, 'check.decision_told', check.status)]);
      await mailToldCandidate(tx, caller, locked);
    }
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
  return rows.map(
    ({ id: decisionId, decision, sealed_reason, sealed_told, although_disputed, decided_by, decided_at }) => ({
      decision,
      isAlthoughDisputed: although_disputed,
      reason: sealed_reason === null || key === undefined ? '' : key.open<string>(placeOf(decisionId), sealed_reason),
      told: sealed_told === null || key === undefined ? '' : key.open<string>(toldAad(decisionId), sealed_told),
      by: nameOf(decided_by),
      decidedAt: decided_at,
    }),
  );
}

/**
 * The newest without its reason, for somebody who orders; undefined unless their account shows them its decisions, and while
 * the check is open again or waits for another decision, because nobody should rely on the one before.
 */
export async function readShownDecision(
  ctx: Ctx,
  caller: Caller,
  check: Check,
): Promise<Pick<MadeDecision, 'decision' | 'by' | 'decidedAt'> | undefined> {
  demand(caller, 'order_checks');
  const { showDecisions } = await readAccountSettings(ctx, caller.accountId);
  if (!showDecisions || check.status !== 'complete' || awaitsDecision(check)) return undefined;
  const [row] = await findClientDecisions(ctx.db, caller, check.id);
  if (row === undefined) return undefined;
  const nameOf = await readActorNames(ctx.db, caller.accountId, [row.decided_by]);
  return { decision: row.decision, by: nameOf(row.decided_by), decidedAt: row.decided_at };
}

export interface ToldDecision {
  readonly words: string;
  readonly at: Date;
}

/** What the candidate was told, the newest first. */
export async function listTold(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  { tenant, id }: Pick<Check, 'tenant' | 'id'>,
  key: DataKey,
): Promise<ToldDecision[]> {
  demand(caller, 'answer_queries', 'read_results');
  return (await findClientDecisions(ctx.db, tenant, id)).flatMap(({ id: decisionId, sealed_told, decided_at }) =>
    sealed_told === null ? [] : [{ words: key.open<string>(toldAad(decisionId), sealed_told), at: decided_at }],
  );
}
