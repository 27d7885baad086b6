// Records for whom a report waits, and since when.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import type { ReportState } from './report-states.ts';
import {
  closeWait,
  closeWaits,
  copyFirstWait,
  type EndedRequest,
  insertWait,
  lockReport,
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

/** Returns for whom the report still waits; null if for nobody. */
export function endWait(ctx: Ctx, caller: Caller, wait: Wait): Promise<WaitingFor | null> {
  return inTransaction(ctx, async (tx) => {
    await lockReport(tx.db, caller, wait.reportId);
    await closeWait(tx.db, caller, { ...wait, at: timeFor(tx, caller) });
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
const withdrawalOf = ({ status, ...about }: EndedReport, { kind, id, addressee }: EndedRequest): EventToStore =>
  kind === 'query'
    ? { ...about, type: 'query.withdrawn', resourceId: about.reportId, status, detail: { query_id: id, addressee } }
    : { ...about, type: 'reference.withdrawn', resourceId: id, status: 'withdrawn' };

/** Ends every wait of a report, with the queries, the references and the chases that it waits for, and their events. */
export async function endWaits(tx: Ctx, caller: Caller, report: EndedReport): Promise<void> {
  const { checkId, reportId } = report;
  const ended = await closeWaits(tx.db, caller, { checkId, reportId, by: caller.actor, at: timeFor(tx, caller) });
  if (ended.length === 0) return;
  await storeEvents(
    tx,
    caller,
    ended.map((request) => withdrawalOf(report, request)),
  );
}
