// Records what a client decided about a candidate after a check, and reads it. Decisions are never changed: a newer one
// stands beside the earlier ones.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { findDisputes } from '../checks/dispute-queries.ts';
import { disputesIn } from '../checks/dispute-rules.ts';
import { noticeStanding, withFinalNotice } from './adverse-action-actions.ts';
import { addNoticeProblems, takesNotices } from './adverse-action-rules.ts';
import { awaitsDecision, type DecisionGiven, decisionProblems, seenBy } from './client-decision-rules.ts';
import { findClientDecisions } from './client-decision-store.ts';
import { proposeDecision, refuseWhileProposed } from './decision-proposal-actions.ts';
import { assessmentAad, reasonAad, recordDecision, toldAad } from './decision-record-actions.ts';
import { lastHeardAt } from './hearing-actions.ts';
import { addToldProblems } from './hearing-rules.ts';
import { addRiskProblems, assessmentOf, ownQuestions, type RiskAssessment } from './risk-assessment-rules.ts';

export interface MadeDecision {
  readonly id: string;
  readonly decision: ClientDecision;
  /** Empty if none was given, or the applicant was erased. */
  readonly reason: string;
  /** What the candidate was told of it; empty if they were not. */
  readonly told: string;
  /** Undefined if none was made. */
  readonly assessment: RiskAssessment | undefined;
  /** A result was disputed at that time. */
  readonly isAlthoughDisputed: boolean;
  readonly by: NamedActor;
  /** Who proposed what `by` confirmed; undefined where one person decided. */
  readonly proposedBy: NamedActor | undefined;
  readonly decidedAt: Date;
}

/**
 * @param seen what `seenBy` said of the check that was read: if its results, its decisions or what the candidate says
 * are newer, refuses with `already_taken`. Refuses with `invalid_fields` by the names of `DecisionGiven`, and with `state_does_not_allow` a check
 * that is not complete, or about which a decision is proposed. Where the account demands two people, one against the
 * candidate is only proposed. For a job in the United States one against them takes the notice before, and tells them.
 */
export async function decideOnCheck(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { seen, told, risk = {}, ...given }: DecisionGiven & { readonly seen: string },
): Promise<'decided' | 'proposed'> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  return withLockedCheck(ctx, caller, checkId, async (tx, locked) => {
    const { check } = locked;
    if (check.status !== 'complete') throw stateRefusal(check.status);
    if (seenBy(check, await lastHeardAt(tx, caller, checkId)) !== seen) throw new Refusal('already_taken');
    await refuseWhileProposed(tx, caller, check);
    const isDisputed = disputesIn(await findDisputes(tx.db, caller, checkId), check.reports).size > 0;
    const settings = await readAccountSettings(tx, caller.accountId);
    const [own, today] = [ownQuestions(settings.riskQuestions), todayFor(tx, caller)];
    const takesNotice = takesNotices(check) && given.decision === 'not_suitable';
    // Where a notice is needed, nobody decides against a dispute, so that nobody says that they mean it.
    const judgedBy = { isDisputed: isDisputed && !takesNotice, isClear: check.result === 'clear' };
    const problems = decisionProblems(given, judgedBy, today);
    addRiskProblems(problems, risk, own, today);
    if (told !== null) addToldProblems(problems, told);
    if (takesNotice) addNoticeProblems(problems, await noticeStanding(tx, caller, check), { told, today });
    problems.refuse('invalid_fields');
    const { conditionsBy = '' } = given;
    const judged = {
      ...{ decision: given.decision as ClientDecision, reason: given.reason, isDisputed },
      told: takesNotice ? withFinalNotice(tx, told!) : told,
      assessment: assessmentOf(risk, own),
      conditionsBy: given.decision === 'suitable_with_conditions' && conditionsBy !== '' ? conditionsBy : null,
    };
    const isProposed = settings.twoDeciders && judged.decision === 'not_suitable';
    await (isProposed
      ? proposeDecision(tx, caller, locked, judged)
      : recordDecision(tx, caller, locked, { ...judged, proposedBy: null }));
    return isProposed ? 'proposed' : 'decided';
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
    rows.flatMap((row) => [row.decided_by, row.proposed_by ?? []].flat()),
  );
  return rows.map(
    ({
      id: decisionId,
      decision,
      sealed_reason,
      sealed_told,
      although_disputed,
      decided_by,
      decided_at,
      proposed_by,
      sealed_assessment,
    }) => ({
      id: decisionId,
      decision,
      isAlthoughDisputed: although_disputed,
      reason: sealed_reason === null || key === undefined ? '' : key.open<string>(reasonAad(decisionId), sealed_reason),
      told: sealed_told === null || key === undefined ? '' : key.open<string>(toldAad(decisionId), sealed_told),
      assessment:
        sealed_assessment === null || key === undefined
          ? undefined
          : key.open<RiskAssessment>(assessmentAad(decisionId), sealed_assessment),
      by: nameOf(decided_by),
      proposedBy: proposed_by === null ? undefined : nameOf(proposed_by),
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
