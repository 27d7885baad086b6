// Offers a candidate times for an appointment, for which their report waits, and keeps what came of it.
import { type Caller, type Ctx, type Environment, timeFor } from '../../context.ts';
import { Problems, Refusal, stateRefusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf, ukDayAndTime } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { APPOINTMENT } from '../../messages/en-queries.ts';
import { speaking } from '../../messages/spoken-language.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import {
  beginChases,
  beginWaiting,
  endOpenQuery,
  type LockedReport,
  openQuery,
  type QuestionTarget,
  sealedAnswer,
  stopWaiting,
  withOpenQuery,
} from '../queries/query-actions.ts';
import { noteAnswer } from '../reports/answered-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import type { Appointment, AppointmentOutcome, Meeting } from './appointment.ts';
import { findStanding, type ListedAppointment } from './appointment-list-queries.ts';
import { mailAppointment } from './appointment-mail-actions.ts';
import {
  isStanding,
  isToCome,
  nextNoteAt,
  type Offer,
  offerOf,
  offerProblems,
  openTimes,
  type TypedOffer,
} from './appointment-rules.ts';
import {
  type AppointmentRow,
  bookAppointment,
  endAppointment,
  findAppointment,
  findAppointments,
  findOffered,
  insertAppointment,
} from './appointment-store.ts';

export const APPOINTMENT_DUE = 'appointment';

const placeAad = (id: string) => `appointments.place ${id}`;
const reasonAad = (id: string) => `appointments.reason ${id}`;
const longestReason = 1000;

const isOffered = ({ at, query_status: status }: AppointmentRow): boolean => at === null && status === 'open';

const open = (row: AppointmentRow, key: DataKey): Appointment => ({
  ...key.open<Meeting>(placeAad(row.id), row.sealed_place),
  ...{ id: row.id, checkId: row.check_id, reportId: row.report_id, queryId: row.query_id },
  ...{ times: row.times, at: row.at, outcome: row.outcome, endedBy: row.ended_by },
  isOffered: isOffered(row),
  reason: row.sealed_reason === null ? '' : key.open<string>(reasonAad(row.id), row.sealed_reason),
});

/** The one that is first comes first, those that are only offered last. @param key of the person, who was not erased */
export async function listAppointments(
  ctx: Ctx,
  check: Pick<Check, 'tenant' | 'id'>,
  key: DataKey,
): Promise<Appointment[]> {
  return (await findAppointments(ctx.db, check.tenant, check.id)).map((row) => open(row, key));
}

/** Those that stand in these accounts and are over, or to come, the first one first; names nobody. */
export function listStanding(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  asked: { readonly environment: Environment; readonly isOver: boolean; readonly limit: number },
): Promise<ListedAppointment[]> {
  demand(by, 'ask_queries');
  return findStanding(ctx.db, accounts, { ...asked, now: ctx.now() });
}

function eventOf(
  { check, report }: Pick<LockedReport, 'check' | 'report'>,
  type: EventToStore['type'],
  detail: Readonly<Record<string, string>> = {},
): EventToStore {
  const { id: reportId, status } = report;
  return { type, status, resourceId: reportId, reportId, applicantId: check.applicantId, checkId: check.id, detail };
}

/** The report waits for the candidate until then, who is mailed now and on the working day before. */
async function beginAppointment(tx: Ctx, caller: Caller, locked: LockedReport, id: string, at: Date): Promise<void> {
  const { check, report } = locked;
  await beginWaiting(tx, caller, report, { id, addressee: 'candidate' });
  const dueAt = nextNoteAt(at, timeFor(tx, caller), tx.calendar());
  await setDeadline(tx, caller, {
    kind: APPOINTMENT_DUE,
    subjectId: id,
    checkId: check.id,
    reportId: report.id,
    dueAt,
  });
  await storeEvents(tx, caller, [eventOf(locked, 'appointment.booked', { at: at.toISOString() })]);
  await mailAppointment(tx, caller, locked, { at, as: 'booked' });
}

async function openOffer(tx: Ctx, caller: Caller, locked: LockedReport, offer: Offer): Promise<void> {
  const { text, dueOn, times, isAgreed, ...meeting } = offer;
  const asked = { addressee: 'candidate', kind: APPOINTMENT, dueOn, text } as const;
  const queryId = isAgreed ? null : await openQuery(tx, caller, locked, asked);
  const id = tx.newId();
  await insertAppointment(tx.db, caller, {
    ...{ id, check_id: locked.check.id, report_id: locked.report.id, query_id: queryId, times },
    at: isAgreed ? times[0]! : null,
    sealed_place: locked.key.seal(placeAad(id), meeting satisfies Meeting),
  });
  if (queryId === null) await beginAppointment(tx, caller, locked, id, times[0]!);
  else await beginChases(tx, caller, locked, { ...asked, id: queryId });
}

/**
 * Asks the candidate which of the times suits them, by a query, or keeps the one to which they have agreed. Refuses with
 * `invalid_fields`, and with `state_does_not_allow` a report that is not worked on or a candidate without a form.
 */
export async function offerAppointment(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: QuestionTarget,
  typed: TypedOffer,
): Promise<void> {
  demand(caller, 'ask_queries');
  // Loading the keys inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const report = check.reports.find(({ id }) => id === reportId);
    if (report === undefined) throw new Refusal('not_found');
    const now = timeFor(tx, caller);
    offerProblems(typed, now).refuse('invalid_fields');
    if (check.type !== 'standard' || !allowsAction(report.status, 'ask_query')) throw stateRefusal(report.status);
    const before = (await findAppointments(tx.db, caller, checkId)).filter((one) => one.report_id === reportId);
    if (before.some(isOffered))
      throw new Refusal('invalid_fields', { time_0: ['Times are offered already: withdraw that query first'] });
    if (before.some((one) => isToCome(one, now)))
      throw new Refusal('invalid_fields', { time_0: ['An appointment is agreed already: call it off first'] });
    await openOffer(tx, caller, { check, key, report }, offerOf(typed, ukDateOf(now)));
  });
}

interface ChoiceTarget {
  readonly checkId: string;
  readonly queryId: string;
}

/** The candidate chooses one of the times that are offered. Refuses with `invalid_fields` one that is not, or has passed. */
export async function chooseTime(ctx: Ctx, caller: Caller, target: ChoiceTarget, chosen: string): Promise<void> {
  demand(caller, 'answer_queries');
  await ctx.keys.forAccount(caller.accountId);
  await withOpenQuery(ctx, caller, { ...target, addressee: 'candidate' }, async (tx, found) => {
    const offered = await findOffered(tx.db, caller, found.row.id);
    if (offered === undefined) throw new Refusal('not_found');
    const at = openTimes(offered, timeFor(tx, caller)).find((one) => one.toISOString() === chosen);
    if (at === undefined) throw new Refusal('invalid_fields', { time: ['Choose one of the times'] });
    await bookAppointment(tx.db, caller, offered.id, at);
    // It waits for the day before it stops waiting for the answer: it stays paused.
    await beginAppointment(tx, caller, found, offered.id, at);
    // Whoever reads the query at the desk reads English.
    const answer = speaking('en', () => ukDayAndTime(at));
    await endOpenQuery(tx, caller, found, { status: 'answered', ...sealedAnswer(found, answer) });
  });
}

interface AppointmentTarget {
  readonly checkId: string;
  readonly appointmentId: string;
}

interface Ending {
  readonly outcome: AppointmentOutcome;
  readonly reason?: string;
}

async function end(tx: Ctx, caller: Caller, locked: LockedReport, row: AppointmentRow, ending: Ending): Promise<void> {
  const { outcome, reason = '' } = ending;
  const sealedReason = reason === '' ? null : locked.key.seal(reasonAad(row.id), reason);
  const endedAt = timeFor(tx, caller);
  await endAppointment(tx.db, caller, { id: row.id, outcome, sealedReason, by: caller.actor, endedAt });
  await endDeadline(tx, caller, { kind: APPOINTMENT_DUE, subjectId: row.id });
  await storeEvents(tx, caller, [eventOf(locked, `appointment.${outcome}`)]);
  await stopWaiting(tx, caller, locked.report, { id: row.id, addressee: 'candidate' });
}

/** Runs `work` with an appointment that is agreed and has no outcome yet. */
async function withStanding(
  ctx: Ctx,
  caller: Caller,
  { checkId, appointmentId }: AppointmentTarget,
  work: (tx: Ctx, locked: LockedReport, row: AppointmentRow) => Promise<void>,
): Promise<void> {
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const row = isUuid(appointmentId) ? await findAppointment(tx.db, caller, appointmentId) : undefined;
    if (row === undefined || row.check_id !== checkId) throw new Refusal('not_found');
    if (!isStanding(row)) throw stateRefusal(row.outcome ?? 'offered');
    await work(tx, { check, key, report: check.reports.find(({ id }) => id === row.report_id)! }, row);
  });
}

/** The candidate says before it that they cannot come: the desk offers another time. Refuses with `invalid_fields` without a reason. */
export async function refuseAppointment(
  ctx: Ctx,
  caller: Caller,
  target: AppointmentTarget,
  reason: string,
): Promise<void> {
  demand(caller, 'answer_queries');
  const problems = new Problems();
  if (reason.trim() === '') problems.add('reason', 'Say in a few words why, or when you could come');
  if (isLongerThan(reason, longestReason)) problems.add('reason', `Use at most ${longestReason} characters`);
  problems.refuse('invalid_fields');
  await withStanding(ctx, caller, target, async (tx, locked, row) => {
    if (!isToCome(row, timeFor(tx, caller))) throw stateRefusal('over');
    await end(tx, caller, locked, row, { outcome: 'called_off', reason: reason.trim() });
    await noteAnswer(tx, caller, locked.report.id);
  });
}

/** The desk calls it off before it, and the candidate is told; or says afterwards whether they came. */
export async function recordAppointment(
  ctx: Ctx,
  caller: Caller,
  target: AppointmentTarget,
  outcome: AppointmentOutcome,
): Promise<void> {
  demand(caller, 'ask_queries');
  await withStanding(ctx, caller, target, async (tx, locked, row) => {
    const isEarly = isToCome(row, timeFor(tx, caller));
    if ((outcome === 'called_off') !== isEarly) throw stateRefusal(isEarly ? 'to come' : 'over');
    await end(tx, caller, locked, row, { outcome });
    if (isEarly) await mailAppointment(tx, caller, locked, { at: row.at!, as: 'called_off' });
  });
}
