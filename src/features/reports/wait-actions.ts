// Records for whom a report waits, and since when.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { isOpen, type ReportState } from './report-states.ts';
import { dueAfterWait, waitingSince } from './wait-rules.ts';
import {
  closeWait,
  closeWaits,
  copyFirstWait,
  type EndedRequest,
  findPostponed,
  findWaitsForPeople,
  insertWait,
  lockReport,
  updateDueOn,
  type WaitingFor,
} from './wait-store.ts';

export type { WaitingFor };

interface Wait {
  readonly reportId: string;
  /** The id of the query, reference or other request that the report waits for. */
  readonly causeId: string;
}

/** Repeating it changes nothing. */
export function beginWait(
  ctx: Ctx,
  caller: Caller,
  wait: Wait & { readonly waitingFor: WaitingFor },
): Promise<WaitingFor | null> {
  return inTransaction(ctx, async (tx) => {
    await lockReport(tx.db, caller, wait.reportId);
    await insertWait(tx.db, caller, { ...wait, at: timeFor(tx, caller) });
    return copyFirstWait(tx.db, caller, wait.reportId);
  });
}

/**
 * The report was due by the days that we work on it: the time of the candidate and the client comes on top.
 * @param at when the wait ended, to the millisecond: one that ended before is not moved by again
 */
async function postpone(tx: Ctx, caller: Caller, reportId: string, at: Date): Promise<void> {
  const report = await findPostponed(tx.db, caller, reportId);
  if (report === undefined) return;
  const waits = await findWaitsForPeople(tx.db, caller, reportId);
  const since = waits.some(({ ended_at }) => ended_at === null) ? undefined : waitingSince(waits, at);
  if (since === undefined) return;
  const { dueOn: from, isMovedByHand, status, checkId, applicantId, jurisdiction } = report;
  const to = dueAfterWait(from, since, at, tx.calendar()[jurisdiction]);
  if (to === from) return;
  await updateDueOn(tx.db, caller, reportId, { dueOn: to, isMovedByHand });
  if (isMovedByHand) return;
  const detail = { from, to, because: 'waited' };
  const about = { resourceId: reportId, reportId, checkId, applicantId, status };
  await storeEvents(tx, caller, [{ type: 'report.due_date_changed', ...about, detail }]);
}

/** The due date moves by the wait for a person. Returns for whom the report still waits; null if for nobody. */
export function endWait(ctx: Ctx, caller: Caller, wait: Wait): Promise<WaitingFor | null> {
  return inTransaction(ctx, async (tx) => {
    await lockReport(tx.db, caller, wait.reportId);
    const at = timeFor(tx, caller);
    await closeWait(tx.db, caller, { ...wait, at });
    await postpone(tx, caller, wait.reportId, at);
    return copyFirstWait(tx.db, caller, wait.reportId);
  });
}

interface EndedReport {
  readonly checkId: string;
  readonly applicantId: string;
  readonly reportId: string;
  readonly status: ReportState;
}

/** As the withdrawal by a screener is stored. */
function withdrawalOf(ended: EndedReport, { kind, id, addressee, supplier_id }: EndedRequest): EventToStore {
  const { status, ...about } = ended;
  const ofReport = { ...about, resourceId: about.reportId };
  if (kind === 'reference') return { ...about, type: 'reference.withdrawn', resourceId: id, status: 'withdrawn' };
  if (kind === 'appointment') return { ...ofReport, type: 'appointment.called_off', status };
  if (kind === 'query') return { ...ofReport, type: 'query.withdrawn', status, detail: { query_id: id, addressee } };
  return { ...ofReport, type: 'report.source_cancelled', detail: { request_id: id, supplier_id } };
}

/**
 * Ends every wait of a report, with the queries, the references, the appointments, the requests to suppliers and the chases that it waits for, and their events. The due
 * date of a report that is still open moves by a wait for a person: a proposed outcome may be sent back.
 */
export async function endWaits(tx: Ctx, caller: Caller, report: EndedReport): Promise<void> {
  const { checkId, reportId } = report;
  const at = timeFor(tx, caller);
  const waits = isOpen(report.status) ? await findWaitsForPeople(tx.db, caller, reportId) : [];
  const ended = await closeWaits(tx.db, caller, { checkId, reportId, by: caller.actor, at });
  if (waits.some(({ ended_at }) => ended_at === null)) await postpone(tx, caller, reportId, at);
  const unasked = ended.filter(
    ({ kind }) => kind === 'reference' || (kind === 'silent_referee' && !isOpen(report.status)),
  );
  const { accountId, environment, clockOffsetSeconds } = caller;
  await tx.jobs.addEach(
    tx.db,
    'tell_referee',
    unasked.map(({ id }) => ({ accountId, environment, referenceId: id })),
  );
  await tx.jobs.addEach(
    tx.db,
    'tell_called_off',
    ended.flatMap(({ kind, id }) =>
      kind === 'appointment' ? [{ accountId, environment, clockOffsetSeconds, appointmentId: id }] : [],
    ),
  );
  await storeEvents(
    tx,
    caller,
    ended.filter(({ kind }) => kind !== 'silent_referee').map((request) => withdrawalOf(report, request)),
  );
}
