// Sets, moves, ends and lists deadlines, always in the transaction of the change that they follow from.
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import type { Sql } from '../../platform/db/database.ts';
import { DECISION_AWAITED, DECISION_IN_DOUBT, type Deadline } from './deadline.ts';
import {
  type DeadlineKey,
  type DeadlineRow,
  deleteDeadline,
  deleteDeadlinesAbout,
  findDeadlinesOfCheck,
  insertDeadlinesSql,
  moveDeadlines,
  type NewDeadline,
  updateWantedAt,
  upsertDeadline,
} from './deadline-store.ts';

export type PlacedDeadline = Tenant & NewDeadline;

export const takeDueDeadlinesJob = 'take_due_deadlines';
/** Of requests about data, which are due also where no check is. */
export const tellDueRequestsJob = 'tell_due_requests';

export const deadlineOf = (row: DeadlineRow): Deadline => ({
  kind: row.kind,
  subjectId: row.subject_id,
  checkId: row.check_id,
  reportId: row.report_id,
  dueAt: row.due_at,
  wantedAt: row.wanted_at,
  count: row.count,
});

/** One for each kind and subject: setting it again moves it. */
export const setDeadline = (tx: Ctx, caller: Caller, deadline: NewDeadline): Promise<void> =>
  upsertDeadline(tx.db, caller, deadline);

/** Asks for a form by an earlier day than its last one, or no longer. Does nothing where there is none. */
export const setWantedAt = (tx: Ctx, caller: Caller, key: DeadlineKey, wantedAt: Date | null): Promise<void> =>
  updateWantedAt(tx.db, caller, key, wantedAt);

/** Does nothing where there is none. */
export const endDeadline = (tx: Ctx, caller: Caller, key: DeadlineKey): Promise<void> =>
  deleteDeadline(tx.db, caller, key);

/** Ends every deadline of a subject. */
export const endDeadlinesAbout = (tx: Ctx, caller: Caller, subjectId: string): Promise<void> =>
  deleteDeadlinesAbout(tx.db, caller, subjectId);

/** Everything that is due about the check is due so much later, because nobody could act meanwhile. */
export const delayDeadlines = (tx: Ctx, caller: Caller, checkId: string, byMs: number): Promise<void> =>
  moveDeadlines(tx.db, caller, checkId, byMs);

/** The insert of deadlines as a part of another feature's statement, such as the one that places a check. */
export const deadlinesInsertion = (deadlines: readonly PlacedDeadline[], onlyChecks: Sql): Sql =>
  insertDeadlinesSql(deadlines, onlyChecks);

/** The next one first. */
export async function listDeadlines(ctx: Ctx, tenant: Tenant, checkId: string): Promise<Deadline[]> {
  return (await findDeadlinesOfCheck(ctx.db, tenant, checkId)).map(deadlineOf);
}

/** Looks at what is due soon after the commit, because a clock has moved. */
export async function takeDueSoon(tx: Ctx): Promise<void> {
  for (const job of [takeDueDeadlinesJob, tellDueRequestsJob]) await tx.jobs.add(tx.db, job, {}, { key: job });
}

interface Ended {
  readonly id: string;
  readonly status: string;
  readonly result: string | null;
  readonly decidedAt: Date | null;
  readonly asksDecision: boolean;
  readonly reopenedAt: Date | null;
}

/**
 * Of a check that is over. Results that a client knew may be others now, or none: perhaps nothing waits for its decision any
 * more. Where it may have to decide, it is reminded of that.
 */
export async function watchDecision(tx: Ctx, caller: Caller, check: Ended): Promise<void> {
  const due = { subjectId: check.id, checkId: check.id, dueAt: timeFor(tx, caller) };
  const mayWait = check.result === 'consider' || check.asksDecision || check.decidedAt !== null;
  if (check.status === 'complete' && mayWait) await setDeadline(tx, caller, { kind: DECISION_AWAITED, ...due });
  if (check.reopenedAt === null) return;
  await setDeadline(tx, caller, { kind: DECISION_IN_DOUBT, ...due });
  await takeDueSoon(tx);
}
