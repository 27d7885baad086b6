// Asks a client, on the day that its decision names, whether the conditions were met or what a review came to, and records the
// answer. A newer decision takes the place of what an earlier one set.
import { type Caller, type Ctx, type OrderScope, timeFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { DECISION_FOLLOW_UP, type DeadlineHandler } from '../deadlines/deadline.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { onDay } from '../deadlines/deadline-schedule.ts';
import { storeEvents } from '../events/event-actions.ts';
import { findClientDecisions } from './client-decision-store.ts';
import { nextReminderAt } from './decision-reminder-schedule.ts';
import { type FollowUpKind, type FollowUpOutcome, followUpProblems, type TypedFollowUp } from './follow-up-rules.ts';
import {
  closeFollowUp,
  type FollowUpRow,
  findFollowUps,
  findOpenFollowUps,
  insertFollowUp,
  isFollowUpAsked,
  type OpenFollowUp,
} from './follow-up-store.ts';

export const noteAad = (id: string) => `decision_follow_ups.note ${id}`;

/** Those of a decision that is made now; what an earlier one set is over. */
export async function replaceFollowUps(
  tx: Ctx,
  caller: Caller,
  check: Pick<Check, 'id'>,
  decisionId: string,
  days: Readonly<Record<FollowUpKind, IsoDate | null>>,
): Promise<void> {
  const now = timeFor(tx, caller);
  const open = (await findFollowUps(tx.db, caller, check.id)).filter(({ outcome }) => outcome === null);
  for (const { id } of open) {
    const closed = { outcome: 'replaced' as const, sealed_note: null, closed_by: caller.actor, closed_at: now };
    await closeFollowUp(tx.db, caller, { checkId: check.id, id }, closed);
    await endDeadline(tx, caller, { kind: DECISION_FOLLOW_UP, subjectId: id });
  }
  for (const [kind, dueOn] of Object.entries(days) as [FollowUpKind, IsoDate | null][]) {
    if (dueOn === null) continue;
    const id = tx.newId();
    await insertFollowUp(tx.db, caller, { id, check_id: check.id, decision_id: decisionId, kind, due_on: dueOn });
    const dueAt = onDay(now, dueOn);
    await setDeadline(tx, caller, { kind: DECISION_FOLLOW_UP, subjectId: id, checkId: check.id, dueAt });
  }
}

/** Mailed on the day, and each week again for some weeks, until somebody says what came of it. */
export const followUpDeadline: DeadlineHandler = {
  kind: DECISION_FOLLOW_UP,
  label: 'The client is asked whether conditions were met, or what a review came to',
  async whenDue(tx, caller, { checkId, subjectId }) {
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    const row = (await findFollowUps(tx.db, caller, checkId)).find(({ id }) => id === subjectId);
    if (row === undefined || key === undefined || row.outcome !== null) return undefined;
    const now = timeFor(tx, caller);
    const next = nextReminderAt(now, onDay(now, row.due_on), tx.calendar());
    // Somebody who has left, or whose results are looked at again, is not asked about until that is over.
    if (await isFollowUpAsked(tx.db, caller, checkId, subjectId)) {
      const made = (await findClientDecisions(tx.db, caller, checkId)).find(({ id }) => id === row.decision_id)!;
      const also = [userIdOf(made.decided_by) ?? []].flat();
      await mailClient(tx, caller, check, row.kind === 'conditions' ? 'conditions_due' : 'review_due', { also });
    }
    return next;
  },
};

export interface FollowUp extends Pick<FollowUpRow, 'id' | 'kind'> {
  readonly decisionId: string;
  readonly dueOn: IsoDate;
  readonly outcome: FollowUpOutcome | 'replaced' | null;
  /** Empty if none was written. */
  readonly note: string;
  readonly by: NamedActor | undefined;
  readonly closedAt: Date | null;
}

async function followUpsOf(ctx: Ctx, caller: Caller, checkId: string, key: DataKey | undefined): Promise<FollowUp[]> {
  const rows = await findFollowUps(ctx.db, caller, checkId);
  const actors = rows.flatMap(({ closed_by: by }) => by ?? []);
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  return rows.map((row) => ({
    ...{ id: row.id, decisionId: row.decision_id, kind: row.kind, dueOn: row.due_on, outcome: row.outcome },
    note: row.sealed_note === null || key === undefined ? '' : key.open<string>(noteAad(row.id), row.sealed_note),
    by: row.closed_by === null ? undefined : nameOf(row.closed_by),
    closedAt: row.closed_at,
  }));
}

/** Of a check, for somebody who may read results; the latest day first. */
export async function readFollowUps(ctx: Ctx, caller: Caller, { id }: Pick<Check, 'id'>): Promise<FollowUp[]> {
  demand(caller, 'read_results');
  const { key } = await readCheckAndKey(ctx, caller, id);
  return followUpsOf(ctx, caller, id, key);
}

/**
 * Says what came of it. Refuses with `invalid_fields` (`outcome`, `note`) as codes, with `not_found` what the check has not,
 * and with `already_taken` what somebody has answered, or a newer decision has replaced.
 */
export async function recordFollowUp(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { id, ...typed }: TypedFollowUp & { readonly id: string },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const row = (await findFollowUps(tx.db, caller, checkId)).find((one) => one.id === id);
    if (row === undefined) throw new Refusal('not_found');
    if (row.outcome !== null) throw new Refusal('already_taken');
    followUpProblems(row.kind, typed).refuse('invalid_fields');
    const outcome = typed.outcome as FollowUpOutcome;
    await closeFollowUp(
      tx.db,
      caller,
      { checkId, id },
      {
        ...{ outcome, closed_by: caller.actor, closed_at: timeFor(tx, caller) },
        sealed_note: typed.note === '' ? null : key.seal(noteAad(id), typed.note),
      },
    );
    await endDeadline(tx, caller, { kind: DECISION_FOLLOW_UP, subjectId: id });
    const detail = { kind: row.kind, outcome };
    await storeEvents(tx, caller, [{ ...eventAbout(check, 'check.follow_up_recorded', check.status), detail }]);
  });
}

/** All that are open, what is due first at the top, without names. The caller records that they were read. */
export function listOpenFollowUps(ctx: Ctx, caller: Caller & OrderScope, limit: number): Promise<OpenFollowUp[]> {
  demand(caller, 'read_results');
  return findOpenFollowUps(ctx.db, caller, limit);
}
