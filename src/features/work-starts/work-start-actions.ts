// Records when a candidate starts work, and tells the client when the time ends in which the screening must be complete.
import { type Caller, type Ctx, type OrderScope, ownerOf, timeFor, todayFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { stateRefusal } from '../../lib/refusal.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readCheck } from '../checks/check-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { calendarKinds, type DeadlineHandler } from '../deadlines/deadline.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { endOfDay, onDay } from '../deadlines/deadline-schedule.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { namesIn } from '../lists/candidate-name-actions.ts';
import { findSealedOrders } from '../lists/sealed-order-queries.ts';
import { type RightToWorkLack, tellsResult } from '../reports/right-to-work-rules.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { readLateCheck, rightToWorkLacks } from '../start-risks/right-to-work-actions.ts';
import { keepStartRisk } from '../start-risks/start-risk-actions.ts';
import { noticeDay, startProblems, type TypedStart } from './work-start-rules.ts';
import {
  type ConditionalStart,
  countConditionalStartRows,
  deleteWorkStart,
  findConditionalStarts,
  findWorkStart,
  upsertWorkStart,
  type WorkStart,
} from './work-start-store.ts';

export type { WorkStart };

/** The kind of the deadline at which the time ends, and before which the client is told. */
const [CONDITIONAL_START] = calendarKinds;

export function readWorkStart(ctx: Pick<Ctx, 'db'>, caller: Caller, checkId: string): Promise<WorkStart | undefined> {
  demand(caller, 'read_checks', 'read_reports');
  return findWorkStart(ctx.db, caller, checkId);
}

/** Without a screening that goes on there is nothing that must be complete. */
export const isConditional = ({ status }: Pick<Check, 'status'>): boolean => isOngoing(status);

/** By when the screening must be complete; null if it is or was, also if a report of it is open again. */
export const conditionOf = (check: Pick<Check, 'status' | 'reopenedAt'>, start: WorkStart): IsoDate | null =>
  isConditional(check) && !(check.reopenedAt !== null && check.reopenedAt > start.recordedAt) ? start.completeBy : null;

/**
 * Replaces what was recorded before. Refuses with `invalid_fields` (`starts_on`, `complete_by`, `risk`), and with
 * `state_does_not_allow` an order that was withdrawn or cancelled.
 */
export async function recordWorkStart(ctx: Ctx, caller: Caller, checkId: string, typed: TypedStart): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key: personKey }) => {
    if (!isConditional(check) && check.status !== 'complete') throw stateRefusal(check.status);
    const today = todayFor(tx, caller);
    const earlier = await findWorkStart(tx.db, caller, checkId);
    startProblems(typed, { today, isOngoing: isConditional(check), recorded: earlier?.startsOn }).refuse(
      'invalid_fields',
    );
    const { startsOn } = typed;
    const completeBy = isConditional(check) ? typed.completeBy : null;
    const id = earlier?.id ?? tx.newId();
    const at = timeFor(tx, caller);
    await upsertWorkStart(tx.db, caller, {
      id,
      checkId,
      startsOn,
      completeBy,
      recordedBy: ownerOf(caller),
      recordedAt: at,
    });
    if (completeBy !== null) await keepStartRisk(tx, caller, { checkId, key: personKey, text: typed.risk });
    const event = eventAbout(check, 'check.work_start_recorded', check.status);
    await storeEvents(tx, caller, [{ ...event, detail: { starts_on: startsOn, complete_by: completeBy } }]);
    const key = { kind: CONDITIONAL_START, subjectId: id };
    if (completeBy === null) return endDeadline(tx, caller, key);
    const notice = noticeDay(completeBy, today);
    const dueAt = notice === null ? endOfDay(completeBy) : onDay(at, notice);
    await setDeadline(tx, caller, { ...key, checkId, reportId: null, dueAt });
  });
}

/** Somebody does not start after all. Changes nothing where no start is recorded. */
export async function removeWorkStart(ctx: Ctx, caller: Caller, checkId: string): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    const start = await findWorkStart(tx.db, caller, checkId);
    if (start === undefined) return;
    await deleteWorkStart(tx.db, caller, checkId);
    await storeEvents(tx, caller, [eventAbout(check, 'check.work_start_removed', check.status)]);
    await endDeadline(tx, caller, { kind: CONDITIONAL_START, subjectId: start.id });
  });
}

export interface ListedStart extends ConditionalStart {
  readonly candidateName: string;
  /** Undefined where it tells a result to somebody who may not read results. */
  readonly rightToWork: RightToWorkLack | 'clear' | undefined;
  /** As `readLateCheck`, for whoever may read results. */
  readonly lateCheck: IsoDate | undefined;
}

type StartsReader = Caller & OrderScope & Permitted;

/**
 * Who works or is to start while their screening goes on, what must be complete first at the top; records the reading, and
 * that of the results on the right to work.
 */
export async function listConditionalStarts(ctx: Ctx, caller: StartsReader, limit: number): Promise<ListedStart[]> {
  demand(caller, 'read_checks');
  const rows = await findConditionalStarts(ctx.db, caller, limit);
  const ids = rows.map(({ check_id }) => check_id);
  recordList(ctx, caller, 'account.checks_listed', { filter: { conditional_starts: true }, ids });
  const lacks = await rightToWorkLacks(ctx, caller, rows, todayFor(ctx, caller));
  const isResult = (row: ConditionalStart) => tellsResult(lacks.get(row.check_id));
  const seesResults = mayDo(caller, 'read_results');
  const told = seesResults ? rows.filter(isResult) : [];
  recordResultsReads(
    ctx,
    caller,
    told.map((row) => ({ checkId: row.check_id, applicantId: row.applicant_id })),
  );
  const { accountId, environment } = caller;
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  const late = new Map<string, IsoDate | undefined>();
  for (const row of told.filter(({ check_id }) => lacks.get(check_id) === undefined))
    late.set(row.check_id, await readLateCheck(ctx, caller, { applicantId: row.applicant_id }, row.starts_on));
  return rows.map((row) => ({
    ...row,
    lateCheck: late.get(row.check_id),
    candidateName: names.get(row.check_id)!,
    rightToWork: !seesResults && isResult(row) ? undefined : (lacks.get(row.check_id) ?? 'clear'),
  }));
}

/** Counted up to `atMost`. */
export function countConditionalStarts(ctx: Ctx, caller: Caller & OrderScope, atMost: number): Promise<number> {
  demand(caller, 'read_checks');
  return countConditionalStartRows(ctx.db, caller, atMost);
}

export const conditionalStartDeadline: DeadlineHandler = {
  kind: CONDITIONAL_START,
  label: 'The screening of somebody who works already must be complete',
  async whenDue(tx, caller, { checkId, subjectId }) {
    const [check, start] = [await readCheck(tx, caller, checkId), await findWorkStart(tx.db, caller, checkId)];
    const completeBy = start?.id === subjectId ? conditionOf(check, start) : null;
    if (start === undefined || completeBy === null) return undefined;
    const isOver = todayFor(tx, caller) > completeBy;
    const template = isOver ? 'conditional_start_over' : 'conditional_start_ending';
    await mailClient(tx, caller, check, template, { also: [userIdOf(start.recordedBy) ?? []].flat() });
    if (!isOver) return endOfDay(completeBy);
    await storeEvents(tx, caller, [
      { ...eventAbout(check, 'check.work_start_overdue', check.status), detail: { complete_by: completeBy } },
    ]);
    return undefined;
  },
};
