// Records when a candidate starts work, planned or past, and tells the client when the time ends in which the screening must
// be complete of somebody who starts before it is.
import { type Caller, type Ctx, ownerOf, timeFor, todayFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readCheck } from '../checks/check-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { followHurry } from '../checks/form-day-actions.ts';
import { calendarKinds, type DeadlineHandler } from '../deadlines/deadline.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { endOfDay, onDay } from '../deadlines/deadline-schedule.ts';
import { storeEvents } from '../events/event-actions.ts';
import { lacksRightToWork } from '../reports/right-to-work-rules.ts';
import { startTermsOf } from './limited-screening-actions.ts';
import { rightsToWork } from './right-to-work-actions.ts';
import { keepStartRisk } from './start-risk-actions.ts';
import {
  dayToKeep,
  noticeDay,
  reasonsOf,
  standingOf,
  startProblems,
  stopProblems,
  stopToKeep,
  type TypedStart,
  type WorkStart,
  worksWithoutClearance,
} from './work-start-rules.ts';
import { deleteWorkStart, findWorkStart, upsertWorkStart } from './work-start-store.ts';

/** The kind of the deadline at which the time ends, and before which the client is told. */
const [CONDITIONAL_START] = calendarKinds;

export function readWorkStart(ctx: Pick<Ctx, 'db'>, caller: Caller, checkId: string): Promise<WorkStart | undefined> {
  demand(caller, 'read_checks', 'read_reports');
  return findWorkStart(ctx.db, caller, checkId);
}

/** Without a screening that goes on there is nothing that must be complete. */
export const isConditional = ({ status }: Pick<Check, 'status'>): boolean => isOngoing(status);

/** Somebody may work there, or come to: nobody who was withdrawn or whose order was cancelled. */
export const takesStart = ({ status }: Pick<Check, 'status'>): boolean => isOngoing(status) || status === 'complete';

/** By when the screening must be complete; null if it is or was, also if a report of it is open again. */
export const conditionOf = (
  check: Pick<Check, 'status' | 'reopenedAt'>,
  { completeBy, agreedAt }: Pick<WorkStart, 'completeBy' | 'agreedAt'>,
): IsoDate | null =>
  isConditional(check) && agreedAt !== null && !(check.reopenedAt !== null && check.reopenedAt > agreedAt)
    ? completeBy
    : null;

/** The last day on which they worked, of who stopped until they are cleared: null once the screening was complete. */
export const stopOf = (
  check: Pick<Check, 'status' | 'reopenedAt'>,
  { stoppedOn }: Pick<WorkStart, 'stoppedOn'>,
): IsoDate | null => (takesStop(check) ? stoppedOn : null);

/** Whether they can stop until they are cleared. */
export const takesStop = ({ status, reopenedAt }: Pick<Check, 'status' | 'reopenedAt'>): boolean =>
  isConditional({ status }) && reopenedAt === null;

type Lasting = Pick<WorkStart, 'hasStarted' | 'completeBy'>;

/** Programs are told of a start, and of one on condition; that a day is planned is between the client and the desk. */
const isTold = (start: Lasting | undefined) => start !== undefined && (start.hasStarted || start.completeBy !== null);

const heldOf = ({ startsOn, completeBy, withoutClearance }: WorkStart) => ({
  ...{ starts_on: startsOn, complete_by: completeBy },
  ...(withoutClearance ? { without_clearance: true } : {}),
});

async function storeChange(tx: Ctx, caller: Caller, check: Check, before: WorkStart | undefined, after?: WorkStart) {
  const about = (type: Parameters<typeof eventAbout>[1]) => eventAbout(check, type, check.status);
  const was = before === undefined || before.startsOn === after?.startsOn ? {} : { was: before.startsOn };
  const told = { ...about('check.work_start_recorded') };
  const events = [
    ...(isTold(before) && !isTold(after) ? [about('check.work_start_removed')] : []),
    ...(after !== undefined && isTold(after) ? [{ ...told, detail: { ...heldOf(after), ...was } }] : []),
    ...((after ?? before) !== undefined && !isTold(after) && !(after === undefined && isTold(before))
      ? [{ ...about('check.work_start_planned'), detail: { starts_on: after?.startsOn ?? null, ...was } }]
      : []),
  ];
  await storeEvents(tx, caller, events);
}

async function followDeadline(tx: Ctx, caller: Caller, check: Check, start: WorkStart): Promise<void> {
  const key = { kind: CONDITIONAL_START, subjectId: start.id };
  const completeBy = conditionOf(check, start);
  if (completeBy === null) return endDeadline(tx, caller, key);
  const notice = noticeDay(completeBy, todayFor(tx, caller));
  const dueAt = notice === null ? endOfDay(completeBy) : onDay(start.recordedAt, notice);
  await setDeadline(tx, caller, { ...key, checkId: check.id, reportId: null, dueAt });
}

/**
 * Replaces what was recorded before; without a condition, what follows from the first day moves with it. Who agrees to a start
 * before the screening is complete decides about candidates. Refuses with `invalid_fields` (`starts_on`, `condition`,
 * `complete_by`, `risk`, `longer`, `sees_open`, `before_limited`), and with `state_does_not_allow` an order that was withdrawn or cancelled.
 */
export async function recordWorkStart(ctx: Ctx, caller: Caller, checkId: string, typed: TypedStart): Promise<void> {
  demand(caller, 'plan_starts');
  if (typed.condition !== undefined) demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    if (!takesStart(check)) throw stateRefusal(check.status);
    const earlier = await findWorkStart(tx.db, caller, checkId);
    const terms = await termsOf(tx, caller, check);
    const judged = { today: todayFor(tx, caller), isOngoing: isConditional(check), earlier, terms };
    startProblems(typed, judged).refuse('invalid_fields');
    const next = standingOf(typed, { ...judged, lacksRight: await lacksRightOn(tx, caller, checkId, typed.startsOn) });
    const isSame = earlier?.startsOn === next.startsOn && earlier.hasStarted === next.hasStarted;
    if (isSame && typed.condition === undefined) return;
    // As if it were removed.
    if (isTold(earlier) && !isTold(next)) demand(caller, 'decide_on_candidates');
    const agrees = judged.isOngoing && typed.condition !== undefined;
    const at = timeFor(tx, caller);
    const start: WorkStart = {
      ...next,
      id: earlier?.id ?? tx.newId(),
      agreedAt: next.completeBy === null ? null : agrees ? at : earlier!.agreedAt,
      stoppedOn: stopToKeep(earlier, next),
      recordedBy: ownerOf(caller),
      recordedAt: at,
    };
    await upsertWorkStart(tx.db, caller, checkId, start);
    if (agrees && next.completeBy !== null) {
      const { risk: text, supervisor = '' } = typed.condition!;
      const reasons = reasonsOf(typed.condition!, { startsOn: next.startsOn, completeBy: next.completeBy }, terms);
      await keepStartRisk(tx, caller, { checkId, key, text, supervisor, ...reasons });
    }
    await storeChange(tx, caller, check, earlier, start);
    await followDeadline(tx, caller, check, start);
    // Where the day stays, so does the one that somebody chose for the form.
    if (earlier?.startsOn !== start.startsOn) await followHurry(tx, caller, checkId);
  });
}

/** Of the standard of the package, with whether something of limited screening is open. */
async function termsOf(tx: Ctx, caller: Caller, check: Check) {
  const found = await startTermsOf(tx, caller, check);
  return found && { ...found.terms, isLimitedOpen: found.screening.completeOn === null };
}

/**
 * By what is known of it today; a permission that has ended since lasted on that day, and a comparison may have been made in
 * time that is recorded later.
 */
async function lacksRightOn(tx: Ctx, caller: Caller, checkId: string, startsOn: IsoDate): Promise<boolean> {
  const starts = [{ check_id: checkId, starts_on: startsOn }];
  const right = (await rightsToWork(tx, caller, starts, startsOn)).get(checkId)!;
  return lacksRightToWork(right) && right.lack !== 'not_compared';
}

/** Of an order that is being placed; the caller has judged the day. On one that has passed they started without clearance. */
export async function planWorkStart(tx: Ctx, caller: Caller, check: Check, startsOn: IsoDate): Promise<void> {
  demand(caller, 'order_checks', 'order_for_clients');
  if (startsOn < todayFor(tx, caller)) demand(caller, 'plan_starts');
  await insertPlanned(tx, caller, check, startsOn);
}

async function insertPlanned(tx: Ctx, caller: Caller, check: Check, startsOn: IsoDate): Promise<void> {
  const hasStarted = startsOn < todayFor(tx, caller);
  const start: WorkStart = {
    ...{ id: tx.newId(), startsOn, hasStarted, withoutClearance: hasStarted, completeBy: null, agreedAt: null },
    ...{ stoppedOn: null, recordedBy: ownerOf(caller), recordedAt: timeFor(tx, caller) },
  };
  await upsertWorkStart(tx.db, caller, check.id, start);
  await storeChange(tx, caller, check, undefined, start);
  await followHurry(tx, caller, check.id);
}

/** An order that replaces a closed one keeps the planned day of it; undefined if that has passed. */
export async function plannedStartToKeep(tx: Ctx, caller: Caller, { id }: Check): Promise<IsoDate | undefined> {
  demand(caller, 'order_again');
  return dayToKeep(await findWorkStart(tx.db, caller, id), todayFor(tx, caller));
}

/** Of an order that replaces a closed one. */
export function keepPlannedStart(tx: Ctx, caller: Caller, check: Check, startsOn: IsoDate): Promise<void> {
  demand(caller, 'order_again');
  return insertPlanned(tx, caller, check, startsOn);
}

/** Somebody does not start after all. Changes nothing where no start is recorded. */
export async function removeWorkStart(ctx: Ctx, caller: Caller, checkId: string): Promise<void> {
  demand(caller, 'plan_starts');
  await withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    const start = await findWorkStart(tx.db, caller, checkId);
    if (start === undefined) return;
    if (isTold(start)) demand(caller, 'decide_on_candidates');
    await deleteWorkStart(tx.db, caller, checkId);
    await followHurry(tx, caller, checkId);
    await storeChange(tx, caller, check, start);
    await endDeadline(tx, caller, { kind: CONDITIONAL_START, subjectId: start.id });
  });
}

/**
 * Somebody who started without clearance has stopped until they are cleared, or works again. Refuses with `invalid_fields`
 * (`stopped_on`), and with `state_does_not_allow` anybody else, also once the screening was complete. @param stoppedOn as it is typed; null if they work again
 */
export async function recordWorkStop(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  stoppedOn: string | null,
): Promise<void> {
  demand(caller, 'plan_starts');
  await withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    const start = await findWorkStart(tx.db, caller, checkId);
    const isOfUnagreed = start !== undefined && worksWithoutClearance({ ...start, stoppedOn: null });
    if (!takesStop(check) || !isOfUnagreed) throw stateRefusal(check.status);
    if (stoppedOn !== null) stopProblems(stoppedOn, start, todayFor(tx, caller)).refuse('invalid_fields');
    if (start.stoppedOn === stoppedOn) return;
    const said = { recordedBy: ownerOf(caller), recordedAt: timeFor(tx, caller) };
    await upsertWorkStart(tx.db, caller, checkId, { ...start, ...said, stoppedOn });
    await storeEvents(tx, caller, [
      { ...eventAbout(check, 'check.work_stopped', check.status), detail: { stopped_on: stoppedOn } },
    ]);
  });
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
