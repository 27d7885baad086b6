// Moves checks and their reports: each action locks the check, moves it or its reports, and updates the check's state
// from its reports.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { Refusal, restrictedRefusal, stateRefusal } from '../../lib/refusal.ts';
import type { WithdrawalReason } from '../../messages/en-withdrawals.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { holdApplicant, replaceFacts } from '../applicants/applicant-actions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { endDeadlinesAbout, watchDecision } from '../deadlines/deadline-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { dueFromToday } from '../reports/due-date-actions.ts';
import type { Report } from '../reports/report.ts';
import { moveReportOf, type ReportMoveArguments, reportsOfCheck } from '../reports/report-actions.ts';
import { markReportsRequested } from '../reports/report-request-actions.ts';
import { isOpen, type ReportMove, type ReportState } from '../reports/report-states.ts';
import { asksEachDecision } from './asked-decision-actions.ts';
import type { Check } from './check.ts';
import { checkOf, keyOfCheck, readCheck, sealOrder } from './check-actions.ts';
import { formLate, mailClosed, type WhyClosed } from './check-closing-actions.ts';
import { jurisdictionOf, moveOfReports, needsSeenIdentity, resultOf, worstLight } from './check-rules.ts';
import { type CheckMove, checkMoveEvents, isOngoing, nextCheckState } from './check-states.ts';
import { lockCheck, updateCheck } from './check-store.ts';
import { mailClient, mailNews } from './client-mail-actions.ts';
import { dueAtStart } from './due-date-actions.ts';
import { orderedPerson } from './ordered-person-rules.ts';
import { checkSeenBy, endsWork, waitsForLifting } from './restricted-check-rules.ts';

/** A check whose row is locked, with the key that encrypts its data. */
export interface LockedCheck {
  readonly check: Check;
  readonly key: DataKey;
}

/** What may also be done with the data of a restricted person. */
interface Also {
  readonly restrictedToo?: boolean;
}

/**
 * Runs `work` while the check is locked against every other move. Refuses with `not_found`, and with
 * `state_does_not_allow` the check of a restricted person: this is where a restriction holds.
 */
export async function withLockedCheck<T>(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  work: (tx: Ctx, locked: LockedCheck) => Promise<T>,
  { restrictedToo = false }: Also = {},
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockCheck(tx.db, caller, checkId);
    const key = row === undefined ? undefined : await keyOfCheck(tx, caller, row);
    if (row === undefined || key === undefined) throw new Refusal('not_found');
    // Asked after the lock: the statement that waited for it saw the person as before.
    const restricted = await isRestricted(tx.db, caller, row.applicant_id);
    if (restricted && !restrictedToo) throw restrictedRefusal();
    // One move has one time: an order is completed when its last report is.
    const now = tx.now();
    const check = checkOf(caller, row, key, await reportsOfCheck(tx, caller, checkId, key));
    const locked = { check: { ...check, isRestricted: restricted }, key };
    return work({ ...tx, now: () => now }, locked);
  });
}

/** As withLockedCheck, after the applicant is locked: placing a check locks in the same order. */
export function withLockedApplicantAndCheck<T>(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  work: (tx: Ctx, locked: LockedCheck) => Promise<T>,
  also: Also = {},
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const { applicantId } = await readCheck(tx, caller, checkId);
    await holdApplicant(tx, caller, applicantId);
    return withLockedCheck(tx, caller, checkId, work, also);
  });
}

async function moveCheck(tx: Ctx, caller: Caller, check: Check, move: CheckMove, why?: WhyClosed): Promise<Check> {
  const status = nextCheckState(check.status, move);
  if (status === undefined) throw stateRefusal(check.status);
  const now = timeFor(tx, caller);
  const startedAt = move === 'start' ? now : check.startedAt;
  const completedAt = isOngoing(status) ? null : now;
  const result = isOngoing(status) ? null : resultOf(check.reports);
  const reopenedAt = move === 'reopen' ? now : check.reopenedAt;
  const asksDecision = await asksEachDecision(tx, caller, result);
  if (check.status === 'awaiting_applicant') await endDeadlinesAbout(tx, caller, check.id);
  await updateCheck(tx.db, caller, {
    ...{ id: check.id, status, completedAt, result, asksDecision },
    ...(startedAt === null ? {} : { startedAt }),
    ...(reopenedAt === null ? {} : { reopenedAt }),
  });
  // An order without a complete report has the state Withdrawn in interface v1, so its webhooks say so too (see
  // order_event in the migrations).
  const isWithdrawnOrder = move === 'complete' && worstLight(check.reports) === null;
  const detail = isWithdrawnOrder ? { withdrawn: true } : why;
  await storeEvents(tx, caller, [{ ...eventAbout(check, checkMoveEvents[move], status), ...(detail && { detail }) }]);
  // The job makes the PDF of the results, outside of the request and after the commit.
  if (!isOngoing(status)) await tx.jobs.add(tx.db, 'make_report_document', { ...check.tenant, checkId: check.id });
  if (!isOngoing(status)) await watchDecision(tx, caller, { ...check, status, result, reopenedAt, asksDecision });
  return { ...check, status, startedAt, completedAt, reopenedAt, result, asksDecision };
}

export const eventAbout = (check: Check, type: Parameters<typeof storeEvents>[2][number]['type'], status: string) => ({
  type,
  resourceId: check.id,
  status,
  applicantId: check.applicantId,
  checkId: check.id,
});

/** Updates the check's state from its reports: hold, resume, complete, cancel or reopen. */
export async function follow(tx: Ctx, caller: Caller, check: Check): Promise<Check> {
  const move = moveOfReports(check.status, check.reports);
  return move === undefined || waitsForLifting(check, move) ? check : moveCheck(tx, caller, check, move);
}

/**
 * Moves one report of a check; the check completes with its last report. The client is told how the check ends, and what
 * becomes of a report that was opened again. Returns the check after the move.
 */
export function moveReport(
  ctx: Ctx,
  caller: Caller,
  target: {
    readonly checkId: string;
    readonly reportId: string;
    /** The state that the caller saw: if it has changed, the move is refused with `state_does_not_allow`. */
    readonly status?: ReportState;
  },
  given: ReportMoveArguments,
): Promise<Check> {
  const work = async (tx: Ctx, { check, key }: LockedCheck) => {
    const report = check.reports.find((candidate) => candidate.id === target.reportId);
    if (report === undefined) throw new Refusal('not_found');
    if (report.status !== (target.status ?? report.status)) throw new Refusal('state_does_not_allow');
    const moved = await moveReportOf(tx, caller, { id: check.id, applicantId: check.applicantId, key }, report, given);
    const followed = await follow(tx, caller, withReport(check, moved));
    if (followed.status === 'cancelled') await mailClosed(tx, caller, { check, key });
    await mailNews(tx, caller, { check, key }, followed);
    return followed;
  };
  return withLockedCheck(ctx, caller, target.checkId, work, { restrictedToo: endsWork(given.move) });
}

/**
 * Opens a complete report again, and with it its check; it is due anew, and the client is told. Another check of the applicant may be ongoing: only
 * one that is placed has to wait. Refuses with `state_does_not_allow` a check that was closed.
 */
export function reopenReport(
  ctx: Ctx,
  caller: Caller,
  target: { readonly checkId: string; readonly reportId: string },
  move: 'reopen' | 'find_change',
): Promise<Check> {
  return withLockedApplicantAndCheck(ctx, caller, target.checkId, async (tx, { check, key }) => {
    const report = check.reports.find((candidate) => candidate.id === target.reportId);
    if (report === undefined) throw new Refusal('not_found');
    const { id, status, applicantId } = check;
    if (status === 'withdrawn' || status === 'cancelled') throw stateRefusal(status);
    const dueOn = dueFromToday(tx, caller, check, report);
    const moved = await moveReportOf(tx, caller, { id, applicantId, key }, report, { move, dueOn });
    await mailClient(tx, caller, check, move === 'reopen' ? 'report_reopened' : 'report_changed');
    return follow(tx, caller, withReport(check, moved));
  });
}

const withReport = (check: Check, moved: Report): Check => ({
  ...check,
  reports: check.reports.map((report) => (report.id === moved.id ? moved : report)),
});

/** Moves every report for which `moves` returns a move. */
export async function moveReportsWhere(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  applies: (report: Report) => boolean,
  move: ReportMove,
): Promise<Check> {
  let moved = check;
  for (const report of check.reports.filter(applies)) {
    const about = { id: check.id, applicantId: check.applicantId, key };
    moved = withReport(moved, await moveReportOf(tx, caller, about, report, { move }));
  }
  return moved;
}

/**
 * Resumes everything that is paused; if nothing is, stores no event (decisions, Paths for one check). What a restriction
 * holds stays paused: interface v2 has no refusal for it.
 */
export function resumeCheck(ctx: Ctx, caller: Caller, checkId: string): Promise<Check> {
  demand(caller, 'order_checks');
  return resumePaused(ctx, caller, checkId, () => () => true);
}

function resumePaused(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  wantedOf: (check: Check) => (report: Report) => boolean,
): Promise<Check> {
  const work = async (tx: Ctx, locked: LockedCheck) => {
    const { check } = locked;
    const isWanted = wantedOf(check);
    if (check.isRestricted) return check;
    const isToGoOn = (report: Report) => report.status === 'paused' && isWanted(report);
    const moved = await moveReportsWhere(tx, caller, locked, isToGoOn, 'resume');
    return moved === check ? moved : follow(tx, caller, moved);
  };
  return withLockedCheck(ctx, caller, checkId, work, { restrictedToo: true });
}

/** As resumeCheck, for one report. */
export function resumeReport(
  ctx: Ctx,
  caller: Caller,
  target: { readonly checkId: string; readonly reportId: string },
): Promise<Check> {
  demand(caller, 'order_checks');
  return resumePaused(ctx, caller, target.checkId, ({ reports }) => {
    if (!reports.some(({ id }) => id === target.reportId)) throw new Refusal('not_found');
    return ({ id }) => id === target.reportId;
  });
}

/** Refuses with `state_does_not_allow` unless the report is open. */
export function cancelReport(
  ctx: Ctx,
  caller: Caller,
  target: { readonly checkId: string; readonly reportId: string },
): Promise<Check> {
  demand(caller, 'order_checks');
  return moveReport(ctx, caller, target, { move: 'cancel' });
}

/** Withdraws or cancels a check with its open reports; complete reports stay. */
export function closeCheck(ctx: Ctx, caller: Caller, checkId: string, move: 'withdraw' | 'cancel'): Promise<Check> {
  demand(caller, 'order_checks');
  const close = async (tx: Ctx, locked: LockedCheck) =>
    checkSeenBy(caller, await closeLocked(tx, caller, locked, move));
  return withLockedCheck(ctx, caller, checkId, close, { restrictedToo: true });
}

/** As closeCheck, of a check that is locked. */
export async function closeLocked(
  tx: Ctx,
  caller: Caller,
  locked: LockedCheck,
  move: 'withdraw' | 'cancel' | 'expire',
  because?: WithdrawalReason,
) {
  const { status } = locked.check;
  if (!isOngoing(status)) throw stateRefusal(status);
  const reportMove = move === 'withdraw' ? move : 'cancel';
  const moved = await moveReportsWhere(tx, caller, locked, (report) => isOpen(report.status), reportMove);
  const why = move === 'expire' ? formLate : because && { because };
  if (because !== undefined) await updateCheck(tx.db, caller, { id: locked.check.id, withdrawnBecause: because });
  const closed = await moveCheck(tx, caller, moved, reportMove, why);
  await mailClosed(tx, caller, locked, why);
  await mailNews(tx, caller, locked, closed);
  return closed;
}

/** Cancels a check whose candidate did not submit the form in time. */
export const expireCheck = (ctx: Ctx, caller: Caller, checkId: string): Promise<Check> =>
  withLockedCheck(ctx, caller, checkId, (tx, locked) => closeLocked(tx, caller, locked, 'expire'), {
    restrictedToo: true,
  });

/** Records that the candidate pressed Continue for the first time. */
export function openForm(ctx: Ctx, caller: Caller, checkId: string): Promise<Check> {
  return withLockedCheck(
    ctx,
    caller,
    checkId,
    async (tx, { check }) => {
      if (check.formOpenedAt !== null || check.status !== 'awaiting_applicant') return check;
      const formOpenedAt = timeFor(tx, caller);
      await updateCheck(tx.db, caller, { id: check.id, formOpenedAt });
      await storeEvents(tx, caller, [eventAbout(check, 'check.form_opened', check.status)]);
      return { ...check, formOpenedAt };
    },
    { restrictedToo: true },
  );
}

/** Starts the check with the facts submitted and enqueues its reports: one statement each for the check, events and jobs. */
async function start(tx: Ctx, caller: Caller, { check, key }: LockedCheck, facts: ApplicantFacts): Promise<Check> {
  const status = nextCheckState(check.status, 'start');
  if (status === undefined) throw stateRefusal(check.status);
  const startedAt = timeFor(tx, caller);
  const order = { ...check.order, facts, ordered: orderedPerson(check.order.facts) };
  const jurisdiction = jurisdictionOf(order);
  await updateCheck(tx.db, caller, {
    id: check.id,
    status,
    startedAt,
    formCompletedAt: startedAt,
    jurisdiction,
    sealedOrder: sealOrder(key, check.id, order),
  });
  await endDeadlinesAbout(tx, caller, check.id);
  const dueOn = await dueAtStart(tx, caller, { ...check, jurisdiction });
  const requested = await markReportsRequested(tx, caller, check, dueOn);
  await storeEvents(tx, caller, [
    // The notification of the form carries the status after the move (decisions, Webhooks and environments).
    eventAbout(check, 'check.form_completed', status),
    eventAbout(check, checkMoveEvents.start, status),
    ...requested.events,
  ]);
  await tx.jobs.addEach(tx.db, 'request_report', requested.jobs);
  // A client that enters the order itself has just seen that it waits for them.
  if (check.type === 'standard' && check.identityConfirmedAt === null && needsSeenIdentity(check.reports))
    await mailClient(tx, caller, check, 'identity_awaited');
  return follow(tx, caller, { ...check, status, startedAt, order, jurisdiction, formCompletedAt: startedAt });
}

type Submit = (facts: ApplicantFacts) => Promise<Check>;

/** Runs `work` while the form is locked against saving and submitting. */
export function withOpenForm<T>(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  work: (tx: Ctx, check: Check, submit: Submit) => Promise<T>,
): Promise<T> {
  return withLockedCheck(ctx, caller, checkId, (tx, locked) => {
    const { check, key } = locked;
    return work(tx, check, async (facts) => {
      // Change the applicant before the check: placing a check locks them in the same order.
      await replaceFacts(tx, caller, check.applicantId, key, facts);
      return start(tx, caller, locked, facts);
    });
  });
}

/**
 * Submits the form: the facts become the check's copy and the applicant's newest facts, the check starts, and its
 * reports go to their providers. Refuses a form that was submitted before, or a check that is over.
 */
export const completeForm = (ctx: Ctx, caller: Caller, checkId: string, facts: ApplicantFacts): Promise<Check> =>
  withOpenForm(ctx, caller, checkId, (_tx, _check, submit) => submit(facts));
