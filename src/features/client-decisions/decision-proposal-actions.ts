// A decision against a candidate that takes two people: one proposes it, another confirms it or sends it back. Until it is
// confirmed it is no decision: nothing follows from it.
import { type Actor, type Caller, type Ctx, timeFor, todayFor, userIdOf } from '../../context.ts';
import { Problems, Refusal, stateRefusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { ClientDecision, DecisionProblem } from '../../messages/en-client-decisions.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout, type LockedCheck, withLockedCheck } from '../checks/check-progress-actions.ts';
import { findClientContacts } from '../checks/client-contact-queries.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { findDisputes } from '../checks/dispute-queries.ts';
import { disputesIn } from '../checks/dispute-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { takesNotices } from './adverse-action-rules.ts';
import { decisionProblems, LONGEST_DECISION_REASON, seenBy } from './client-decision-rules.ts';
import { findProposals, insertProposal, insertReturn, type ProposalRow } from './decision-proposal-store.ts';
import { type JudgedDecision, recordDecision } from './decision-record-actions.ts';
import { lastHeardAt } from './hearing-actions.ts';
import { findOpenProposal } from './open-proposal-actions.ts';
import type { RiskAssessment } from './risk-assessment-rules.ts';

/** What binds the words of a proposal, and those with which it was sent back. */
export const proposalAads = {
  reason: (id: string) => `decision_proposals.reason ${id}`,
  told: (id: string) => `decision_proposals.told ${id}`,
  assessment: (id: string) => `decision_proposals.assessment ${id}`,
  returned: (id: string) => `decision_returns.reason ${id}`,
};

const others = (proposedBy: Actor) => ({ except: [userIdOf(proposedBy) ?? []].flat() });

/** Who else may decide is told. */
export async function proposeDecision(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  { decision, reason, told, isDisputed, assessment }: Omit<JudgedDecision, 'proposedBy' | 'conditionsBy'>,
): Promise<void> {
  const id = tx.newId();
  await insertProposal(tx.db, caller, check.id, {
    ...{ id, decision },
    sealed_reason: key.seal(proposalAads.reason(id), reason),
    sealed_told: told === null ? null : key.seal(proposalAads.told(id), told),
    sealed_assessment: assessment === undefined ? null : key.seal(proposalAads.assessment(id), assessment),
    although_disputed: isDisputed,
    proposed_by: caller.actor,
    proposed_at: timeFor(tx, caller),
  });
  const detail = { decision, ...(isDisputed && { although_disputed: true }) };
  await storeEvents(tx, caller, [{ ...eventAbout(check, 'check.decision_proposed', check.status), detail }]);
  await mailClient(tx, caller, check, 'decision_proposed', others(caller.actor));
}

/** The proposal that the caller has seen. Refuses with `already_taken` if there is another or none, or something is newer. */
async function seenProposal(tx: Ctx, caller: Caller, check: Check, seen: string): Promise<ProposalRow> {
  const open = await findOpenProposal(tx, caller, check.id);
  if (open === undefined || seenBy(check, await lastHeardAt(tx, caller, check.id), open.id) !== seen)
    throw new Refusal('already_taken');
  return open;
}

/**
 * Makes the decision that somebody else proposed. Refuses with `not_permitted` who proposed it, with `already_taken` where the
 * check is not as `seen`, and with `invalid_fields` (`although`) what the candidate disputes, unless it is meant.
 */
export async function confirmProposal(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { seen, although }: { readonly seen: string; readonly although: boolean },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, locked) => {
    const { check, key } = locked;
    const open = await seenProposal(tx, caller, check, seen);
    if (open.proposed_by === caller.actor) throw new Refusal('not_permitted');
    const isDisputed = disputesIn(await findDisputes(tx.db, caller, checkId), check.reports).size > 0;
    const { decision } = open;
    const reason = key.open<string>(proposalAads.reason(open.id), open.sealed_reason);
    const isStopped = isDisputed && takesNotices(check);
    const judged = { isDisputed: isDisputed && !isStopped, isClear: check.result === 'clear' };
    const problems = decisionProblems({ decision, reason, although }, judged, todayFor(tx, caller));
    if (isStopped) problems.add('although', 'disputed_notice' satisfies DecisionProblem);
    problems.refuse('invalid_fields');
    const told = open.sealed_told === null ? null : key.open<string>(proposalAads.told(open.id), open.sealed_told);
    const assessment =
      open.sealed_assessment === null
        ? undefined
        : key.open<RiskAssessment>(proposalAads.assessment(open.id), open.sealed_assessment);
    await recordDecision(tx, caller, locked, {
      ...{ decision, reason, told, isDisputed, assessment, conditionsBy: null },
      proposedBy: open.proposed_by,
    });
  });
}

/**
 * Sends a proposal back with a reason, or takes one's own back. Refuses with `already_taken` where the check is not as `seen`,
 * and with `invalid_fields` (`return_reason`) as codes.
 */
export async function returnProposal(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { seen, reason }: { readonly seen: string; readonly reason: string },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const open = await seenProposal(tx, caller, check, seen);
    const isOwn = open.proposed_by === caller.actor;
    returnProblems(reason, isOwn).refuse('invalid_fields');
    await insertReturn(tx.db, caller, checkId, {
      proposal_id: open.id,
      sealed_reason: reason === '' ? null : key.seal(proposalAads.returned(open.id), reason),
      returned_by: caller.actor,
      returned_at: timeFor(tx, caller),
    });
    const type = isOwn ? 'check.decision_taken_back' : 'check.decision_sent_back';
    await storeEvents(tx, caller, [eventAbout(check, type, check.status)]);
    const told = { also: [userIdOf(open.proposed_by) ?? []].flat(), ...others(caller.actor) };
    if (!isOwn) await mailClient(tx, caller, check, 'decision_sent_back', told);
  });
}

function returnProblems(reason: string, isOwn: boolean): Problems {
  const problems = new Problems();
  const add = (problem: DecisionProblem) => problems.add('return_reason', problem);
  if (reason === '' && !isOwn) add('no_return_reason');
  if (isLongerThan(reason, LONGEST_DECISION_REASON)) add('too_long');
  return problems;
}

/** Refuses with `state_does_not_allow` while a proposal waits for another person. */
export async function refuseWhileProposed(tx: Ctx, caller: Caller, check: Check): Promise<void> {
  if ((await findOpenProposal(tx, caller, check.id)) !== undefined) throw stateRefusal(check.status);
}

export interface Proposal {
  readonly id: string;
  readonly decision: ClientDecision;
  readonly reason: string;
  /** What the candidate is to be told; empty if they are not. */
  readonly told: string;
  /** Undefined if none was made. */
  readonly assessment: RiskAssessment | undefined;
  readonly by: NamedActor;
  readonly isOwn: boolean;
  readonly proposedAt: Date;
  readonly isOpen: boolean;
  /** Who sent it back, or took it back, with the reason that they gave. */
  readonly returned:
    | { readonly by: NamedActor; readonly at: Date; readonly reason: string; readonly isTakenBack: boolean }
    | undefined;
}

/** The newest first, without those that became decisions. @param key undefined if it was destroyed: the texts are then lost */
export async function listProposals(
  ctx: Ctx,
  caller: Caller,
  { id: checkId }: Pick<Check, 'id'>,
  key: DataKey | undefined,
): Promise<Proposal[]> {
  demand(caller, 'read_results');
  const rows = (await findProposals(ctx.db, caller, [checkId])).filter(
    (row) => row.is_open || row.returned_by !== null,
  );
  if (key === undefined || rows.length === 0) return [];
  const actors = rows.flatMap(({ proposed_by, returned_by }) => [proposed_by, returned_by ?? []].flat());
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  const opened = (aad: string, sealed: Buffer | null) => (sealed === null ? '' : key.open<string>(aad, sealed));
  return rows.map((row) => ({
    ...{ id: row.id, decision: row.decision, isOpen: row.is_open, proposedAt: row.proposed_at },
    ...{ by: nameOf(row.proposed_by), isOwn: row.proposed_by === caller.actor },
    reason: opened(proposalAads.reason(row.id), row.sealed_reason),
    told: opened(proposalAads.told(row.id), row.sealed_told),
    assessment:
      row.sealed_assessment === null
        ? undefined
        : key.open<RiskAssessment>(proposalAads.assessment(row.id), row.sealed_assessment),
    returned:
      row.returned_by === null
        ? undefined
        : {
            ...{ by: nameOf(row.returned_by), at: row.returned_at!, isTakenBack: row.returned_by === row.proposed_by },
            reason: opened(proposalAads.returned(row.id), row.sealed_return),
          },
  }));
}

/** As `listProposals`, for a page. */
export async function readProposals(ctx: Ctx, caller: Caller, check: Check): Promise<Proposal[]> {
  demand(caller, 'read_results');
  const { key } = await readCheckAndKey(ctx, caller, check.id);
  return listProposals(ctx, caller, check, key);
}

/** Whether anybody else may confirm or send back what the caller proposes. */
export async function hasAnotherDecider(
  ctx: Ctx,
  caller: Caller,
  { id: checkId }: Pick<Check, 'id'>,
): Promise<boolean> {
  demand(caller, 'decide_on_candidates');
  const sought = { checkId, ...others(caller.actor), isEscalated: true };
  return (await findClientContacts(ctx.db, caller, sought, 'decide_on_candidates')).length > 0;
}
