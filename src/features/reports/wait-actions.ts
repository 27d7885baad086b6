// Records for whom a report waits, and since when.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { closeWait, closeWaits, copyFirstWait, insertWait, lockReport, type WaitingFor } from './wait-store.ts';

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

/** Ends every wait of a report, with the queries, the references and the chases that it waits for. */
export const endWaits = (
  tx: Ctx,
  caller: Caller,
  report: { readonly checkId: string; readonly reportId: string },
): Promise<void> => closeWaits(tx.db, caller, { ...report, by: caller.actor, at: timeFor(tx, caller) });
