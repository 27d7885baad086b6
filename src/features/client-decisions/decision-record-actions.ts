// Stores a decision that is made, with everything that follows from it.
import { type Actor, type Caller, type Ctx, timeFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { eventAbout, type LockedCheck } from '../checks/check-progress-actions.ts';
import { DECISION_AWAITED } from '../deadlines/deadline.ts';
import { endDeadline } from '../deadlines/deadline-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { changeRenewed } from '../renewals/renewal-actions.ts';
import { insertClientDecision } from './client-decision-store.ts';
import { replaceFollowUps } from './follow-up-actions.ts';
import { endHearings } from './hearing-actions.ts';
import { mailToldCandidate } from './hearing-mails.ts';
import type { RiskAssessment } from './risk-assessment-rules.ts';

export const reasonAad = (id: string): string => `client_decisions.reason ${id}`;
export const toldAad = (id: string): string => `client_decisions.told ${id}`;
export const assessmentAad = (id: string): string => `client_decisions.assessment ${id}`;

export interface JudgedDecision {
  readonly decision: ClientDecision;
  /** Empty if none was given. */
  readonly reason: string;
  readonly told: string | null;
  readonly isDisputed: boolean;
  /** Undefined if none was made. */
  readonly assessment: RiskAssessment | undefined;
  /** By when the conditions are to be met; null where no day was set. */
  readonly conditionsBy: IsoDate | null;
  /** Who proposed what somebody else confirms now; null where one person decides. */
  readonly proposedBy: Actor | null;
}

export async function recordDecision(
  tx: Ctx,
  caller: Caller,
  locked: LockedCheck,
  { decision, reason, told, isDisputed, assessment, conditionsBy, proposedBy }: JudgedDecision,
): Promise<void> {
  const { check, key } = locked;
  const id = tx.newId();
  await insertClientDecision(tx.db, caller, {
    checkId: check.id,
    id,
    decision,
    sealed_reason: reason === '' ? null : key.seal(reasonAad(id), reason),
    sealed_told: told === null ? null : key.seal(toldAad(id), told),
    although_disputed: isDisputed,
    decided_by: caller.actor,
    decided_at: timeFor(tx, caller),
    proposed_by: proposedBy,
    sealed_assessment: assessment === undefined ? null : key.seal(assessmentAad(id), assessment),
  });
  const days = { conditions: conditionsBy, review: assessment?.reviewOn ?? null };
  await replaceFollowUps(tx, caller, check, id, days);
  const detail = {
    ...{ decision, ...(isDisputed && { although_disputed: true }) },
    ...(proposedBy !== null && { proposed_by: proposedBy }),
  };
  await storeEvents(tx, caller, [{ ...eventAbout(check, 'check.decided', check.status), detail }]);
  await endHearings(tx, caller, check.id);
  await endDeadline(tx, caller, { kind: DECISION_AWAITED, subjectId: check.id });
  // Without a form of their own they get a letter, and are told when it is handed over.
  if (told !== null && check.type === 'standard') {
    await storeEvents(tx, caller, [eventAbout(check, 'check.decision_told', check.status)]);
    await mailToldCandidate(tx, caller, locked);
  }
  const at = { subsidiaryId: check.subsidiaryId };
  await changeRenewed(tx, caller, check.applicantId, decision !== 'not_suitable', { place: { at } });
}
