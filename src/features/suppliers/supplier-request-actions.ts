// Sends work on a report out to suppliers: the report waits until the expected day, and the answer, each chase and the
// cost are recorded.

import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { amountText } from '../../lib/money.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { type LockedCheck, withLockedCheck } from '../checks/check-progress-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { endOfDay } from '../deadlines/deadline-schedule.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { EventName } from '../events/event-types.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { noteSourceAnswer } from '../reports/answered-actions.ts';
import { recordApplied, takeBackApplied } from '../reports/application-made-actions.ts';
import { findApplication, markCalledOff } from '../reports/application-queries.ts';
import { findableByNumber } from '../reports/order-key-actions.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { beginWait, endWait } from '../reports/wait-actions.ts';
import { type EarlierAnswerRow, findEarlierAnswers } from './answer-correction-store.ts';
import { readSupplierVersions } from './supplier-actions.ts';
import { type SupplierRequest, type SupplierRequestStatus, supplierRequestStatuses } from './supplier-request.ts';
import {
  chaseProblems,
  readAnswer,
  readCancellation,
  readCorrection,
  readSending,
  type TypedAnswer,
  type TypedCancellation,
  type TypedCorrection,
  type TypedSending,
} from './supplier-request-rules.ts';
import {
  correctRow,
  endSupplierRequest,
  findSupplierRequest,
  findSupplierRequests,
  insertSupplierRequest,
  recordSupplierChase,
  type SupplierRequestRow,
  updateCost,
} from './supplier-request-store.ts';

/** The kind of the deadline at which the report comes back to the queue, to be chased. */
const OVERDUE = 'supplier_overdue';

export const referenceAad = (id: string) => `supplier_requests.reference ${id}`;
export const wordsAad = (id: string) => `supplier_requests.words ${id}`;

function open(
  row: SupplierRequestRow,
  key: DataKey,
  today: IsoDate,
  earlier: readonly EarlierAnswerRow[],
): SupplierRequest {
  return {
    ...{ id: row.id, reportId: row.report_id, supplierId: row.supplier_id, supplierName: row.supplier_name },
    ...{ status: row.status, costPence: row.cost_pence, sentOn: row.sent_on, promisedOn: row.promised_on },
    reference: key.open<string>(referenceAad(row.id), row.sealed_reference),
    words: row.sealed_words === null ? '' : key.open<string>(wordsAad(row.id), row.sealed_words),
    ...{ expectedOn: row.expected_on, isOverdue: row.status === 'sent' && row.expected_on < today },
    ...{ chases: row.chases, chasedOn: row.chased_on, receivedOn: row.received_on },
    ...{ sentBy: row.sent_by, endedBy: row.ended_by, endedAt: row.ended_at },
    ...{ correctedOn: row.corrected_on, correctedBy: row.corrected_by },
    earlier: earlier.map((one) => ({
      words: key.open<string>(wordsAad(row.id), one.sealed_words),
      ...{ receivedOn: one.received_on, recordedBy: one.recorded_by, replacedBecause: one.replaced_because },
    })),
  };
}

export interface ReportTarget {
  readonly checkId: string;
  readonly reportId: string;
}

/** The newest first; none of an erased applicant. */
export async function listSupplierRequests(
  ctx: Ctx,
  caller: Caller,
  reportId: string,
  key: DataKey | undefined,
): Promise<SupplierRequest[]> {
  demand(caller, 'read_reports');
  if (key === undefined) return [];
  const rows = await findSupplierRequests(ctx.db, caller, reportId);
  const corrected = rows.filter(({ corrected_on }) => corrected_on !== null).map(({ id }) => id);
  const earlier = Map.groupBy(await findEarlierAnswers(ctx.db, caller, corrected), ({ request_id }) => request_id);
  return rows.map((row) => open(row, key, todayFor(ctx, caller), earlier.get(row.id) ?? []));
}

type About = Pick<SupplierRequestRow, 'id' | 'check_id' | 'report_id' | 'supplier_id'>;

export const recordAbout = (
  tx: Ctx,
  caller: Caller,
  { applicantId }: Pick<Check, 'applicantId'>,
  type: EventName,
  about: About,
  also: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  storeEvents(tx, caller, [
    {
      ...{ type, resourceId: about.report_id, applicantId, checkId: about.check_id, reportId: about.report_id },
      detail: { request_id: about.id, supplier_id: about.supplier_id, ...also },
    },
  ]);

/** The report waits until that day is over, and then comes back to the queue. */
async function waitUntil(tx: Ctx, caller: Caller, about: About, expectedOn: IsoDate): Promise<void> {
  const { id, check_id: checkId, report_id: reportId } = about;
  await beginWait(tx, caller, { reportId, waitingFor: 'source', causeId: id });
  await setDeadline(tx, caller, { kind: OVERDUE, subjectId: id, checkId, reportId, dueAt: endOfDay(expectedOn) });
}

async function stopWaiting(tx: Ctx, caller: Caller, { id, report_id: reportId }: About): Promise<void> {
  await endDeadline(tx, caller, { kind: OVERDUE, subjectId: id });
  await endWait(tx, caller, { reportId, causeId: id });
}

const isCertificate = (reportTypeId: number): boolean => (reportTypeById(reportTypeId)?.certificate ?? null) !== null;

/** The cancelled request was the application, unless somebody knows its number or how far it is, or another one is out. */
async function takeApplicationBack(tx: Ctx, caller: Caller, target: ReportTarget): Promise<void> {
  const application = await findApplication(tx.db, caller, target.reportId);
  const requests = await findSupplierRequests(tx.db, caller, target.reportId);
  const isKnown = application?.sealed_application != null || application?.application_stage != null;
  if (isKnown || requests.some(({ status }) => status !== 'cancelled')) return;
  await takeBackApplied(tx, caller, target);
}

/** Of those that were not cancelled. */
export const countStanding = (requests: readonly Pick<SupplierRequest, 'status'>[]): number =>
  requests.filter(({ status }) => status !== 'cancelled').length;

export interface Sending extends TypedSending {
  readonly supplierId: string;
  /** How many requests of the report that are not cancelled the page showed: nobody sends it out twice unknowingly. */
  readonly seen: number;
  /** Of all that is sent out at once. */
  readonly batchId?: string;
}

/**
 * Returns the id of the request. Refuses with `invalid_fields` by the names of the inputs, also where a colleague has sent
 * the report out since the page was opened, and with `state_does_not_allow` a report that is not worked on.
 */
export async function sendOut(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: ReportTarget,
  { supplierId, seen, batchId, ...typed }: Sending,
): Promise<string> {
  demand(caller, 'send_out');
  // Loading the keys inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const report = check.reports.find(({ id }) => id === reportId);
    if (report === undefined) throw new Refusal('not_found');
    const [supplier] = await readSupplierVersions(tx, caller, supplierId);
    const { costPence, problems } = readSending(typed, todayFor(tx, caller));
    if (!supplier.isListed) problems.add('supplier', 'It is not in the register any more: choose another supplier');
    if (countStanding(await findSupplierRequests(tx.db, caller, reportId)) !== seen)
      problems.add('supplier', 'A colleague has sent this report out meanwhile: look at it, then send again');
    problems.refuse('invalid_fields');
    if (!allowsAction(report.status, 'send_out')) throw stateRefusal(report.status);
    const id = tx.newId();
    const { sentOn, expectedOn } = typed;
    await insertSupplierRequest(tx.db, caller, {
      ...{ id, checkId, reportId, supplier, batchId: batchId ?? null, costPence, sentOn, expectedOn },
      ...{ sealedReference: key.seal(referenceAad(id), typed.reference), by: caller.actor, at: timeFor(tx, caller) },
    });
    await findableByNumber(tx, caller, checkId, typed.reference);
    const about = { id, check_id: checkId, report_id: reportId, supplier_id: supplierId };
    await recordAbout(tx, caller, check, 'report.sent_out', about, { expected_on: expectedOn });
    // What is sent out for a certificate of an authority is the application for it.
    if (isCertificate(report.reportTypeId)) await recordApplied(tx, caller, { checkId, reportId });
    await waitUntil(tx, caller, about, expectedOn);
    return id;
  });
}

export interface RequestTarget extends ReportTarget {
  readonly requestId: string;
}

/** Runs `work` while the request's check is locked. Refuses with `not_found`, and with `state_does_not_allow` one in another state. */
export async function withRequest<T>(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId, requestId }: RequestTarget,
  mustBe: readonly SupplierRequestStatus[],
  work: (tx: Ctx, found: LockedCheck & { readonly row: SupplierRequestRow }) => Promise<T>,
  also: { readonly restrictedToo?: boolean } = {},
): Promise<T> {
  demand(caller, 'send_out');
  await ctx.keys.forAccount(caller.accountId);
  return withLockedCheck(
    ctx,
    caller,
    checkId,
    async (tx, locked) => {
      const row = isUuid(requestId) ? await findSupplierRequest(tx.db, caller, requestId) : undefined;
      if (row?.report_id !== reportId) throw new Refusal('not_found');
      if (!mustBe.includes(row.status)) throw stateRefusal(row.status);
      return work(tx, { ...locked, row });
    },
    also,
  );
}

/**
 * Ends the wait too. @param typed without a cost keeps it. Refuses with `invalid_fields`, and with `state_does_not_allow` a
 * request that is over.
 */
export async function recordSupplierAnswer(
  ctx: Ctx,
  caller: Caller,
  target: RequestTarget,
  { cost, ...given }: Omit<TypedAnswer, 'cost'> & Partial<Pick<TypedAnswer, 'cost'>>,
): Promise<void> {
  await withRequest(ctx, caller, target, ['sent'], async (tx, { check, key, row }) => {
    const typed = { ...given, cost: cost ?? amountText(row.cost_pence) };
    const { costPence, problems } = readAnswer(typed, { sentOn: row.sent_on, today: todayFor(tx, caller) });
    problems.refuse('invalid_fields');
    await endSupplierRequest(tx.db, caller, row.id, {
      ...{ status: 'answered', receivedOn: typed.receivedOn, sealedWords: key.seal(wordsAad(row.id), typed.words) },
      sealedReference: typed.reference === undefined ? null : key.seal(referenceAad(row.id), typed.reference),
      ...{ costPence, by: caller.actor, at: timeFor(tx, caller) },
    });
    await findableByNumber(tx, caller, row.check_id, typed.reference ?? '');
    await recordAbout(tx, caller, check, 'report.source_answered', row, { received_on: typed.receivedOn });
    await stopWaiting(tx, caller, row);
    await noteSourceAnswer(tx, caller, row.report_id);
  });
}

/**
 * The report waits again until the new day. Refusals as of `recordSupplierAnswer`. @param isMailed by a mail of ours: also
 * refused, with `state_does_not_allow`, where it was chased today until the same day, because a supplier is not mailed the same twice
 */
export async function chaseSupplier(
  ctx: Ctx,
  caller: Caller,
  target: RequestTarget,
  { expectedOn, isMailed = false }: { readonly expectedOn: string; readonly isMailed?: boolean },
): Promise<void> {
  await withRequest(ctx, caller, target, ['sent'], async (tx, { check, row }) => {
    const today = todayFor(tx, caller);
    chaseProblems(expectedOn, today).refuse('invalid_fields');
    if (isMailed && row.chased_on === today && row.expected_on === expectedOn) throw stateRefusal(row.status);
    await recordSupplierChase(tx.db, caller, row.id, { expectedOn, chasedOn: today });
    await recordAbout(tx, caller, check, 'report.source_chased', row, {
      expected_on: expectedOn,
      ...(isMailed && { by: 'mail' }),
    });
    await waitUntil(tx, caller, row, expectedOn);
  });
}

/** Also records that the supplier was told after the report ended, and of a restricted person: it ends work. Refusals as of `recordSupplierAnswer`. */
export async function cancelSupplierRequest(
  ctx: Ctx,
  caller: Caller,
  target: RequestTarget,
  typed: TypedCancellation,
  statuses: readonly SupplierRequestStatus[] = ['sent', 'to_call_off'],
): Promise<void> {
  await withRequest(
    ctx,
    caller,
    target,
    statuses,
    async (tx, { check, key, row }) => {
      const { costPence, problems } = readCancellation(typed, row.status);
      problems.refuse('invalid_fields');
      await endSupplierRequest(tx.db, caller, row.id, {
        sealedReference: null,
        ...{ status: 'cancelled', receivedOn: null, sealedWords: key.seal(wordsAad(row.id), typed.words) },
        ...{ costPence, by: caller.actor, at: timeFor(tx, caller) },
      });
      if (row.status === 'to_call_off') {
        await markCalledOff(tx.db, caller, row.report_id, timeFor(tx, caller));
        return recordAbout(tx, caller, check, 'report.source_called_off', row);
      }
      await recordAbout(tx, caller, check, 'report.source_cancelled', row);
      const report = check.reports.find(({ id }) => id === row.report_id);
      if (report !== undefined && isCertificate(report.reportTypeId)) await takeApplicationBack(tx, caller, target);
      await stopWaiting(tx, caller, row);
    },
    { restrictedToo: true },
  );
}

/** The number at the supplier and the cost, also of a request that is over: its invoice comes later. */
export async function correctSupplierRequest(
  ctx: Ctx,
  caller: Caller,
  target: RequestTarget,
  typed: TypedCorrection,
): Promise<void> {
  await withRequest(ctx, caller, target, supplierRequestStatuses, async (tx, { check, key, row }) => {
    const { costPence, problems } = readCorrection(typed);
    problems.refuse('invalid_fields');
    const sealedReference = key.seal(referenceAad(row.id), typed.reference);
    await correctRow(tx.db, caller, row.id, { sealedReference, costPence });
    await findableByNumber(tx, caller, row.check_id, typed.reference);
    await recordAbout(tx, caller, check, 'report.source_corrected', row, {
      from_pence: row.cost_pence,
      pence: costPence,
    });
  });
}

/** As it was agreed on the supplier's invoice, also for work on somebody who was erased since. Run it in a transaction. */
export async function agreeRequestCost(
  tx: Ctx,
  caller: Caller,
  about: About & { readonly applicant_id: string },
  costPence: number,
): Promise<void> {
  demand(caller, 'check_supplier_invoices');
  const before = await updateCost(tx.db, caller, about.id, costPence);
  if (before === undefined) return;
  const check = { applicantId: about.applicant_id };
  await recordAbout(tx, caller, check, 'report.source_corrected', about, { from_pence: before, pence: costPence });
}

export const supplierOverdue: DeadlineHandler = {
  kind: OVERDUE,
  label: 'The answer of a supplier is overdue',
  async whenDue(tx, caller, { subjectId }) {
    const row = await findSupplierRequest(tx.db, caller, subjectId);
    if (row?.status !== 'sent') return undefined;
    await endWait(tx, caller, { reportId: row.report_id, causeId: row.id });
    await storeEvents(tx, caller, [
      {
        ...{ type: 'report.source_overdue', resourceId: row.report_id, checkId: row.check_id, reportId: row.report_id },
        detail: { request_id: row.id, supplier_id: row.supplier_id },
      },
    ]);
    return undefined;
  },
};
