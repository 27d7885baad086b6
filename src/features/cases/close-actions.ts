// Ends a report, or a whole order, without a result, with the note that tells the client why.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { closeLocked, withLockedCheck } from '../checks/check-progress-actions.ts';
import { addNote } from './note-actions.ts';
import { callerFor, findOwnOrder, type Screener, screenReport } from './screening-actions.ts';

/** Refuses with `invalid_fields` (note) an empty or too long text, and with what the move of the report refuses. */
export async function closeReport(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  {
    move,
    text,
    isOfSeveral = false,
  }: {
    readonly move: 'withdraw' | 'cancel';
    readonly text: string;
    /** The same words are said of reports of other candidates. */
    readonly isOfSeveral?: boolean;
  },
): Promise<void> {
  if (text === '') throw new Refusal('invalid_fields', { note: ['Write for the client why the report ends'] });
  await inTransaction(ctx, async (tx) => {
    await addNote(tx, screener, { reportId, audience: 'client', text, isOfSeveral });
    await screenReport(tx, screener, reportId, { move });
  });
}

/**
 * Withdraws an order with its open reports; complete reports stay. Refuses with `invalid_fields` (note) an empty or too long
 * text, and with `state_does_not_allow` an order that is over.
 */
export async function withdrawOrder(ctx: Ctx, screener: Screener, checkId: string, text: string): Promise<void> {
  const [first] = await findOwnOrder(ctx, screener, checkId);
  const caller = callerFor(screener, first!);
  demand(caller, 'close_reports');
  if (text === '') throw new Refusal('invalid_fields', { note: ['Write for the client why the order ends'] });
  await inTransaction(ctx, async (tx) => {
    await addNote(tx, screener, { reportId: first!.report_id, audience: 'client', text, isOfOrder: true });
    const close = (locking: Ctx, locked: Parameters<typeof closeLocked>[2]) =>
      closeLocked(locking, caller, locked, 'withdraw');
    await withLockedCheck(tx, caller, first!.check_id, close, { restrictedToo: true });
  });
}
